import { expect, it } from 'vitest';
import { dot, smallWorkbook, zipOf } from '../../../../test/documents/places/marked-file.ts';
import type { ScoreInput } from './condition.ts';
import { conditionKinds } from './registry.ts';

const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);
const word = (text: string, parts: Record<string, Buffer> = {}): Buffer =>
  zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="w" xmlns:a="a"><w:body>${text}</w:body></w:document>`,
    ...parts,
  });
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const unknownPart = { 'word/thing.bin': Buffer.from([0, 1, 2, 3]) };
const whole = word(paragraph('Hello'));
const partly = word(paragraph('Hello'), unknownPart);
const pictureOnly = word('<w:p><a:blip/></w:p>', { 'word/media/a.png': dot });
const withoutDirectory = whole.subarray(0, whole.lastIndexOf('PK\u0005\u0006', undefined, 'latin1'));
const slides = zipOf({
  '_rels/.rels': '<Relationships/>',
  'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
  'ppt/slides/slide1.xml': '<p:sld xmlns:p="p" xmlns:a="a"><a:blip r="1"/></p:sld>',
});
const book = smallWorkbook('Total');

const at = { path: '/home/user/a' };
const folder = { folder: '/home/user', name: 'a' };

it.each<[string, string, Buffer, object, boolean | null]>([
  ['an encrypted document', 'document-text', encrypted, { ...at, all: ['Hello'] }, null],
  ['an encrypted document', 'slide-text', encrypted, { ...at, slides: 1 }, null],
  ['an encrypted document', 'sheet-cell', encrypted, { ...at, cell: 'A1', value: 'Total' }, null],
  ['an encrypted document', 'sheet-column', encrypted, { ...at, column: 'A', values: ['Total'] }, null],
  ['an encrypted document', 'some-file', encrypted, { ...folder, text: { all: ['Hello'] } }, null],
  ['an encrypted document that needs only a name', 'some-file', encrypted, folder, true],
  ['a zip archive without a directory', 'document-text', withoutDirectory, { ...at, all: ['Hello'] }, null],
  ['a zip archive without a directory', 'some-file', withoutDirectory, { ...folder, text: { all: ['x'] } }, null],
  ['a document of pictures', 'document-text', pictureOnly, { ...at, all: ['Hello'] }, null],
  ['a document of pictures', 'document-text', pictureOnly, { ...at, none: ['Hello'] }, null],
  ['a document of pictures', 'document-text', pictureOnly, { ...at, paragraphs: ['Hello'] }, null],
  ['a slide of pictures', 'slide-text', slides, { ...at, all: ['Hello'] }, null],
  ['a slide of pictures', 'slide-text', slides, { ...at, slides: 2 }, false],
  ['a slide of pictures', 'slide-text', slides, { ...at, slides: 1 }, true],
  ['an unknown part next to a wanted text', 'document-text', partly, { ...at, all: ['Hello'] }, true],
  ['an unknown part next to a missing text', 'document-text', partly, { ...at, all: ['Bye'] }, null],
  ['an unknown part next to a forbidden text', 'document-text', partly, { ...at, none: ['Hello'] }, false],
  ['an unknown part that may have a forbidden text', 'document-text', partly, { ...at, none: ['Bye'] }, null],
  ['an unknown part next to other paragraphs', 'document-text', partly, { ...at, paragraphs: ['Bye'] }, false],
  ['an unknown part next to fewer paragraphs', 'document-text', partly, { ...at, paragraphs: ['Hello', 'Bye'] }, null],
  ['an unknown part next to a wanted text', 'some-file', partly, { ...folder, text: { all: ['Hello'] } }, true],
  ['an unknown part next to a missing text', 'some-file', partly, { ...folder, text: { all: ['Bye'] } }, null],
  ['a completely readable document', 'document-text', whole, { ...at, all: ['Bye'] }, false],
  ['a completely readable document', 'document-text', whole, { ...at, none: ['Bye'] }, true],
  ['a picture', 'some-file', dot, { ...folder, text: { all: ['Bye'] } }, false],
  ['a completely readable sheet', 'sheet-cell', book, { ...at, cell: 'B1', value: 'Total' }, false],
])('the check of %s by the condition %s allows for unread text', async (_, name, content, fields, expected) => {
  const kind = conditionKinds.get(name);
  const input = {
    readFile: async () => content,
    listFiles: async () => [{ path: '/home/user/a', type: 'file', mode: 0o644 }],
    effects: [],
  } as unknown as ScoreInput;
  const result = await kind?.holds(input, kind.parameters.parse(fields));
  expect(result?.holds, result?.reason).toBe(expected);
  if (expected === null) expect(result?.reason).toMatch(/can't be read completely\. (?:It|Its|Only|About|\d+)\b/);
});
