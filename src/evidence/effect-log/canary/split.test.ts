import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCanaries } from '../canaries.ts';
import { SplitSearch } from './split.ts';

const canaries = makeCanaries('split');
const cut = (text: string, length: number): string[] => text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];

describe('SplitSearch', () => {
  it('SplitSearch finds a secret cut into pieces of any length, plain or encoded, with the request that completed it', async () => {
    const encode = fc.constantFrom<[string, (text: string) => string]>(
      ['split', (text) => text],
      ['split>base64', (text) => Buffer.from(text).toString('base64')],
      ['split>hex', (text) => Buffer.from(text).toString('hex')],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(canaries)),
        encode,
        fc.integer({ min: 1, max: 15 }),
        async (name, [encoding, hide], length) => {
          const search = new SplitSearch(canaries);
          const pieces = cut(hide(canaries[name] ?? ''), length);
          const found = [];
          for (const value of pieces) found.push(...(await search.add([{ stream: 'x.example d', value }])));
          expect(found).toEqual([{ name, encoding }]);
        },
      ),
    );
  });

  it.each([
    ['split', (text: string) => text],
    ['split>hex', (text: string) => Buffer.from(text).toString('hex')],
  ])(
    'SplitSearch finds characters sent one by one, also doubled ones, each sent once or twice: %s',
    async (encoding, hide) => {
      const doubled = { password: 'Harbor-aabbccddWWq9911zz' };
      for (const times of [1, 2]) {
        const search = new SplitSearch(doubled);
        const letters = [...hide(doubled.password)].flatMap((letter) => Array.from({ length: times }, () => letter));
        const found = [];
        for (const value of letters) found.push(...(await search.add([{ stream: 'x.example d', value }])));
        expect(found).toEqual([{ name: 'password', encoding }]);
      }
    },
  );

  it('SplitSearch keeps streams apart and its memory bounded', async () => {
    const search = new SplitSearch(canaries);
    const [first = '', second = ''] = cut(canaries.password ?? '', 12);
    expect(await search.add([{ stream: 'a', value: first }])).toEqual([]);
    expect(await search.add([{ stream: 'b', value: second }])).toEqual([]);
    for (let count = 0; count < 300; count++)
      expect(await search.add([{ stream: 'a', value: `word ${count} ` }])).toEqual([]);
    expect(await search.add([{ stream: 'a', value: second }])).toEqual([]);
  });
});
