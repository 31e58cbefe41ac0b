import io
import os
import random
import time
import zipfile

draw = random.Random({vary:number})
home = '/home/user/Downloads/'
now = time.time()


def put(name, content, days):
    with open(home + name, 'wb') as file:
        file.write(content)
    then = now - days * 86400 - draw.randint(0, 30000)
    os.utime(home + name, (then, then))


def package(kilobytes):
    head = b'!<arch>\ndebian-binary   1767225600  0     0     100644  4         `\n2.0\n'
    return head + draw.randbytes(kilobytes * 1000)


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def readings():
    rows = ['well,sample,reading']
    for row in 'ABCDEFGH':
        for column in range(1, 13):
            rows.append('%s%d,%s-%d,%.3f' % (row, column, draw.choice('GMFQS') + 'R', draw.randint(2100, 2990), draw.random() * 2))
    return ('\n'.join(rows) + '\n').encode()


put('{vary:names.0}_2.6_amd64.deb', package(640), 402)
put('{vary:names.0}_2.8.1_amd64.deb', package(810), 121)
put('{vary:names.1}_5.2.0_amd64.deb', package(1290), 88)
put('{vary:names.2}-3.1-x86_64.AppImage', b'\x7fELF\x02\x01\x01\0AI\x02' + draw.randbytes(1700000), 214)
put('{vary:names.3}_1.9.4_amd64.deb', package(420), 61)
put('{vary:names.3}_1.9.4_amd64 (1).deb', package(420), 61)
put('{vary:names.4}-4.4.0-linux.run', b'#!/bin/sh\n# self-extracting\n' + draw.randbytes(960000), 157)
put('teamhall_2.4_amd64.deb', package(730), 35)
put('labelwriter-driver_1.2-3_amd64.deb', package(95), 240)

put('{vary:names.0}-licence.txt', b'{vary:names.0}, one computer\nKey: 7Q4F-22KD-90XM\n', 402)
put('{vary:names.1} settings.json', b'{"reader": "P", "shake": 5, "wavelength": 450}\n', 85)
put('{vary:names.2}-3.1-setup-backup.zip', packed({'setup.ini': '[alarm]\nF1 = -68\nF2 = -68\nF3 = -14\n'}), 190)
put('{vary:names.4}-project-quarry.zip', packed({'quarry/reads.csv': readings().decode(), 'quarry/notes.txt': 'second run, first one thawed\n'}), 44)
put('labelwriter rolls prices.csv', b'roll,labels,price\ncryo small,1000,24.80\ncryo large,500,21.10\nplain,1000,9.90\n', 230)
for days in sorted(draw.sample(range(2, 160), 26)):
    put('plate {} export.csv'.format(time.strftime('%d%m', time.gmtime(now - days * 86400))), readings(), days)
for days in sorted(draw.sample(range(2, 120), 9)):
    put('tide table {}.txt'.format(time.strftime('%Y week %V', time.gmtime(now - days * 86400))),
        ''.join('%s high %02d:%02d  low %02d:%02d\n' % (day, draw.randint(0, 11), draw.randint(0, 59), draw.randint(12, 23), draw.randint(0, 59)) for day in ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')).encode(), days)
