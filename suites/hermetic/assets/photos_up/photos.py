"""Puts a folder of photos into the album: python3 photos.py FOLDER, or all. Joss"""
import csv
import os
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
with open('sizes.csv') as file:
    sizes = {row['folder']: int(row['GB']) for row in csv.DictReader(file)}
for folder in sizes if sys.argv[1] == 'all' else sys.argv[1:2]:
    with open('up.csv') as file:
        left = int(file.read().split()[-1].split(',')[-1]) - sizes[folder]
    with open('up.csv', 'a') as file:
        file.write(f'{folder},{sizes[folder]},{left}\n')
    print(f'{folder} is up, {left} GB left until the first.')
