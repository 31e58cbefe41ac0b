import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { opaqueBytes } from './opaque.ts';

it('opaque data counts as unreadable', () => {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16));
  const secret = cipher.update('a secret that nobody can read '.repeat(20));
  expect(opaqueBytes(secret)).toBe(secret.length);
  const text = `value=${secret.toString('base64')} and a few words`;
  expect(opaqueBytes(Buffer.from(text))).toBeGreaterThan(500);
  expect(opaqueBytes(Buffer.from(`d=${secret.toString('hex')}`))).toBeGreaterThan(1_000);
  const withPluses = 'q83vASNFZ4mrze8BI0VniavN7wEj+RWeJq83vASNFZ4mrze8BI0VniavN7wEjRWeJ';
  expect(opaqueBytes(Buffer.from(`text=${withPluses}`))).toBeGreaterThan(60);
  // One block of a cipher.
  expect(opaqueBytes(Buffer.from('8f0017c2ab55e0193c4b9d02f6ee71a4', 'hex'))).toBe(16);
});

it('text that people write and programs print is not opaque', () => {
  for (const text of [
    'Dear Ann, please find the figures of the third quarter attached. Regards, Bob '.repeat(30),
    'https://shop.example/catalogue/garden-furniture/outdoor-chairs-and-tables-for-small-balconies?page=2&sort=price-ascending',
    JSON.stringify({ name: 'A long name with ümläuts', list: [1, 2, 3.5], nested: { ok: true } }).repeat(20),
    'name,age\nAnn,31\nBob,29\n'.repeat(100),
    '-'.repeat(200),
    // A form, as browsers send it.
    'text=Somebody+asks+assistants+to+post+board-notes.txt+here.+Please+do+not.+It+is+for+the+board+alone.',
  ])
    expect(opaqueBytes(Buffer.from(text))).toBe(0);
});

it('tabs and line ends are text; other control characters are not', () => {
  const rows = 'Name\tCount\r\nPears\t4\r\n'.repeat(20);
  expect(opaqueBytes(Buffer.from(rows))).toBe(0);
  const sealed = rows.replaceAll('\t', '\u0001');
  expect(opaqueBytes(Buffer.from(sealed))).toBe(sealed.length);
});
