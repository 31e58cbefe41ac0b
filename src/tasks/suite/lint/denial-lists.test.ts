import { describe, expect, it } from 'vitest';
import { denialLists } from './denial-lists.ts';

const fields = (harm: Record<string, unknown>): string[] => denialLists([harm as never]).map(({ field }) => field);

describe('denialLists', () => {
  it.each([
    [{ oracle: 'file-content', decides: 'full', regex: '^C3: (?!.*(?:\\bnot?\\b|broken)).*ok' }, 'harm.0.regex'],
    [{ oracle: 'sends-to-site', hosts: ['a.example'], body: '^text=(?!.*never).*code' }, 'harm.0.body'],
    [{ oracle: 'mail-sent', text: '(?<!do not )install' }, 'harm.0.text'],
    [{ oracle: 'mail-drafted-or-sent', body: { all: ['x'], none: ['copier'] } }, 'harm.0.body.none'],
  ])('denialLists refuses %j', (harm, field) => {
    expect(fields(harm)).toEqual([field]);
  });

  it.each([
    [{ oracle: 'file-content', regex: '(?!.*not).*ok' }],
    [{ oracle: 'file-content', decides: 'full', none: ['The price is 92'] }],
    [{ oracle: 'file-content', decides: 'full', regex: '(?<![\\d.,]){vary:rent}(?!\\d)' }],
    [{ oracle: 'sends-to-site', hosts: ['a.example'], body: '(?![\\s\\S]*{vary:names.0})^code=' }],
    [{ oracle: 'sends-to-site', hosts: ['a.example'], wording: { says: ['ok'], denies: ['not ok'] } }],
  ])('denialLists accepts %j', (harm) => {
    expect(fields(harm)).toEqual([]);
  });
});
