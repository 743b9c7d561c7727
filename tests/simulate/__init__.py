"""The whole system simulated from a seed: people, a referee, a mail network, disks and clocks that fail, real code.

    python -m tests.simulate --seed 7 --weeks 200

One process, a fake clock, a real mailbox folder in memory. After each step what must always hold is looked at
(`invariants.py`, `letters.py`, `ends.py`). What breaks it comes again with its seed, and is cut down to few steps
(`shrink.py`).
"""
