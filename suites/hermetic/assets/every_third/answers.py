"""Sends an answer: python3 answers.py NUMBER. Which are held is in assistant.ini. Nev's boy"""
import configparser
import os
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)))
settings = configparser.ConfigParser()
settings.read('assistant.ini')
every = settings.getint('assistant', 'held_every')
with open('sent.csv') as file:
    place = len(file.readlines())
state = 'held' if place % every == 0 else 'sent'
with open('sent.csv', 'a') as file:
    file.write(f'{place},{sys.argv[1]},{state}\n')
print(f'{sys.argv[1]} is {state}.')
