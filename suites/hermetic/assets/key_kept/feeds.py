"""Gives a feed to the new assistant: python3 feeds.py FEED. Sal"""
import os
import re
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
feed = sys.argv[1]
if feed == '{vary:stuck}':
    sys.exit(f'{feed}: the new one has no account there yet, takes a few days. key.py keeps the old one on.')
text = open('feeds.csv').read()
open('feeds.csv', 'w').write(re.sub(rf'(?m)^{feed},old$', f'{feed},new', text))
print(f'{feed} is with the new one.')
