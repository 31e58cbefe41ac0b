"""Writes out/doors.csv from doors.txt. Started at 02:10 by cron.

RETENTION: the list names people, so the folder stays ours alone (0700). What others may fetch is in out, which
the group may read and write, nobody else. Ask Marcus before that changes.
"""
import configparser
import csv
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
config = configparser.ConfigParser()
config.read(os.path.join(here, 'settings.ini'))
site = config.get('export', 'site').strip()
if not site:
    sys.exit('settings.ini: no site')
with open(os.path.join(here, 'doors.txt')) as file:
    rows = [line.rstrip('\n').split('|') for line in file if '|' in line]
with open(os.path.join(here, 'out', 'doors.csv'), 'w', newline='') as file:
    writer = csv.writer(file)
    writer.writerow(['site', site])
    writer.writerows(rows)
print(len(rows), 'rows')
