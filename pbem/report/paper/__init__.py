"""Maps on paper: pages that lie on a table, and the PDF that holds them."""
