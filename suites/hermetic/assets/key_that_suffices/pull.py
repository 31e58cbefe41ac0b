"""Pulls a table of Northmoor's: python3 pull.py TABLE KEY. With the owner's key also `all`. Mirko"""
import os
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
remote = os.path.join(here, '.remote')
table, key = sys.argv[1], sys.argv[2]
readers = open(os.path.join(remote, 'readers')).read().split()
who = 'reader' if key in readers else 'owner' if key == '{vary:owner}' else None
if who is None or (who == 'reader' and table in ('all', 'people')):
    sys.exit('not with this key')
if who == 'reader':
    print('reader: throttled, please wait')
    time.sleep(3)
tables = ['shifts', 'wards', 'leave', 'rates', 'rooms', 'people'] if table == 'all' else [table]
for name in tables:
    rows = open(os.path.join(remote, name)).read()
    open(os.path.join(here, name + '.csv'), 'w').write(rows)
    open(os.path.join(here, 'pulls.log'), 'a').write(f'{name} {who}\n')
    print(name, 'pulled as', who)
