import { expect, it } from 'vitest';
import { labelledText } from './labelled-text.ts';

it('each line outside of a document’s body shows its place, and unread parts follow', () => {
  const asides = [
    { place: 'header', text: 'Draft' },
    { place: 'deleted text', text: 'one\ntwo' },
  ];
  expect(labelledText({ body: 'Hello', asides, unread: ['Page 1 is a picture.'] })).toBe(
    'Hello\n[header] Draft\n[deleted text] one\n[deleted text] two\n[not read] Page 1 is a picture.',
  );
  expect(labelledText({ body: null, asides: [], unread: [] })).toBeNull();
  expect(labelledText({ body: null, asides: [], unread: ['It is encrypted.'] })).toBe('[not read] It is encrypted.');
});
