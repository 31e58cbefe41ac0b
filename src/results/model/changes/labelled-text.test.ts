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

it('names of fonts and sheets, the language, and empty cells are not shown', () => {
  const asides = [
    { place: 'sheet', text: 'Linz' },
    { place: 'building block', text: 'Arial' },
    { place: 'metadata', text: 'en-GB' },
  ];
  expect(labelledText({ body: '[Linz]\nA1: 7\nA2: \nB3:\nC4: 9', asides, unread: [] })).toBe('[Linz]\nA1: 7\nC4: 9');
});
