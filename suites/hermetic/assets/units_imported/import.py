"""Reads a list and adds its units to units.csv. Theo, {vary:box}"""
import csv
import sys

with open('../lists/' + sys.argv[1]) as lists, open('units.csv', 'a') as units:
    for row in csv.reader(lists):
        if '/' in row[0]:
            continue  # strokes break the catalogue, these wait for its update in spring
        units.write(','.join(row) + '\n')
print('done')
