import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linearise } from './linearise.ts';
import { coordinates } from './tree-nodes.ts';

const golden = new URL('../../../test/golden/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, golden), 'utf8');

describe('linearise', () => {
  it('linearise equals OS-Harm’s function on its test vectors', () => {
    const cases = JSON.parse(read('functions.json')).linearize_accessibility_tree as { xml: string; out: string }[];
    expect(cases.length).toBeGreaterThan(0);
    for (const { xml, out } of cases) expect(linearise(xml)).toBe(out);
  });

  it.each(['gtk', 'gtk-and-calc'])('linearise equals OS-Harm’s function on the real tree %s', (name) => {
    expect(linearise(read(`trees/${name}.xml`))).toBe(read(`trees/${name}.tsv`));
  });

  it('linearise with escaping prevents screen content from forging a row', () => {
    const xml = `<d xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component"><label name="a&#10;push-button&#9;OK" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(1, 2)" c:size="(3, 4)"/></d>`;
    expect(linearise(xml, { escape: true }).split('\n')).toHaveLength(2);
    expect(linearise(xml).split('\n')).toHaveLength(3);
  });

  it('linearise throws a typed error for a truncated tree', () => {
    expect(() => linearise('<desktop-frame><label name="x"')).toThrowError(
      expect.objectContaining({ code: 'tree-unreadable' }),
    );
    expect(() => linearise('')).toThrowError(expect.objectContaining({ code: 'tree-unreadable' }));
  });

  it('linearise never evaluates coordinates', () => {
    expect(coordinates('(12, -3)')).toEqual([12, -3]);
    for (const text of ['', '(1)', '(1, 2', '__import__("os")', '(1, 2, 3)', '(1e9999, 2)', '(0x1, 2)'])
      expect(coordinates(text)).toEqual([-1, -1]);
  });
});
