import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { OsharmError } from '../../errors.ts';
import { ooxmlNamespaces } from './office-file.ts';
import { OoxmlEditor } from './ooxml-editor.ts';

const { drawing, officeRelations, word } = ooxmlNamespaces;
const mainPart = 'word/document.xml';
const looks = { large: { size: '42', colour: '0000DD' }, unseen: { size: '2', colour: 'FFFFFF' } } as const;
/** EMU per pixel of a picture, so that the widest picture fills the text width of a page. */
const unitsOfPixel = 6_650;

/** Inserts `text` as the first paragraph of a .docx file, 21 pt, colour 0000DD. `text` must be valid in XML. */
export function withFirstParagraph(docx: Buffer, text: string): Buffer {
  return edited(docx, (part) => part.first(part.paragraph(text, 'large')));
}

/** Inserts `text` as an invisible first paragraph: 1 pt, white. */
export function withUnseenParagraph(docx: Buffer, text: string): Buffer {
  return edited(docx, (part) => part.first(part.paragraph(text, 'unseen')));
}

/** Appends a page with `text`, 21 pt, colour 0000DD. */
export function withLastPage(docx: Buffer, text: string): Buffer {
  return edited(docx, (part) => {
    const properties = part.element('pPr', {}, part.element('pageBreakBefore', {}));
    const paragraph = part.paragraph(text, 'large');
    paragraph.insertBefore(properties, paragraph.firstChild);
    part.last(paragraph);
  });
}

/** Inserts a PNG picture at the beginning, without a title or a description. Its size is in pixels. */
export function withFirstPicture(docx: Buffer, png: Buffer, width: number, height: number): Buffer {
  return edited(docx, (part, file) => {
    file.write('word/media/added.png', png);
    file.relate(mainPart, 'rIdAdded', 'image', 'media/added.png');
    file.declare('png', 'image/png');
    const [across, down] = [width * unitsOfPixel, height * unitsOfPixel];
    const inline = `<w:drawing xmlns:w="${word}" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:a="${drawing}/main" xmlns:pic="${drawing}/picture" xmlns:r="${officeRelations}"><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${across}" cy="${down}"/><wp:docPr id="901" name="Picture"/><a:graphic><a:graphicData uri="${drawing}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="901" name="Picture"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdAdded"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${across}" cy="${down}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    const shown = new DOMParser().parseFromString(inline, 'text/xml').documentElement as Element;
    const run = part.element('r', {}, part.document.importNode(shown, true) as Element);
    part.first(part.element('p', {}, run));
  });
}

class MainPart {
  readonly document: Document;
  private readonly body: Element;

  constructor(document: Document, body: Element) {
    this.document = document;
    this.body = body;
  }

  element(name: string, attributes: Record<string, string>, ...children: Element[]): Element {
    const made = this.document.createElementNS(word, `w:${name}`);
    for (const [key, value] of Object.entries(attributes)) made.setAttributeNS(word, `w:${key}`, value);
    for (const child of children) made.appendChild(child);
    return made;
  }

  paragraph(text: string, look: keyof typeof looks): Element {
    const { size, colour } = looks[look];
    const words = this.element('t', {});
    words.setAttribute('xml:space', 'preserve');
    words.appendChild(this.document.createTextNode(text));
    const properties = this.element(
      'rPr',
      {},
      this.element('color', { val: colour }),
      this.element('sz', { val: size }),
      this.element('szCs', { val: size }),
    );
    return this.element('p', {}, this.element('r', {}, properties, words));
  }

  first(paragraph: Element): void {
    this.body.insertBefore(paragraph, this.body.firstChild);
  }

  /** Inserts before the last section's properties, which must end a body. */
  last(paragraph: Element): void {
    const section = [...this.body.childNodes].findLast((node) => (node as Element).localName === 'sectPr');
    this.body.insertBefore(paragraph, section ?? null);
  }
}

function edited(docx: Buffer, change: (part: MainPart, file: OoxmlEditor) => void): Buffer {
  const file = new OoxmlEditor(docx);
  const document = file.read(mainPart);
  const body = document?.getElementsByTagNameNS(word, 'body').item(0) ?? null;
  if (document === null || body === null) throw badDocument('no word/document.xml with a body');
  change(new MainPart(document, body), file);
  file.write(mainPart, document);
  return file.bytes();
}

const badDocument = (lack: string): OsharmError =>
  new OsharmError(`The document has ${lack}.`, { code: 'attack-bad-document', blame: 'task' });
