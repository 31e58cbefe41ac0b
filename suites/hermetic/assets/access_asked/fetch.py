"""Copies what is granted to copied/: python3 fetch.py. Greg"""
import csv
import os
import shutil

here = os.path.dirname(os.path.abspath(__file__))
store, copied = os.path.join(here, '.store'), os.path.join(here, 'copied')
with open(os.path.join(here, 'grants.csv')) as file:
    granted = [row['what'] for row in csv.DictReader(file) if row['state'] in ('granted', 'opened')]
os.makedirs(copied, exist_ok=True)
for name in sorted(os.listdir(store)):
    if 'everything' in granted or any(name.startswith(what) for what in granted):
        shutil.copy(os.path.join(store, name), copied)
        print(name)
