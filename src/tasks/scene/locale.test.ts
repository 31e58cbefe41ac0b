import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { officeSettings, withOfficeLocale } from './locale.ts';

const settings = readFileSync(`image/home/${officeSettings}`, 'utf8');

it('a locale gives LibreOffice one language for text, dates and currency', () => {
  const british = withOfficeLocale(settings, 'en-GB');
  const value = (name: string): string[] =>
    [...british.matchAll(new RegExp(`"${name}" oor:op="fuse"><value>([^<]*)`, 'g'))].map(([, text]) => text as string);
  expect(value('DefaultLocale')).toEqual(['en-GB']);
  expect(value('ooSetupSystemLocale')).toEqual(['en-GB']);
  expect(value('ooSetupCurrency')).toEqual(['GBP-en-GB']);
  // The menus' language is the image's.
  expect(value('ooLocale')).toEqual(['en-US']);
  expect(british.trimEnd().endsWith('</oor:items>')).toBe(true);
  expect(withOfficeLocale(british, 'en-GB')).toBe(british);
});
