"""The printed grounds of maps: painted once by whoever makes a map, shipped beside it, never made at play.

Only here numpy and scipy are needed: `pip install 'pbem[ground]'`, then `python -m pbem.report.ground MAP`.
"""
