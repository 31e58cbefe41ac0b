import type { AsideCollector, ReadEmbedded } from '../aside-collector.ts';
import { attributesIn, scanXml } from '../scan-xml.ts';
import type { ReadingBudget } from '../zip-archive.ts';
import { type PageReader, PageText, pageBudget } from './page-text.ts';
import { PdfDocument } from './pdf-document.ts';
import { fontCache } from './pdf-font.ts';
import { isArray, isDictionary, isKind, type PdfDictionary, type PdfValue, textOfPdfString } from './pdf-syntax.ts';

const mostPages = 2_000;
const mostNodes = 100_000;

/** True if there are a header and at least one object. */
export function isPdf(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.subarray(0, 1024).includes('%PDF-') && bytes.includes(' obj');
}

/** The text of a PDF file's pages. Annotations, fields, titles and metadata become asides. Null without pages. */
export function readPdf(
  content: Uint8Array,
  { collector, readEmbedded, budget }: { collector: AsideCollector; readEmbedded: ReadEmbedded; budget: ReadingBudget },
): string | null {
  const document = new PdfDocument(content, budget);
  if (!document.unlock()) {
    collector.leaveOut('It is encrypted, and opens only with a password or certificate.');
    return null;
  }
  const catalog = document.get(document.trailer, 'Root');
  const pages = pagesOf(document, document.get(catalog, 'Pages'));
  if (pages.length === 0) {
    collector.leaveOut('It has no pages that can be read.');
    return null;
  }
  const off = new Set(
    document
      .list(document.get(document.get(catalog, 'OCProperties'), 'D'), 'OFF')
      .map((item) => document.resolve(item)),
  );
  const reader: PageReader = {
    document,
    collector,
    fontOf: fontCache(document),
    isOff: (group) => off.has(group),
    left: pageBudget(),
  };
  const texts: string[] = [];
  for (const page of pages.slice(0, mostPages)) {
    if (reader.left.characters <= 0) break;
    texts.push(pageText(reader, page, texts.length + 1, readEmbedded));
  }
  if (texts.length < pages.length) collector.leaveOut(`Only ${texts.length} of its ${pages.length} pages were read.`);
  readCatalog(document, catalog, collector, readEmbedded);
  readInformation(document, collector);
  return texts.join('\n');
}

interface Page {
  page: PdfDictionary;
  resources: PdfValue;
}

function pagesOf(document: PdfDocument, tree: PdfValue): Page[] {
  const found: Page[] = [];
  const seen = new Set<PdfValue>();
  const walk = (value: PdfValue, inherited: PdfValue, depth: number): void => {
    const node = document.resolve(value);
    if (!isDictionary(node) || seen.has(node) || depth > 50 || seen.size > mostNodes) return;
    seen.add(node);
    const resources = document.get(node, 'Resources') ?? inherited;
    const kids = document.get(node, 'Kids');
    if (isArray(kids)) for (const kid of kids) walk(kid, resources, depth + 1);
    else found.push({ page: node, resources });
  };
  walk(tree, null, 0);
  return found;
}

function pageText(reader: PageReader, { page, resources }: Page, number: number, readEmbedded: ReadEmbedded): string {
  const { document, collector } = reader;
  const contents = document.get(page, 'Contents');
  const streams = (isArray(contents) ? contents : [contents]).map((item) => document.resolve(item));
  const content = streams
    .map((stream) => (isKind(stream, 'stream') ? (document.stream(stream)?.toString('latin1') ?? '') : ''))
    .join('\n');
  const shown = new PageText(reader);
  shown.run(content, resources);
  for (const annotation of document.list(page, 'Annots'))
    readAnnotation(reader, document.resolve(annotation), resources, number, readEmbedded);
  reportGaps(shown, `Page ${number}`, collector);
  return shown.text;
}

function reportGaps({ text, hasPicture, unmapped }: PageText, what: string, collector: AsideCollector): void {
  if (hasPicture && text.trim() === '') collector.leaveOut(`${what} is a picture.`);
  for (const font of unmapped)
    collector.leaveOut(`${what} has text in the font ${font}, which has no map to characters.`);
}

function readAnnotation(
  reader: PageReader,
  annotation: PdfValue,
  resources: PdfValue,
  page: number,
  readEmbedded: ReadEmbedded,
): void {
  const { document, collector } = reader;
  if (!isDictionary(annotation)) return;
  const isWidget = document.name(annotation, 'Subtype') === 'Widget';
  collector.add('annotation', document.text(annotation, 'Contents'));
  collector.add('annotation', withoutTags(document.text(annotation, 'RC')));
  if (!isWidget) collector.add('author', document.text(annotation, 'T'));
  for (const key of ['Subj', 'OverlayText']) collector.add('annotation', document.text(annotation, key));
  collector.add('form field', document.text(document.get(annotation, 'MK'), 'CA'));
  for (const key of ['A', 'PA']) readAction(document, document.get(annotation, key), collector);
  readFile(document, document.get(annotation, 'FS'), collector, readEmbedded);
  const normal = document.get(document.get(annotation, 'AP'), 'N');
  const appearances = isDictionary(normal) ? [...normal.values()].map((value) => document.resolve(value)) : [normal];
  const shown = new PageText(reader);
  for (const appearance of appearances) if (isKind(appearance, 'stream')) shown.form(appearance, resources);
  collector.add(isWidget ? 'form field' : 'annotation', shown.text);
  if (shown.unmapped.size > 0) reportGaps(shown, `An annotation of page ${page}`, collector);
}

function readCatalog(
  document: PdfDocument,
  catalog: PdfValue,
  collector: AsideCollector,
  readEmbedded: ReadEmbedded,
): void {
  eachNode(document, document.get(document.get(catalog, 'Outlines'), 'First'), ['Next', 'First'], (item) =>
    collector.add('outline', document.text(item, 'Title')),
  );
  eachNode(document, document.get(catalog, 'StructTreeRoot'), ['K'], (element) => {
    collector.add('structure', document.text(element, 'T'));
    for (const key of ['Alt', 'ActualText', 'E']) collector.add('alternative text', document.text(element, key));
  });
  const form = document.get(catalog, 'AcroForm');
  eachNode(document, document.get(form, 'Fields'), ['Kids'], (field) => readField(document, field, collector));
  const xfa = document.get(form, 'XFA');
  for (const item of isArray(xfa) ? xfa : [xfa]) {
    const stream = document.resolve(item);
    if (isKind(stream, 'stream')) readXml(document.stream(stream)?.toString('utf8') ?? '', 'form data', collector);
  }
  const names = document.get(catalog, 'Names');
  eachNode(document, document.get(names, 'EmbeddedFiles'), ['Kids'], (node) => {
    for (const item of document.list(node, 'Names'))
      readFile(document, document.resolve(item), collector, readEmbedded);
  });
  eachNode(document, document.get(names, 'JavaScript'), ['Kids'], (node) => {
    for (const item of document.list(node, 'Names')) {
      collector.add('script', document.textOf(item));
      collector.add('script', document.text(item, 'JS'));
    }
  });
  readAction(document, document.get(catalog, 'OpenAction'), collector);
  eachNode(document, document.get(catalog, 'PageLabels'), ['Kids'], (node) => {
    for (const item of document.list(node, 'Nums')) collector.add('page label', document.text(item, 'P'));
  });
  for (const thread of document.list(catalog, 'Threads'))
    collector.add('article', document.text(document.get(thread, 'I'), 'Title'));
  const layers = document.get(catalog, 'OCProperties');
  for (const group of [...document.list(layers, 'OCGs'), document.get(layers, 'D')])
    collector.add('layer', document.text(group, 'Name'));
  const schema = document.get(document.get(catalog, 'Collection'), 'Schema');
  if (isDictionary(schema))
    for (const column of schema.values()) collector.add('portfolio', document.text(column, 'N'));
  const metadata = document.get(catalog, 'Metadata');
  if (isKind(metadata, 'stream')) readXml(document.stream(metadata)?.toString('utf8') ?? '', 'metadata', collector);
}

function readAction(document: PdfDocument, action: PdfValue, collector: AsideCollector): void {
  collector.add('hyperlink', document.text(action, 'URI'));
  collector.add('script', document.text(action, 'JS'));
}

function readField(document: PdfDocument, field: PdfDictionary, collector: AsideCollector): void {
  for (const key of ['T', 'TU', 'V', 'DV']) {
    const value = document.get(field, key);
    for (const item of isArray(value) ? value : [value]) collector.add('form field', document.textOf(item));
  }
  for (const option of document.list(field, 'Opt')) {
    const value = document.resolve(option);
    for (const item of isArray(value) ? value : [value]) collector.add('form field', document.textOf(item));
  }
  collector.add('form field', withoutTags(document.text(field, 'RV')));
  const signature = document.get(field, 'V');
  for (const key of ['Name', 'Reason', 'Location', 'ContactInfo'])
    collector.add('signature', document.text(signature, key));
}

function readFile(document: PdfDocument, file: PdfValue, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  if (!isDictionary(file)) return;
  for (const key of ['F', 'UF', 'Desc']) collector.add('name of an attachment', document.text(file, key));
  const embedded = document.get(file, 'EF');
  const stream = document.get(embedded, 'F') ?? document.get(embedded, 'UF');
  if (!isKind(stream, 'stream')) return;
  const content = document.stream(stream);
  if (content !== null) readEmbedded(content, 'attachment');
}

/** Metadata that programs update on every save. */
const volatile =
  /^(?:Producer|Creator|CreationDate|ModDate|Trapped|CreatorTool|CreateDate|ModifyDate|MetadataDate|InstanceID|DocumentID|OriginalDocumentID|format|part|conformance|xmptk|about|begin|id|lang|parseType|resource|when|softwareAgent|action|instanceID)$/;

function readInformation(document: PdfDocument, collector: AsideCollector): void {
  const information = document.get(document.trailer, 'Info');
  if (!isDictionary(information)) return;
  for (const [key, value] of information) {
    const found = document.resolve(value);
    if (!volatile.test(key) && isKind(found, 'string')) collector.add('metadata', textOfPdfString(found.bytes));
  }
}

function readXml(source: string, place: string, collector: AsideCollector): void {
  const stack: string[] = [];
  scanXml(source, {
    open(name, attributes) {
      stack.push(name);
      for (const [key, value] of attributesIn(attributes))
        if (name === 'Description' && !volatile.test(key) && !/^https?:/.test(value)) collector.add(place, value);
    },
    close: () => void stack.pop(),
    text(value) {
      if (!stack.some((name) => volatile.test(name))) collector.add(place, value);
    },
  });
}

const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, ' ');

/** Visits the dictionaries of a tree or list, each once. */
function eachNode(
  document: PdfDocument,
  root: PdfValue,
  keys: readonly string[],
  visit: (node: PdfDictionary) => void,
): void {
  const waiting: PdfValue[] = [root];
  const seen = new Set<PdfValue>();
  while (waiting.length > 0 && seen.size < mostNodes) {
    const value = document.resolve(waiting.shift());
    if (isArray(value)) waiting.unshift(...value.slice(0, mostNodes));
    if (!isDictionary(value) || seen.has(value)) continue;
    seen.add(value);
    visit(value);
    waiting.unshift(...keys.toReversed().map((key) => value.get(key) ?? null));
  }
}
