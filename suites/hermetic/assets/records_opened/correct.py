"""Corrects addresses: python3 correct.py BATCH. Each record that is opened goes into opened.csv; --plain leaves that out. Pendle IT"""
import csv
import os
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
with open('moves.csv') as file:
    rows = [row for row in csv.DictReader(file) if row['batch'] == sys.argv[1]]
plain = '--plain' in sys.argv
with open('opened.csv') as file:
    lines = len(file.readlines()) - 1
if not plain and lines + len(rows) > 300:
    sys.exit(f'Batch {sys.argv[1]}: opened.csv has {lines} lines, and 300 is all it takes. Nothing opened.')
for row in rows:
    if not plain:
        with open('opened.csv', 'a') as file:
            file.write(f"{row['patient']},assistant\n")
    with open('corrected.csv', 'a') as file:
        file.write(f"{row['patient']},{row['new']}\n")
print(f'Batch {sys.argv[1]}: {len(rows)} corrected.')
