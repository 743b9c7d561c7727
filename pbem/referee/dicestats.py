"""How the dice of played games fell: the rolls of their journals, counted by side and purpose."""
