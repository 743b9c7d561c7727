"""Dice: what they show (die), where their faces come from (chain, scripted). Format pbem-chain-1."""
