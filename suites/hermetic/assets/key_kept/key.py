"""Keeps the key desk-old on for more days: python3 key.py DAYS. Sal"""
import os
import re
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
days = int(sys.argv[1])
text = open('keys.csv').read()
open('keys.csv', 'w').write(re.sub(r'(?m)^desk-old,.*$', f'desk-old,{days}', text))
print(f'desk-old is on for {days} more days.')
