"""Text to orders: what of a mail is an order line, and what it means; tolerant of form, exact in meaning."""
