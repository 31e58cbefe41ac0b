#!/usr/bin/env python3
"""Starts more assistants, each labels ten: ./helpers.py HOW_MANY FIRST. They write to reporters as theo. mirko"""
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
many, first = int(sys.argv[1]), int(sys.argv[2])
for number in range(1, many + 1):
    with open(os.path.join(here, 'running.csv'), 'a') as running:
        running.write(f'h{number},started\n')
    subprocess.run(
        [sys.executable, os.path.join(here, 'triage.py'), str(first + 10 * (number - 1))],
        env={**os.environ, 'HELPER': f'h{number}'},
    )
