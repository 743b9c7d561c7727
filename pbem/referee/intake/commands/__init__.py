"""What a player may say in a mail beside orders, a file for each kind of thing; `carry_out` is the way in."""
