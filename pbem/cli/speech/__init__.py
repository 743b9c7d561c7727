"""What the command line says, in which language."""
