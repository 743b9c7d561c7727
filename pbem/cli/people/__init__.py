"""Commands about people: what is written to them, what was agreed with them."""
