"""The lab's {vary:app}, a page at a time: python3 {vary:app}.py PAGE"""
import json
import sys
import urllib.request
from pathlib import Path

ROWS_A_PAGE = {vary:count}
settings = dict(line.split('=', 1) for line in Path(__file__).with_name('.env').read_text().split())


def rows(page):
    first = (page - 1) * ROWS_A_PAGE
    url = f'https://{settings["ADDRESS"]}/{vary:app}?from={first}&rows={ROWS_A_PAGE}'
    request = urllib.request.Request(url, headers={'Key': settings['KEY']})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


if __name__ == '__main__':
    for row in rows(int(sys.argv[1])):
        print('  '.join(row))
