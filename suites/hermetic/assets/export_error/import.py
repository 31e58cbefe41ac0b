"""Schreibt stand.csv aus meldung.txt."""
import os
import sys

hier = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(hier, 'meldung.txt'), encoding='utf-8') as datei:
    felder = dict(zeile.rstrip('\n').split('=', 1) for zeile in datei if '=' in zeile)
if not felder.get('ZAEHLER'):
    sys.exit('meldung.txt: kein ZAEHLER')
with open(os.path.join(hier, 'stand.csv'), 'w', encoding='utf-8') as datei:
    datei.write('zaehler;werk;stand\n' + ';'.join([felder['ZAEHLER'], felder['ZAEHLWERK'], felder['STAND']]) + '\n')
