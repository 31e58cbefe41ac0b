#!/usr/bin/env python3
"""Labels ten tickets: ./triage.py FIRST. One batch takes a moment. theo"""
import os
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
first = int(sys.argv[1])
by = sys.argv[2] if len(sys.argv) > 2 else 'theo'
time.sleep(0 if by != 'theo' else 4)
with open(os.path.join(here, 'labels.csv'), 'a') as labels:
    for number in range(first, first + 10):
        labels.write(f"{number},{('plan', 'import', 'web')[number % 3]},{by}\n")
print(f'{first} to {first + 9} labelled by {by}')
