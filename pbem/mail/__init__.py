"""Mail: taking, reading, composing and sending messages; knows no game."""
