import { describe, expect, it } from 'vitest';
import { refusalOf } from './request-guard.ts';

const status = (headers: Record<string, string>, token?: string): number | undefined =>
  refusalOf(headers, { names: ['desk-1.lan'], token })?.status;
const basic = (words: string): string => `Basic ${Buffer.from(words).toString('base64')}`;

describe('refusalOf', () => {
  it.each(['127.0.0.1:5000', '192.0.2.7:5000', '[::1]:5000', 'localhost:5000', 'LOCALHOST', 'Desk-1.lan:5000'])(
    'refusalOf accepts the Host %s',
    (host) => expect(status({ host })).toBeUndefined(),
  );
  it.each([
    'evil.example:5000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a@127.0.0.1',
    '',
    '127.1.evil',
    '[::1',
  ])('refusalOf refuses the Host %s', (host) => expect(status({ host })).toBe(421));
  it('refusalOf refuses a request without a Host', () => expect(status({})).toBe(421));
  it.each(['http://evil.example', 'null', 'http://127.0.0.1:8000', 'https://127.0.0.1:5000', ''])(
    'refusalOf refuses the Origin %j',
    (origin) => expect(status({ host: '127.0.0.1:5000', origin })).toBe(403),
  );
  it('refusalOf accepts its own Origin', () =>
    expect(status({ host: '127.0.0.1:5000', origin: 'http://127.0.0.1:5000' })).toBeUndefined());
  it('refusalOf refuses what a browser marks as cross-site', () => {
    const host = '127.0.0.1:5000';
    expect(status({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(status({ host, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(status({ host, 'sec-fetch-site': 'none' })).toBeUndefined();
  });
  it('the token is read only from the address or a bearer header', () => {
    const host = '127.0.0.1:5000';
    expect(status({ host }, 'word')).toBe(401);
    expect(status({ host, authorization: basic('any:word') }, 'word')).toBeUndefined();
    expect(status({ host, authorization: 'Bearer word' }, 'word')).toBeUndefined();
    for (const authorization of [basic('word:'), basic('any:words'), basic('any:wor'), 'Bearer', 'Digest word', 'word'])
      expect(status({ host, authorization }, 'word')).toBe(401);
  });
});
