"""Commands that move games on, hold them, or take them back."""
