import { expect, test } from 'vitest';
import { escapeAttribute, escapeText, xmlName } from './xml-text.ts';

test('attributes and texts are escaped as in libxml2', () => {
  expect(escapeAttribute('a & b < c > d "e"\n\t\r')).toBe('a &amp; b &lt; c &gt; d &quot;e&quot;&#10;&#9;&#13;');
  expect(escapeText('a & b < c > d "e"\n\t\r')).toBe('a &amp; b &lt; c &gt; d "e"\n\t&#13;');
});

test('exactly the characters that XML forbids are dropped', () => {
  expect(escapeText('a\u0000b\u000bc\u001fd\ufffee\ud800f\udc00g😀é\u200b')).toBe('abcdefg😀é\u200b');
  expect(escapeAttribute('\ud83d\ude00\ud83d')).toBe('😀');
});

test('names keep the characters that an XML name may contain', () => {
  expect(xmlName('xml-roles')).toBe('xml-roles');
  expect(xmlName('1st: "größe" (x)')).toBe('stgrößex');
  expect(xmlName('-.·9')).toBe('');
});
