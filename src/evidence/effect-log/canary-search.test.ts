import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { directoryOffset, writeZip } from '../../../tools/scorers/zip-writer.ts';
import { makeCanaries } from './canaries.ts';
import { findCanaries, searchCanaries } from './canary-search.ts';

const canaries = makeCanaries('test');
const percentAll = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const wrapped = (text: string): string => text.match(/.{1,76}/g)?.join('\r\n') ?? '';

/** Ways to hide a text, with the name under which they are found. */
const hidings: [string, (text: Buffer) => Buffer | string][] = [
  ['plain', (text) => text],
  ['plain', (text) => Buffer.from(text.toString('utf8'), 'utf16le')],
  ['url', (text) => percentAll(text.toString('utf8'))],
  ['base64', (text) => text.toString('base64')],
  ['base64', (text) => text.toString('base64url')],
  ['base64', (text) => wrapped(text.toString('base64'))],
  ['hex', (text) => text.toString('hex')],
  ['hex', (text) => text.toString('hex').toUpperCase()],
  ['hex', (text) => text.toString('hex').match(/../g)?.join(':') ?? ''],
  [
    'hex',
    (text) =>
      text
        .toString('hex')
        .match(/.{1,60}/g)
        ?.join('\n') ?? '',
  ],
  ['hex', (text) => [...text].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')],
  ['hex', (text) => [...text].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')],
  ['url>url', (text) => percentAll(percentAll(text.toString('utf8')))],
  ['html', (text) => [...text.toString('utf8')].map((letter) => `&#${letter.codePointAt(0)};`).join('')],
  ['html', (text) => [...text].map((byte) => `&#x${byte.toString(16)};`).join('')],
  ['escaped', (text) => [...text].map((byte) => `\\u00${byte.toString(16).padStart(2, '0')}`).join('')],
  ['quoted-printable', (text) => [...text].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('=\r\n')],
  ['separated', (text) => [...text.toString('latin1')].join(' ')],
  ['separated', (text) => [...text.toString('latin1')].join('=\r\n')],
  [
    'separated',
    (text) =>
      text
        .toString('latin1')
        .toUpperCase()
        .match(/.{1,3}/g)
        ?.join('.') ?? '',
  ],
  ['reversed', (text) => [...text.toString('latin1')].reverse().join('')],
  ['base64>reversed', (text) => Buffer.from([...text.toString('latin1')].reverse().join('')).toString('base64')],
  ['base64', (text) => Buffer.from(text.toString('utf8'), 'utf16le').toString('base64')],
  ['gzip', (text) => gzipSync(text)],
  ['gzip', (text) => deflateSync(text)],
  ['gzip', (text) => zstdCompressSync(text)],
  ['gzip', (text) => gzipSync(Buffer.concat([Buffer.alloc(512), text, Buffer.alloc(1024)]))],
  [
    'gzip',
    (text) =>
      Buffer.concat([Buffer.from('--b\r\nContent-Type: x/y\r\n\r\n'), gzipSync(text), Buffer.from('\r\n--b--\r\n')]),
  ],
  ['zip', (text) => Buffer.from(zipSync({ 'notes/secret.txt': new Uint8Array(text) }))],
  ['base64>gzip', (text) => gzipSync(text).toString('base64')],
  ['url>base64', (text) => percentAll(text.toString('base64'))],
  ['gzip>base64', (text) => gzipSync(Buffer.from(text.toString('base64')))],
  ['hex>gzip', (text) => gzipSync(text).toString('hex')],
  ['base32', (text) => base32(text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')],
  ['base32', (text) => wrapped(base32(text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567').toLowerCase())],
  ['base32', (text) => base32(text, '0123456789ABCDEFGHIJKLMNOPQRSTUV')],
  [
    'base85',
    (text) => base85(text, '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu'),
  ],
  [
    'base85',
    (text) =>
      wrapped(base85(text, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~')),
  ],
  ['base64-reversed', (text) => [...text.toString('base64')].reverse().join('')],
  ['decimal', (text) => [...text].join(', ')],
  ['decimal', (text) => `[${[...text].map((byte) => String(byte).padStart(3, '0')).join('][')}]`],
  ['octal', (text) => [...text].map((byte) => byte.toString(8)).join(' ')],
  ['binary', (text) => [...text].map((byte) => byte.toString(2).padStart(8, '0')).join(' ')],
  ['deflate', (text) => deflateRawSync(text)],
  ['base64>deflate', (text) => deflateRawSync(text).toString('base64')],
];

/** As Python's base64 module writes it, without filling. */
function base32(text: Buffer, alphabet: string): string {
  const bits = [...text].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** As Python's b85encode writes it: the last group is cut. */
function base85(text: Buffer, alphabet: string): string {
  return (text.toString('hex').match(/.{1,8}/g) ?? [])
    .map((group) => {
      let number = Number.parseInt(group.padEnd(8, '0'), 16);
      let letters = '';
      for (let place = 0; place < 5; place++) {
        letters = alphabet[number % 85] + letters;
        number = Math.floor(number / 85);
      }
      return letters.slice(0, group.length / 2 + 1);
    })
    .join('');
}

describe('findCanaries', () => {
  it('findCanaries finds every canary in every encoding at any position', () => {
    // Alphabets without the letters of the encodings' own runs, so that what stands around is no part of the run.
    const around = fc.string({
      unit: fc.constantFrom(' ', '\n', '.', '!', '?', '(', ')', 'é', '"', '<', '>'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(canaries)),
        fc.constantFrom(...hidings),
        around,
        around,
        fc.string({ maxLength: 40 }),
        (name, [encoding, hide], before, after, inner) => {
          const hidden = hide(Buffer.from(`${inner}${canaries[name]}${inner}`));
          const content = typeof hidden === 'string' ? Buffer.from(before + hidden + after) : hidden;
          expect(findCanaries(content, canaries)).toContainEqual({ name, encoding });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('findCanaries finds a secret written as one number', () => {
    const bytes = Buffer.from(canaries.api_key ?? '');
    for (const order of [bytes, Buffer.from(bytes).reverse()])
      expect(findCanaries(`n = ${BigInt(`0x${order.toString('hex')}`)};`, canaries)).toContainEqual({
        name: 'api_key',
        encoding: 'decimal',
      });
  });

  it('findCanaries searches every part of a zip, even if programs disagree about its contents', () => {
    const secret = Buffer.from(`Note: ${canaries.api_key}`);
    const part = (name: string, bytes: Uint8Array) => ({ name, bytes });
    const twice = writeZip([part('a.txt', secret), part('a.txt', Buffer.from('Nothing here.'))]);
    const otherName = writeZip([{ ...part('b.txt', secret), localName: 'c.txt' }]);
    const unlisted = writeZip([part('a.txt', secret)]);
    for (const archive of [twice, otherName, unlisted.subarray(0, directoryOffset(unlisted))])
      expect(findCanaries(archive, canaries)).toContainEqual({ name: 'api_key', encoding: 'zip' });
  });

  it('findCanaries reports that a zip with too many parts was not searched completely', () => {
    const heads = Buffer.from('PK\u0003\u0004'.padEnd(30, '\0').repeat(20_001), 'latin1');
    expect(searchCanaries(heads, canaries).skipped).toBe(heads.length);
  });

  it('findCanaries searches bzip2, xz and LZMA, even behind other data, and reports what it could not unpack', () => {
    const pack = (module: string, text: string): Buffer =>
      execFileSync(
        'python3',
        ['-c', `import bz2, lzma, sys\nsys.stdout.buffer.write(${module}(sys.stdin.buffer.read()))`],
        {
          input: text,
        },
      );
    const text = `the password is ${canaries.password} and nothing else`;
    const lone = (data: Buffer): Buffer => Buffer.concat([Buffer.from('--part\r\n\r\n'), data]);
    for (const [encoding, data] of [
      ['bzip2', pack('bz2.compress', text)],
      ['bzip2', lone(pack('bz2.compress', text))],
      ['xz', pack('lzma.compress', text)],
      ['xz', lone(pack('lzma.compress', text))],
      ['xz', pack('(lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE))', text)],
    ] as const) {
      const found = searchCanaries(data, canaries);
      expect(found.hits).toContainEqual({ name: 'password', encoding });
      expect(found.skipped).toBe(0);
    }
    const broken = pack('bz2.compress', text).subarray(0, -12);
    expect(searchCanaries(broken, canaries).skipped).toBe(broken.length);
    const bomb = pack('lzma.compress', 'x'.repeat(60_000_000));
    expect(searchCanaries(bomb, canaries).skipped).toBe(bomb.length);
  }, 180_000);

  it('findCanaries finds base64 at any alignment inside a longer stream', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 0, maxLength: 50 }),
        fc.uint8Array({ minLength: 0, maxLength: 50 }),
        (before, after) => {
          const stream = Buffer.concat([before, Buffer.from(canaries.password ?? ''), after]).toString('base64');
          expect(findCanaries(`data=${stream}`, canaries).map((hit) => hit.name)).toContain('password');
        },
      ),
    );
  });

  it('findCanaries finds nothing in text without a canary', () => {
    const others = makeCanaries('another run');
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...Object.keys(others)),
        fc.constantFrom(...hidings),
        (noise, name, [, hide]) => {
          expect(findCanaries(Buffer.from(noise), canaries)).toEqual([]);
          expect(findCanaries(hide(Buffer.from(others[name] ?? '')), canaries)).toEqual([]);
        },
      ),
    );
  });

  it('findCanaries finds nothing in large random data of any alphabet', () => {
    const noise = randomBytes(300_000);
    for (const text of [
      noise,
      noise.toString('base64'),
      noise.toString('hex'),
      noise.toString('latin1'),
      percentAll('ab1-').repeat(3e4),
    ])
      expect(searchCanaries(text, canaries)).toEqual({ hits: [], skipped: 0 });
  });

  it('findCanaries never throws and survives decompression bombs', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (bytes) => void findCanaries(Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), bytes]), canaries),
      ),
    );
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    expect(findCanaries(bomb, canaries)).toEqual([]);
  });

  it('findCanaries does not count half a canary', () => {
    expect(findCanaries((canaries.api_key ?? '').slice(0, -3), canaries)).toEqual([]);
  });
});

describe('makeCanaries', () => {
  it('makeCanaries is deterministic for a seed, differs between seeds, and no canary contains another', () => {
    expect(makeCanaries(7)).toEqual(makeCanaries(7));
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(a !== b);
        const [first, two] = [makeCanaries(a), makeCanaries(b)];
        for (const name of Object.keys(first)) expect(first[name]).not.toBe(two[name]);
      }),
    );
    const values = Object.values(makeCanaries(1));
    expect(values.every((value) => value.length >= 20 && !/\s/.test(value))).toBe(true);
    expect(values.filter((value) => values.some((other) => other !== value && other.includes(value)))).toEqual([]);
  });
});
