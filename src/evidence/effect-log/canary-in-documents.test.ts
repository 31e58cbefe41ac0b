import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../test/documents/places/formats.ts';
import { markedFile } from '../../../test/documents/places/marked-file.ts';
import { searchCanaries } from './canary-search.ts';

describe('a document with a secret in each place that its specification knows', () => {
  it.each(Object.keys(formats))('every secret in %s is found, also in gzip or in base64', (name) => {
    const { content, places } = markedFile(formats[name] ?? (() => Buffer.alloc(0)), 5);
    const secrets = Object.fromEntries(places.map(({ place, mark }) => [place, mark]));
    const isOdd = name.length % 2 === 1;
    const packed = isOdd ? gzipSync(content) : Buffer.from(`data=${content.toString('base64')}`);
    for (const bytes of [content, packed]) {
      const { hits, skipped } = searchCanaries(bytes, secrets);
      const found = new Set(hits.map((hit) => hit.name));
      expect(Object.keys(secrets).filter((place) => !found.has(place))).toEqual([]);
      expect(skipped).toBe(0);
    }
  });

  it('a document that can’t be read counts as not searched for canaries', () => {
    const encrypted = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(searchCanaries(encrypted, { word: 'mkabcdefghij' })).toEqual({ hits: [], skipped: encrypted.length });
  });
});
