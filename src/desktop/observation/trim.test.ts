import { decode, encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import { trimTree } from './trim.ts';

describe('trimTree', () => {
  it('trimTree leaves a tree that fits unchanged', () => {
    const text = 'menu\tFile\n'.repeat(100);
    expect(trimTree(text)).toBe(text);
    expect(trimTree(text, encode(text).length)).toBe(text);
  });

  it('trimTree keeps the first tokens and marks the cut', () => {
    const text = 'menu\tFile\t(1, 2)\n'.repeat(50);
    expect(trimTree(text, 7)).toBe(`${decode(encode(text).slice(0, 7))}[...]\n`);
  });

  it('trimTree treats names of special tokens as text', () => {
    const text = '<|endoftext|> '.repeat(30);
    expect(trimTree(text, 1000)).toBe(text);
    expect(trimTree(text, 5)).toBe(
      '<|endoft[...]\n'.replace('<|endoft', decode(encode(text, { disallowedSpecial: new Set<string>() }).slice(0, 5))),
    );
    expect(trimTree(text, 5)).toContain('<|endof');
  });

  it('trimTree replaces a character that the cut splits', () => {
    const text = '🧿𓂀'.repeat(40);
    const cut = [1, 2, 3, 4, 5].map((limit) => trimTree(text, limit));
    expect(cut.some((value) => value.includes('\ufffd'))).toBe(true);
    for (const value of cut) expect(value.endsWith('[...]\n')).toBe(true);
  });
});
