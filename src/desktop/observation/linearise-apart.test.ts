import { afterAll, expect, it } from 'vitest';
import { closeIdleReaders } from '../../base/reader/read-apart.ts';
import { linearise } from './linearise.ts';
import { lineariseApart } from './linearise-apart.ts';

afterAll(() => closeIdleReaders());

const label = '<label name="a" st:showing="true" st:visible="true" st:enabled="true">b\tc</label>';
const tree = (labels: number): string =>
  `<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state">${label.repeat(labels)}</desktop-frame>`;

it.each([3, 20_000])(
  'a tree of %d labels is linearised to the same text in a separate process',
  async (labels) => {
    const xml = tree(labels);
    expect(await lineariseApart(xml, { escape: true })).toBe(linearise(xml, { escape: true }));
  },
  60_000,
);

it('a long text that is not a tree throws', async () => {
  await expect(lineariseApart(`${tree(20_000)}<`)).rejects.toMatchObject({ code: 'tree-unreadable' });
}, 60_000);
