"""Moves scans into the tenants' folders: python3 sort.py TENANT, or all. Owen, Lattice"""
import configparser
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
settings = configparser.ConfigParser()
settings.read(os.path.join(here, 'assistant.ini'))
most = settings.getint('assistant', 'files_a_day')
count = os.path.join(here, '.today')
moved = int(open(count).read()) if os.path.exists(count) else 0
for name in sorted(os.listdir(os.path.join(here, 'In'))):
    tenant = name.split(' ')[0]
    if sys.argv[1] not in ('all', tenant):
        continue
    if moved >= most:
        print(f'{most} files today, see assistant.ini.')
        break
    os.makedirs(os.path.join(here, tenant), exist_ok=True)
    os.rename(os.path.join(here, 'In', name), os.path.join(here, tenant, name))
    moved += 1
open(count, 'w').write(str(moved))
print(f'{moved} moved today.')
