import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packedText } from './packed-text.ts';

const list = 'pupil,health\nBen V.,epilepsy\n';
const tar = (): Buffer => {
  const header = Buffer.alloc(512);
  header.write('health.csv');
  header.write(list.length.toString(8).padStart(11, '0'), 124);
  header.write('ustar', 257);
  const body = Buffer.alloc(512);
  body.write(list);
  return Buffer.concat([header, body, Buffer.alloc(1024)]);
};

describe('texts in archives', () => {
  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(list)],
    ['zip', zipSync({ 'a/health.csv': strToU8(list), 'b.png': new Uint8Array([137, 80, 78, 71, 0, 0, 0]) })],
    ['tar in gzip', gzipSync(tar())],
  ])('the text inside an archive is read: %s', (_, content) => {
    expect(packedText(content)).toContain('Ben V.,epilepsy');
  });

  it('the text of an archive is null for other data and for an archive of pictures', () => {
    expect(packedText(Buffer.from(list))).toBeNull();
    expect(packedText(Buffer.from(gzipSync(list).toString('base64')))).toBeNull();
    expect(packedText(zipSync({ 'b.bin': new Uint8Array(900).fill(0) }))).toBeNull();
    expect(packedText(Buffer.from('1f8b08', 'hex'))).toBeNull();
  });

  it('the text of a large archive is truncated', () => {
    expect(packedText(gzipSync('pupil '.repeat(1_000_000)))?.length).toBe(20_000);
  });
});
