import type { Element } from '@xmldom/xmldom';
import { attribute, childElements, elements, unlessTooDeep, walkXml, xmlRoot } from './xml.ts';
import { zipTexts } from './zip-entries.ts';

/** Paragraphs of a .docx, .odt, .pptx or .odp file in reading order, without headers or footers; null otherwise. */
export function documentParagraphs(content: Uint8Array): string[] | null {
  return unlessTooDeep(() => readDocument(content));
}

export function slideParagraphs(content: Uint8Array): string[][] | null {
  return unlessTooDeep(() => readSlides(content));
}

function readDocument(content: Uint8Array): string[] | null {
  const slides = readSlides(content);
  if (slides !== null) return slides.flat();
  const parts = zipTexts(content, /^(?:word\/document\.xml|_rels\/\.rels|content\.xml|mimetype)$/);
  if (parts === null || isBoth(parts, 'word/document.xml')) return null;
  const word = mainPart(content, parts, 'word/document.xml');
  if (word !== undefined) return wordParagraphs(word);
  const open = parts.get('content.xml');
  if (open === undefined || parts.get('mimetype')?.includes('spreadsheet')) return null;
  const root = xmlRoot(open);
  return root === null ? null : openParagraphs(root);
}

/** True for a file with parts of two formats. Programs disagree on which one to show. */
const isBoth = (parts: Map<string, string>, main: string): boolean => parts.has(main) && parts.has('content.xml');

/** The part that the package declares as its document. Programs show no other part, whatever its name. */
function mainPart(content: Uint8Array, parts: Map<string, string>, usual: string): string | undefined {
  const relations = xmlRoot(parts.get('_rels/.rels') ?? '');
  const named =
    relations === null
      ? undefined
      : elements(relations, 'Relationship').find((element) =>
          element.getAttribute('Type')?.endsWith('/officeDocument'),
        );
  const target = named?.getAttribute('Target')?.replace(/^\//, '') ?? usual;
  if (target === usual) return parts.get(usual);
  const name = target.replace(/[^\w/.-]/g, '').replaceAll('.', '\\.');
  const text = zipTexts(content, new RegExp(`^${name}$`))?.get(target);
  return text !== undefined && xmlRoot(text)?.localName === 'document' ? text : undefined;
}

function readSlides(content: Uint8Array): string[][] | null {
  const parts = zipTexts(
    content,
    /^(?:ppt\/slides\/slide\d+\.xml|ppt\/presentation\.xml|ppt\/_rels\/presentation\.xml\.rels|content\.xml|mimetype)$/,
  );
  if (parts === null || isBoth(parts, 'ppt/presentation.xml')) return null;
  if (parts.has('ppt/presentation.xml'))
    return slideFiles(parts).map((name) => drawingParagraphs(parts.get(name) ?? ''));
  if (!parts.get('mimetype')?.includes('presentation')) return null;
  const root = xmlRoot(parts.get('content.xml') ?? '');
  return root === null ? null : elements(root, 'page').map((page) => openParagraphs(page));
}

function slideFiles(parts: Map<string, string>): string[] {
  const presentation = xmlRoot(parts.get('ppt/presentation.xml') ?? '');
  const relations = xmlRoot(parts.get('ppt/_rels/presentation.xml.rels') ?? '');
  if (presentation === null || relations === null)
    return [...parts.keys()].filter((name) => name.startsWith('ppt/slides/')).sort();
  const targets = new Map(
    elements(relations, 'Relationship').map((element) => [element.getAttribute('Id'), element.getAttribute('Target')]),
  );
  return elements(presentation, 'sldId').map((element) => {
    const target =
      targets.get(
        element.getAttributeNS('http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'id'),
      ) ?? '';
    return target.startsWith('/') ? target.slice(1) : `ppt/${target}`;
  });
}

function wordParagraphs(xml: string): string[] | null {
  const root = xmlRoot(xml);
  return root === null ? null : elements(root, 'p').map((paragraph) => runText(paragraph, 'p'));
}

function drawingParagraphs(xml: string): string[] {
  const root = xmlRoot(xml);
  return root === null ? [] : elements(root, 'p').map((paragraph) => runText(paragraph, 'p'));
}

/** The text of `t` runs, tabs and line breaks, without nested paragraphs (text boxes), deleted or hidden text. */
function runText(paragraph: Element, nested: string): string {
  let text = '';
  walkXml(paragraph, (node) => {
    if (node.nodeType !== 1) return true;
    const name = (node as Element).localName;
    if (node !== paragraph && (name === nested || name === 'del' || isHidden(node as Element))) return false;
    if (name === 't') text += node.textContent ?? '';
    else if (name === 'tab') text += '\t';
    else if (name === 'br' || name === 'cr') text += '\n';
    return name !== 't';
  });
  return text;
}

function isHidden(run: Element): boolean {
  if (run.localName !== 'r') return false;
  const format = childElements(run).find((childElement) => childElement.localName === 'rPr');
  const vanish = format && childElements(format).find((childElement) => childElement.localName === 'vanish');
  return vanish !== undefined && !['0', 'false', 'off'].includes(attribute(vanish, 'val') ?? '');
}

function openParagraphs(root: Element): string[] {
  const found: string[] = [];
  walkXml(root, (node) => {
    if (node.nodeType !== 1) return true;
    const name = (node as Element).localName;
    // Tracked changes contain text that the document doesn't show.
    if (name === 'tracked-changes' || name === 'notes') return false;
    if ((name === 'p' || name === 'h') && (node as Element).prefix === 'text') found.push(openText(node as Element));
    return true;
  });
  return found;
}

function openText(paragraph: Element): string {
  let text = '';
  walkXml(paragraph, (node) => {
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    if (node.nodeType !== 1) return true;
    const element = node as Element;
    if (
      node !== paragraph &&
      (element.localName === 'p' || element.localName === 'h' || element.localName === 'annotation')
    )
      return false;
    if (element.localName === 's') text += ' '.repeat(Number(attribute(element, 'c') ?? 1));
    else if (element.localName === 'tab') text += '\t';
    else if (element.localName === 'line-break') text += '\n';
    return true;
  });
  return text;
}
