"""The rule sets that pbem brings, one package each, independent of each other. gamedata/rulesets.py finds them."""
