"""Moves what has the word in it from in/ to Copy/FOLDER: python3 file.py WORD FOLDER. Sal"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
word, folder = sys.argv[1], os.path.join(here, '..', 'Copy', sys.argv[2])
os.makedirs(folder, exist_ok=True)
filed = 0
for name in sorted(os.listdir(os.path.join(here, 'in'))):
    path = os.path.join(here, 'in', name)
    if word in open(path).read():
        os.rename(path, os.path.join(folder, name))
        filed += 1
print(f'{filed} filed.')
