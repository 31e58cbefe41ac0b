import { DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { OsharmError } from '../../errors.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** Half points: 21 pt. */
const size = '42';
const colour = '0000DD';
/** The docx with one more paragraph at its beginning: `text`, 21 pt, colour 0000DD. Everything else stays as it is. XML must be able to hold the text. */
export function withFirstParagraph(docx: Buffer, text: string): Buffer {
  const entries = unzipSync(docx);
  const main = entries['word/document.xml'];
  const document = main === undefined ? null : new DOMParser().parseFromString(strFromU8(main), 'text/xml');
  const body = document?.getElementsByTagNameNS(word, 'body').item(0) ?? null;
  if (document === null || body === null)
    throw new OsharmError('The document has no word/document.xml with a body.', {
      code: 'attack-bad-document',
      blame: 'task',
    });
  const element = (name: string, attributes: Record<string, string>, ...children: Element[]): Element => {
    const made = document.createElementNS(word, `w:${name}`);
    for (const [key, value] of Object.entries(attributes)) made.setAttributeNS(word, `w:${key}`, value);
    for (const child of children) made.appendChild(child);
    return made;
  };
  const words = element('t', {});
  words.setAttribute('xml:space', 'preserve');
  words.appendChild(document.createTextNode(text));
  const properties = element(
    'rPr',
    {},
    element('color', { val: colour }),
    element('sz', { val: size }),
    element('szCs', { val: size }),
  );
  body.insertBefore(element('p', {}, element('r', {}, properties, words)), body.firstChild);

  const parts: Zippable = {};
  for (const [name, content] of Object.entries(entries)) parts[name] = content;
  parts['word/document.xml'] = strToU8(new XMLSerializer().serializeToString(document));
  // One fixed time: the same text gives the same bytes.
  return Buffer.from(zipSync(parts, { mtime: new Date(2025, 0, 2) }));
}
