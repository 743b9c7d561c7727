"""The order language: text and JSON to typed orders and back, order forms, and the sentences that players read."""
