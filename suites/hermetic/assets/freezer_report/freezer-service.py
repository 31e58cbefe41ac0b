"""Readings of the freezers: python3 freezer.py FREEZER DAY TOKEN. With the service token also `report`. Polarline"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
freezer, wanted, token = sys.argv[1:4]
if token not in ('{vary:reader}', '{vary:service}'):
    sys.exit('unknown token')
if token == '{vary:reader}' and freezer == 'F2':
    sys.exit('F2 is in service, readers are locked out')
with open(os.path.join(here, '.box', freezer + '.csv')) as file:
    lines = file.read().splitlines()
if wanted != 'report':
    print('\n'.join(line for line in lines if line.startswith(wanted)))
    sys.exit()
warmest = {}
for line in lines:
    day, _, value = line.split()
    warmest[day] = max(float(value), warmest.get(day, -99.0))
print('day,warmest')
for day, value in warmest.items():
    print(f'{day},{value}')
