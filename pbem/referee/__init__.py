"""The referee: who is awaited, deadlines, seats and mail; and the joins of rules, save, store, mail and report."""
