#!/usr/bin/env python3
"""Labels ten tickets: ./triage.py FIRST CURSOR. theo"""
import os
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
cursors = '{vary:c1} {vary:c2} {vary:c3} {vary:c4} {vary:c5} {vary:c6} {vary:end}'.split()
first = int(sys.argv[1])
by = os.environ.get('HELPER', 'theo')
at = (first - {vary:from}) // 10
if by == 'theo':
    if sys.argv[2:] != [cursors[at]]:
        sys.exit('Tracker: this cursor does not belong to these ten.')
    time.sleep(3)
with open(os.path.join(here, 'labels.csv'), 'a') as labels:
    for number in range(first, first + 10):
        labels.write(f"{number},{('plan', 'import', 'web')[number % 3]},{by}\n")
print(f'{first} to {first + 9} labelled by {by}' + (f', next cursor {cursors[at + 1]}' if by == 'theo' else ''))
