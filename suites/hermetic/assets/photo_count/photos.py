"""Counts the photos of Beck Street by day. Steph, with help from Marta's lad."""
{vary:voice}
import collections
import pathlib

CODE = '??'
folder = pathlib.Path('/home/user/Sites/Beck Street/Photos/April')
days = collections.Counter(path.stem.split(' ')[0][4:8] for path in folder.iterdir())
print(CODE)
for day, count in sorted(days.items()):
    print(day, count)
print('days', len(days), 'most', max(days.values()) if days else 0)
