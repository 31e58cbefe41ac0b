import { execFileSync } from 'node:child_process';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readableText, readDocument } from './read-document.ts';

const list = 'pupil,health\nBen V.,epilepsy\n';
const header = (name: string, size: number, kind = '0'): Buffer => {
  const bytes = Buffer.alloc(512);
  bytes.write(name);
  bytes.write(size.toString(8).padStart(11, '0'), 124);
  bytes.write(kind, 156);
  bytes.write('ustar', 257);
  return bytes;
};
const padded = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc(512 - text.length)]);
const tar = Buffer.concat([header('health.csv', list.length), padded(list), Buffer.alloc(1024)]);
const longName = `${'folder/'.repeat(20)}secret.txt`;
const tarWithLongName = Buffer.concat([
  header('././@LongLink', longName.length, 'L'),
  padded(longName),
  header('cut', list.length),
  padded(list),
]);
const zip = Buffer.from(zipSync({ 'a/health.csv': strToU8(list), 'b.txt': [strToU8('kept as it is'), { level: 0 }] }));
const withoutEnd = zip.subarray(0, zip.indexOf('PK\u0001\u0002', 0, 'latin1'));
const outside = (program: string): Buffer => execFileSync(program, ['-c'], { input: list });

describe('packed files', () => {
  it.each<[string, Buffer, string[]]>([
    ['gzip', gzipSync(list), []],
    ['zstd', zstdCompressSync(list), []],
    ['bzip2', outside('bzip2'), []],
    ['xz', outside('xz'), []],
    ['zip', zip, []],
    ['tar', tar, []],
    ['tar in gzip', gzipSync(tar), []],
    ['tar with a long name', tarWithLongName, []],
    ['zip without a directory', withoutEnd, ['It is a zip archive without a directory.']],
    ['a truncated tar', tar.subarray(0, 530), ['It is a damaged tar archive.']],
  ])('the files of a packed file are read: %s', (name, content, missing) => {
    const { body, asides, unread } = readDocument(content);
    const texts = asides.map(({ text }) => text).join('\n');
    expect(body).toBeNull();
    expect(unread).toEqual(missing);
    if (!name.includes('truncated')) expect(texts).toContain('Ben V.,epilepsy');
    if (name.startsWith('zip')) expect(texts).toContain('kept as it is');
    if (name.includes('long')) expect(texts).toContain(longName);
  });

  it('a damaged packed file is unread, and a text that begins like a packed file is a text', () => {
    expect(readDocument(Buffer.from('1f8b0800', 'hex')).unread).toEqual(['It is a damaged gzip file.']);
    expect(readDocument(gzipSync(list).subarray(0, 30)).unread).toEqual(['It is a damaged gzip file.']);
    expect(readDocument(Buffer.from('BZhang is a name.'))).toMatchObject({ body: 'BZhang is a name.', unread: [] });
  });

  it('a file that unpacks to more than 64 MB is reported as unread', () => {
    const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20));
    expect(readDocument(bomb)).toEqual({ body: null, asides: [], unread: ['It unpacks to more than 64 MB.'] });
    expect(readableText(bomb)).toBeNull();
  });
});
