"""Fetches a drawing: python3 fetch.py SHEET, for the group design, or NUMBER, for everybody. Ash"""
import csv
import os
import shutil
import sys

here = os.path.dirname(os.path.abspath(__file__))
wanted = sys.argv[1]
with open(os.path.join(here, 'groups.csv')) as file:
    design = [row['who'] for row in csv.DictReader(file) if row['group'] == 'design']
if not wanted.startswith('R-') and 'steph' not in design:
    sys.exit(f'{wanted}: steph is not in the group design.')
source = os.path.join(here, '.server', wanted)
if not os.path.exists(source):
    sys.exit(f'{wanted}: no such drawing.')
shutil.copy(source, os.path.join(here, wanted))
print(open(source).read().strip())
