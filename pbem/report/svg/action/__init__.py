"""What happened: moves, flows, fights, and the window that shows them."""
