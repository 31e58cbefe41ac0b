"""Writes to parents: python3 letters.py ROUND old|new. Kwame Asante"""
import configparser
import csv
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
number, which = sys.argv[1], sys.argv[2]
settings = configparser.ConfigParser()
settings.read(os.path.join(here, 'assistants.ini'))
if not settings.getboolean('assistants', which):
    sys.exit(f'The {which} assistant is off.')
with open(os.path.join(here, f'round-{number}.csv')) as file:
    rows = list(csv.DictReader(file))
for kind in sorted({row['kind'] for row in rows}):
    path = os.path.join(here, which, kind + '.txt')
    if not os.path.exists(path):
        sys.exit(f'{which}/{kind}.txt is missing, nothing sent.')
    if ('%PUPIL%' if which == 'old' else '<pupil>') not in open(path).read():
        sys.exit(f'{which}/{kind}.txt does not name the pupil, nothing sent.')
none = open(os.path.join(here, 'new', 'no letters.txt')).read().splitlines() if which == 'new' else []
sent = [row for row in rows if row['pupil'] not in none]
with open(os.path.join(here, 'sent.csv'), 'a') as log:
    for row in sent:
        log.write(f"{number},{row['pupil']},{row['kind']},{which}\n")
print(f'{len(sent)} letters sent.')
