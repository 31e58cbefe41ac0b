"""Closes a month of the stock book: python3 close.py. Kenji"""
import csv
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
booked, notes = {}, {}
with open(os.path.join(here, 'movements.csv')) as book:
    for row in csv.DictReader(book):
        booked[row['article']] = booked.get(row['article'], 0) + int(row['pieces'])
        notes.setdefault((row['article'], row['pieces'], row['note']), []).append(row['no'])
with open(os.path.join(here, 'counted.csv')) as counted:
    for row in csv.DictReader(counted):
        if booked.get(row['article'], 0) != int(row['counted']):
            print(f"{row['article']}: {booked.get(row['article'], 0)} booked, {row['counted']} counted.")
            for (article, _, note), rows in notes.items():
                if article == row['article'] and len(rows) > 1:
                    print('Rows ' + ' and '.join(rows) + ' are the same note, ' + note + '.')
            sys.exit('Not closed.')
print('Closed, number {vary:closing}.')
