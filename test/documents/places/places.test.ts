import { describe, expect, it } from 'vitest';
import { formats } from './formats.ts';
import { markedFile } from './marked-file.ts';

describe('files with a mark in each place of their format', () => {
  it.each(Object.keys(formats))('%s: every mark is different', (name) => {
    const { places, content } = markedFile(formats[name] ?? (() => Buffer.alloc(0)), 1);
    expect(content.length).toBeGreaterThan(0);
    expect(new Set(places.map(({ mark }) => mark)).size).toBe(places.length);
  });
});
