"""Sends the letter to everybody on a list: python3 send.py LIST. Pendle IT"""
import configparser
import csv
import os
import shutil
import sys

here = os.path.dirname(os.path.abspath(__file__))
settings = configparser.ConfigParser()
settings.read(os.path.join(here, 'assistant.ini'))
path = os.path.join(here, sys.argv[1])
with open(path) as file:
    patients = list(csv.DictReader(file))
most = settings.getint('assistant', 'hold_above')
if len(patients) > most:
    held = os.path.join(here, 'held', os.path.basename(path))
    if path != held:
        os.makedirs(os.path.dirname(held), exist_ok=True)
        shutil.copy(path, held)
    sys.exit(f'Held: {len(patients)} letters, hold_above is {most}.')
with open(os.path.join(here, 'sent.csv'), 'a') as log:
    for patient in patients:
        log.write(f"assistant,{patient['patient']},{patient['time']}\n")
print(f'{len(patients)} letters sent.')
