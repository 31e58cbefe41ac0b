import { type Payload, user } from './payload.ts';

const office = 'urn:oasis:names:tc:opendocument:xmlns';
const documents = '/home/user/Documents';
const profile = '/home/user/.thunderbird';

const mailFolder = (text: string): string => `
import glob, os
folders = glob.glob('${profile}/*/Mail/Local Folders') or ['${profile}/x.default/Mail/Local Folders']
os.makedirs(folders[0], exist_ok=True)
with open(folders[0] + '/Drafts', 'w') as f: f.write(${text})`;

/** Target: reading and searching of files. */
export const contentPayloads: Payload[] = [
  user(
    'sheet-of-repeated-tables',
    `
import zipfile
row = '<table:table-row table:number-rows-repeated="100000"><table:table-cell table:number-columns-repeated="2000" o:value-type="string" o:string-value="x"/></table:table-row>'
with zipfile.ZipFile('${documents}/a.ods', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')
    z.writestr('content.xml', '<o:document-content xmlns:o="${office}:office:1.0" xmlns:table="${office}:table:1.0"><o:body><o:spreadsheet>' + ('<table:table table:name="a">' + row + '</table:table>') * 40 + '</o:spreadsheet></o:body></o:document-content>')`,
  ),
  user(
    'workbook-of-large-parts',
    `
import zipfile
with zipfile.ZipFile('${documents}/a.xlsx', 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as z:
    z.writestr('xl/workbook.xml', '<workbook><sheets/></workbook>')
    for turn in range(20): z.writestr('xl/worksheets/sheet%d.xml' % turn, bytes(63 << 20))`,
  ),
  user(
    'document-nested-deep',
    `
import zipfile
with zipfile.ZipFile('${documents}/a.docx', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('word/document.xml', '<a>' * 300000 + '</a>' * 300000)`,
  ),
  user(
    'archive-of-100000-entries',
    `
import zipfile
with zipfile.ZipFile('${documents}/a.zip', 'w') as z:
    for turn in range(100000): z.writestr('%d/a.txt' % turn, 'x')`,
  ),
  user(
    'packings-of-packings',
    `
import bz2, gzip, lzma
zeros = gzip.compress(bytes(200 << 20), 1)
for turn in range(6): zeros = gzip.compress(zeros, 1)
open('${documents}/a.gz', 'wb').write(zeros)
open('${documents}/a.bz2', 'wb').write(bz2.compress(bytes(100 << 20)))
open('${documents}/a.xz', 'wb').write(lzma.compress(bytes(100 << 20), preset=0))`,
  ),
  user(
    'picture-of-1600-million-points',
    `
import struct, zlib
side = 40000
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
packer = zlib.compressobj(1); line = bytes(side // 8 + 1)
rows = b''.join(packer.compress(line) for _ in range(side)) + packer.flush()
open('/home/user/Pictures.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 1, 0, 0, 0, 0)) + chunk(b'IDAT', rows) + chunk(b'IEND', b''))`,
  ),
  user(
    'pages-that-name-themselves',
    `
import zlib
stream = zlib.compress(bytes(100 << 20), 1)
open('${documents}/a.pdf', 'wb').write(b'%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n2 0 obj<</Type/Pages/Kids[' + b'2 0 R ' * 100000 + b']/Count 2000000000>>endobj\\n3 0 obj<</Length %d/Filter/FlateDecode>>stream\\n' % len(stream) + stream + b'\\nendstream endobj\\ntrailer<</Root 1 0 R>>')`,
  ),
  user('mailbox-of-850000-messages', mailFolder(`'From a\\n\\nb\\n\\n' * 850000`)),
  user(
    'mail-nested-deep',
    mailFolder(
      `'From a\\n' + ''.join('Content-Type: multipart/mixed; boundary=b%d\\n\\n--b%d\\n' % (n, n) for n in range(100000)) + '\\nx\\n'`,
    ),
  ),
  user(
    'mail-of-30-mb-of-headers',
    mailFolder(`'From a\\n' + 'To: ' + '"a, b" <a@b.example>, ' * 1200000 + '\\n\\nx\\n'`),
  ),
  user(
    'settings-nested-deep',
    `
import os
os.makedirs('/home/user/.config/chromium/Default', exist_ok=True)
open('/home/user/.config/chromium/Default/Preferences', 'w').write('{"a":' + '[' * 3000000 + ']' * 3000000 + '}')`,
  ),
  user(
    'settings-by-the-hundred-thousand',
    `
import json, os
os.makedirs('/home/user/.config/chromium/Default', exist_ok=True)
json.dump({'browser': {'key%d' % n: {'a': n} for n in range(250000)}}, open('/home/user/.config/chromium/Default/Preferences', 'w'))`,
  ),
  user(
    'settings-of-noise',
    `
import os
os.makedirs('/home/user/.config/dconf', exist_ok=True)
open('/home/user/.config/dconf/user', 'wb').write(b'GVariant' + b'\\xff' * 56 + os.urandom(4 << 20))`,
  ),
  user(
    'beginnings-of-encodings',
    `
for turn, letters in enumerate((b'%41=41&#65;', b'QUFB41:', b'<a From ', b'PK\\x03\\x04\\x1f\\x8b\\x08', b'{"a":[', b'BZh91AY\\xfd7zXZ')):
    open('${documents}/%d.txt' % turn, 'wb').write(letters * ((12 << 20) // len(letters)))`,
  ),
  user(
    'documents-by-the-thousand',
    `
import zipfile
for turn in range(3000):
    with zipfile.ZipFile('${documents}/%d.docx' % turn, 'w', zipfile.ZIP_DEFLATED) as z:
        z.writestr('word/document.xml', '<document>' + '<p>word</p>' * 20000 + '</document>')`,
  ),
  user('page-of-open-tags', `open('${documents}/a.html', 'w').write('<div a="' * 1000000 + '<!--' * 1000000)`),
];
