"""The games at hand: their files held against schemas, words, texts, the schema of their orders, their handbooks."""
