import { decodedXml } from '../text/character-references.ts';
import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { isMeaningful, textAttributes } from './office-attributes.ts';
import { readOfficeDates } from './office-dates.ts';
import { partsWithoutText, pictureParts, textParts } from './office-parts.ts';
import { readOtherPart } from './read-other-part.ts';
import { attributesIn, scanXml } from './scan-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Collects text outside the body of a .docx, .xlsx or .pptx file, and the parts that can't be read. */
export function readOfficeAsides(archive: ZipArchive, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  readOfficeDates(archive, collector);
  for (const part of archive.names) {
    const rule = textParts.find(({ name }) => name.test(part));
    if (rule !== undefined) readPart(archive, part, rule.place, collector);
    else if (part.endsWith('.rels')) readAddresses(archive.text(part) ?? '', collector);
    else if (!partsWithoutText.test(part) && !pictureParts.test(part))
      readOtherPart(archive, part, collector, {
        isFile: () => documentName.test(part),
        readEmbedded,
        scan: (source) => scanOfficePart(source, 'other part', collector),
      });
  }
}

function readPart(archive: ZipArchive, part: string, place: string | null, collector: AsideCollector): void {
  const source = archive.text(part);
  if (source === null || !scanOfficePart(relevant(part, source, collector), place, collector))
    collector.leaveOut(`Its part ${part} is damaged.`);
}

/** Removes cells, which are read with the body. Only their formulas with string literals become asides. */
function relevant(part: string, source: string, collector: AsideCollector): string {
  if (part === 'xl/sharedStrings.xml') return source.includes('rPh') ? source : '';
  if (!part.startsWith('xl/worksheets/')) return source;
  const from = source.search(/<(?:\w+:)?sheetData[\s>]/);
  const end = /<\/(?:\w+:)?sheetData>/.exec(source);
  if (from === -1 || end === null) return source;
  const cells = source.slice(from, end.index);
  if (/<(?:\w+:)?f[\s>]/.test(cells))
    for (const [, formula = ''] of cells.matchAll(/<(?:\w+:)?f(?:\s[^<>]*)?>([^<]*(?:"|&quot;)[^<]*)</g))
      collector.add('formula', decodedXml(formula));
  return source.slice(0, from) + source.slice(end.index + end[0].length);
}

function readAddresses(source: string, collector: AsideCollector): void {
  scanXml(source, {
    open: (name, attributes) => {
      if (name !== 'Relationship' || !attributes.includes('External')) return;
      collector.add('hyperlink', attributesIn(attributes).get('Target') ?? '');
    },
    close: () => undefined,
    text: () => undefined,
  });
}

const documentName = /\.(?:docx|xlsx|pptx|docm|xlsm|pptm|od[tsp]|pdf|rtf|html?|mht|txt|zip)$/i;

/** Elements whose text continues the current line. Text in any other element ends it. */
const runs = new Set(['t', 'delText', 'instrText', 'delInstrText', 'font', 'span', 'b', 'i', 'u']);
const paragraphs = new Set(['p', 'si', 'is', 'div']);
/** Elements that set the place of their text. */
const ownPlaces: Readonly<Record<string, string>> = {
  delText: 'deleted text',
  instrText: 'field code',
  delInstrText: 'field code',
  oddHeader: 'header',
  evenHeader: 'header',
  firstHeader: 'header',
  oddFooter: 'footer',
  evenFooter: 'footer',
  firstFooter: 'footer',
  formula1: 'validation',
  formula2: 'validation',
  definedName: 'defined name',
  f: 'formula',
  formula: 'formula',
};
/** Formulas, whose text is skipped if it contains no string literal. */
const expressions = new Set(['formula1', 'formula2', 'f', 'formula', 'definedName']);
/** Elements that set the place of everything below them. */
const regions: Readonly<Record<string, string>> = {
  moveFrom: 'deleted text',
  rPh: 'phonetic guide',
  oc: 'old value',
  odxf: 'old value',
};
/** Metadata that programs update on every save. */
const volatile = new Set([
  'created',
  'modified',
  'lastPrinted',
  'revision',
  'version',
  'Template',
  'TotalTime',
  'Pages',
  'Words',
  'Characters',
  'CharactersWithSpaces',
  'Lines',
  'Paragraphs',
  'Slides',
  'Notes',
  'HiddenSlides',
  'MMClips',
  'Application',
  'AppVersion',
  'DocSecurity',
  'ScaleCrop',
  'LinksUpToDate',
  'SharedDoc',
  'HyperlinksChanged',
  'PresentationFormat',
  'i4',
  'formatCode',
]);

/** If `place` is null, the body contains the text, and only other text is collected. False if the part is damaged. */
function scanOfficePart(source: string, place: string | null, collector: AsideCollector): boolean {
  const stack: string[] = [];
  const inside: { name: string; place: string }[] = [];
  const lines = new Map<string, string>();
  let isHidden = false;
  const flush = (): void => {
    for (const [key, line] of lines) collector.add(key, line);
    lines.clear();
  };
  const append = (at: string, text: string): void => {
    lines.set(at, (lines.get(at) ?? '') + text);
  };
  const placeOf = (name: string): string | null => {
    if (volatile.has(name) && (place === 'metadata' || place === 'chart')) return null;
    if (isHidden && name === 't' && place === null) return 'hidden text';
    return inside.at(-1)?.place ?? ownPlaces[name] ?? place;
  };
  const isWhole = scanXml(source, {
    open(name, attributes) {
      stack.push(name);
      const region = regions[name];
      if (region !== undefined) inside.push({ name, place: region });
      if (name === 'r') isHidden = false;
      else if (name === 'vanish') isHidden = !/val\s*=\s*["'](?:0|false|off)["']/.test(attributes);
      else if (name === 'tab' && stack.at(-2) === 'r' && place !== null) append(inside.at(-1)?.place ?? place, '\t');
      else if ((name === 'br' || name === 'cr') && place !== null) append(inside.at(-1)?.place ?? place, '\n');
      const wanted = attributes === '' ? undefined : textAttributes.get(name);
      if (wanted === undefined) return;
      const values = attributesIn(attributes);
      for (const [attribute, at] of Object.entries(wanted)) {
        const value = values.get(attribute);
        if (value !== undefined && isMeaningful(at, value)) collector.add(at, value);
      }
    },
    close(name) {
      stack.pop();
      if (inside.at(-1)?.name === name) inside.pop();
      if (paragraphs.has(name) || (!runs.has(name) && ownPlaces[name] !== undefined)) flush();
    },
    text(value) {
      const name = stack.at(-1) ?? '';
      if (value.trim() === '' && !runs.has(name)) return;
      if (expressions.has(name) && !value.includes('"')) return;
      const at = placeOf(name);
      if (at === null) return;
      append(at, value);
      if (!runs.has(name)) flush();
    },
  });
  flush();
  return isWhole && stack.length === 0;
}
