"""The computer player of Africa 1859-60."""
