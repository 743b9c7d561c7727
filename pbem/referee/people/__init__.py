"""People beside the orders: what they write to each other, and how a referee writes to all."""
