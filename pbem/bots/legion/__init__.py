"""A player of La Legión made of code: plans attacks by odds, marches for the places that count, holds them."""
