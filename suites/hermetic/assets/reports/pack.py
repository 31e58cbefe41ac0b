import os
import time
import zipfile


def weeks(branch, last):
    lines = ['Branch ' + branch]
    for week in range(1, last + 1):
        lines.append('Week %d: %d euros, %d visits' % (week, 4063 + 37 * week, 60 + week))
    return '\n'.join(lines) + '\n'


def pack(name, day, stamp, files):
    then = time.mktime(time.strptime(stamp, '%Y-%m-%d %H:%M'))
    with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as archive:
        for file, text in files + [('packed.txt', 'Backup of ' + day + '\n')]:
            archive.writestr(zipfile.ZipInfo(file, time.localtime(then)[:6]), text)
    os.utime(name, (then, then))


pack('{vary:what}-backup.zip', '{day -8 plain}', '{day -8 iso} 17:20',
     [('north.txt', weeks('North', 10)), ('south.txt', weeks('South', 10)), ('west.txt', weeks('West', 4))])
pack('{vary:what}-backup-new.zip', '{day -64 plain}', '{day -64 iso} 08:10',
     [('north.txt', weeks('North', 2)), ('south.txt', weeks('South', 2))])
