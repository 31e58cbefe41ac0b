"""Writes data/rooms.json from data/rooms.csv and config/local.ini."""
import configparser
import csv
import json
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent
config = configparser.ConfigParser()
config.read(root / 'config/local.ini')
site = config.get('display', 'site', fallback='XX-00')
if site == 'XX-00':
    sys.exit('site not set')
with open(root / 'data/rooms.csv', newline='') as file:
    rooms = [row['room'] for row in csv.DictReader(file)]
(root / 'data/rooms.json').write_text(json.dumps({'site': site, 'rooms': rooms}, indent=2))
print(f'{len(rooms)} rooms for {site}')
