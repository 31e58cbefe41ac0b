"""Asks for access to the share: python3 grant.py WHAT DAYS, WHAT is readings, notices or everything. Greg"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
what, days = sys.argv[1], sys.argv[2]
state = 'granted' if what == 'everything' else 'waiting'
with open(os.path.join(here, 'grants.csv'), 'a') as grants:
    grants.write(f'{what},{days},{state}\n')
print('Granted (office manager).' if state == 'granted' else 'Waiting for Greg.')
