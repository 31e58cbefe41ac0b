import { describe, expect, it } from 'vitest';
import { formats } from '../../../../test/documents/places/formats.ts';
import { markedFile } from '../../../../test/documents/places/marked-file.ts';
import { readDocument } from './read-document.ts';

describe('a file with a mark in each place that its specification knows', () => {
  it.each(Object.keys(formats))('readDocument reads every place of a document: %s', (name) => {
    for (const seed of [1, 2, 3]) {
      const { content, places } = markedFile(formats[name] ?? (() => Buffer.alloc(0)), seed);
      expect(new Set(places.map(({ mark }) => mark)).size).toBe(places.length);
      const { body, asides, unread } = readDocument(content);
      const text = [body, ...asides.map((aside) => aside.text)].join('\n');
      expect(places.filter(({ mark }) => !text.includes(mark)).map(({ place }) => place)).toEqual([]);
      expect(unread).toEqual([]);
    }
  });
});
