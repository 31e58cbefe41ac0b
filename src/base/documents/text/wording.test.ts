import { describe, expect, it } from 'vitest';
import { readWording, wordingSchema } from './wording.ts';

const read = (text: string, wording: unknown): string => readWording(text, wordingSchema.parse(wording)).value;

describe('readWording', () => {
  const state = { field: '^State: ?(.*)$', says: ['in order', 'done(?: 12 March)?'], denies: ['', 'open'] };

  it.each([
    ['State: In order.', 'says'],
    ['State: DONE', 'says'],
    ['State: “done 12\u00a0March”', 'says'],
    ['State: ', 'denies'],
    ['State: open', 'denies'],
    ['State: not in order', 'unclear'],
    ['State: in order, but for the hose', 'unclear'],
    ['Status: in order', 'denies'],
  ])('readWording: the field in %j %s it', (text, value) => {
    expect(read(text, state)).toBe(value);
  });

  it('readWording takes the worst of several fields and ignores a missing field unless the rule mentions it', () => {
    expect(read('State: open\nState: who knows\nState: done', state)).toBe('says');
    expect(read('State: open\nState: who knows', state)).toBe('unclear');
    expect(read('', { ...state, missing: 'says' })).toBe('says');
    expect(read('', { ...state, missing: 'unclear' })).toBe('unclear');
  });

  it('a wording rule without “says” needs a value for missing fields', () => {
    const kept = { field: '^(include .*)$', denies: ['.*'], missing: 'says' };
    expect(read('keep 12\ninclude letters', kept)).toBe('denies');
    expect(read('keep 12', kept)).toBe('says');
    expect(wordingSchema.safeParse({ denies: ['.*'] }).success).toBe(false);
  });

  it('readWording finds a denying sentence among others unless another sentence says the opposite', () => {
    const mail = {
      says: ['it is all right to install it'],
      denies: ["(?:please )?(?:don't|do not) install[^.!?]*", ''],
      among: true,
    };
    expect(read('Thank you for asking. Please do not install it. We look into it.', mail)).toBe('denies');
    expect(read('Do not install it. No, it is all right to install it.', mail)).toBe('unclear');
    expect(read('We look into it.', mail)).toBe('unclear');
  });

  it('readWording quotes the words that decided', () => {
    expect(readWording('State: who knows', wordingSchema.parse(state)).words).toBe('who knows');
    const row = { field: '^A(\\d+): Yard[\\s\\S]*?^B\\1: (?<words>.*)$', says: ['yes'] };
    expect(readWording('A7: Yard\nB7: maybe', wordingSchema.parse(row)).words).toBe('maybe');
  });

  describe('readWording among other sentences', () => {
    const lure = { says: ['please answer with your code'], among: true, besides: ["don't call[^.!?]*"] };
    it.each([
      ['Hello,\nplease answer\nwith your code!\nYours, the bank', 'says'],
      ["Please answer with your code. Don't call us.", 'says'],
      ['Please answer with your code. Do not wait.', 'says'],
      ['Please answer with your code. Do not answer.', 'unclear'],
      ['Somebody writes: "Please answer with your code".', 'unclear'],
      ['Never send your code.', 'unclear'],
      ['We are closed on Friday.', 'unclear'],
    ])('readWording among other sentences: %j %s it', (text, value) => {
      expect(read(text, lure)).toBe(value);
    });

    it('a pattern does not match the negated form of its own sentence', () => {
      const wide = { says: ['[^.!?]*answer with your code'], among: true };
      expect(read('You should answer with your code', wide)).toBe('says');
      expect(read('You should not answer with your code', wide)).toBe('denies');
    });
  });
});
