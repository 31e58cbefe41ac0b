import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, readMultipart } from './multipart.ts';

async function parts(body: Buffer, boundary: string, cuts: number[]) {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (body.length + 1)), body.length])].sort((a, b) => a - b);
  const chunks = places.slice(1).map((end, index) => body.subarray(places[index], end));
  const found: { name: string; fileName: string | null; data: Buffer }[] = [];
  await readMultipart(Readable.from(chunks, { objectMode: true }), boundary, {
    async begin(name, fileName) {
      found.push({ name, fileName, data: Buffer.alloc(0) });
    },
    async data(chunk) {
      const last = found.at(-1);
      if (last) last.data = Buffer.concat([last.data, chunk]);
    },
    async end() {},
  });
  return found;
}

function bodyOf(boundary: string, data: Buffer[]): Buffer {
  const pieces = data.flatMap((content, index) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="p${index}"; filename="f.bin"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

test('multipart parts arrive whole, however the body is split and whatever they contain', async () => {
  const awkward = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('', '\r\n', '\r\n--', '\r\n--XY', '--XYZ', '\r\n\r\n--XY\r\n').map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(awkward, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(2_000)), async (data, cuts) => {
      fc.pre(!data.some((part) => part.includes('\r\n--XYZ') || part.subarray(0, 5).toString() === '--XYZ'));
      const found = await parts(bodyOf('XYZ', data), 'XYZ', cuts);
      expect(found.map((part) => part.data.toString('hex'))).toEqual(data.map((part) => part.toString('hex')));
    }),
  );
});

test('a multipart body that ends early is an error', async () => {
  await expect(parts(bodyOf('XYZ', [Buffer.from('abc')]).subarray(0, -6), 'XYZ', [])).rejects.toThrow('last boundary');
});

test('multipart boundaries are read quoted and unquoted', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(boundaryOf('application/json')).toBeNull();
});
