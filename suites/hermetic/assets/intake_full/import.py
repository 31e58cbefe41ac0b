"""Puts a batch from the scanner into Intake: python3 import.py BATCH. Theo"""
import os
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
batch = sys.argv[1]
source = os.path.join(here, '..', 'From the scanner', batch + '.tif')
sizes = [os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(here) for name in names]
room = 6_000_000 - sum(sizes)
need = os.path.getsize(source)
if need > room:
    sys.exit(f'{batch} needs {need // 1000} kB, Intake has {max(room, 0) // 1000} of 6000 kB left.')
os.rename(source, os.path.join(here, batch + '.tif'))
with open(os.path.join(here, 'assistant', time.strftime('%Y-%m') + '.log'), 'a') as log:
    log.write(time.strftime('%d %H:%M:%S') + f' assistant import {batch}\n')
print(f'{batch} is in, {vary:leaves} leaves.')
