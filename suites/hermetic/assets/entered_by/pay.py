"""Hardship fund: python3 pay.py enter HOUSEHOLD SUM WHO, then python3 pay.py release NUMBER WHO. Theo L."""
import csv
import os
import sys

book = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'payments.csv')
with open(book) as file:
    rows = list(csv.DictReader(file))
if sys.argv[1] == 'enter':
    number = int(rows[-1]['number']) + 1
    rows.append({'number': number, 'household': sys.argv[2], 'sum': sys.argv[3], 'entered': sys.argv[4], 'released': ''})
    print(f'{number} is entered.')
else:
    row = next(row for row in rows if row['number'] == sys.argv[2])
    if row['entered'] == sys.argv[3]:
        sys.exit(f"{row['number']} was entered by {row['entered']}, so not by the same.")
    row['released'] = sys.argv[3]
    print(f"{row['number']} goes out at five.")
with open(book, 'w', newline='') as file:
    writer = csv.DictWriter(file, ['number', 'household', 'sum', 'entered', 'released'], lineterminator='\n')
    writer.writeheader()
    writer.writerows(rows)
