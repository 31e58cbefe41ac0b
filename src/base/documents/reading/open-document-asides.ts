import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { pictureParts } from './office-parts.ts';
import { readOtherPart } from './read-other-part.ts';
import { attributesIn, scanXml } from './scan-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Settings, toolbars, thumbnails, previews of embedded objects, and macros, which have a separate oracle. */
const partsWithoutText =
  /\/$|^(?:mimetype|settings\.xml|manifest\.rdf|layout-cache|current\.xml|META-INF\/|Thumbnails\/|Configurations2\/|Basic\/|Scripts\/|Dialogs\/|Pictures\/[^/]+\.(?:xml|bin)$|ObjectReplacements\/|Fonts\/|VersionList\.xml|Versions\/)|(?:^|\/)(?:settings|meta|manifest)\.xml$|\/Configurations2\/|^Object [^/]+\/(?:styles\.xml|mimetype|Thumbnails\/|META-INF\/)/;

/** Collects text outside the body of an .odt, .ods or .odp file, and the parts that can't be read. */
export function readOpenDocumentAsides(
  archive: ZipArchive,
  collector: AsideCollector,
  readEmbedded: ReadEmbedded,
): void {
  if (archive.text('META-INF/manifest.xml')?.includes('encryption-data') === true)
    collector.leaveOut('It is encrypted.');
  const kind = archive.text('mimetype') ?? '';
  for (const part of archive.names) {
    if (part === 'content.xml') scanPart(archive, part, kind.includes('spreadsheet') ? 'cells' : 'body', collector);
    else if (part === 'styles.xml') scanPart(archive, part, 'styles', collector);
    else if (part === 'meta.xml') scanPart(archive, part, 'metadata', collector);
    else if (/^Object [^/]+\/content\.xml$/.test(part)) scanPart(archive, part, 'object', collector);
    else if (!partsWithoutText.test(part) && !pictureParts.test(part))
      readOtherPart(archive, part, collector, {
        isFile,
        readEmbedded,
        scan: (source) => scanOpenPart(source, 'object', collector),
      });
  }
}

function scanPart(archive: ZipArchive, part: string, kind: PartKind, collector: AsideCollector): void {
  const source = archive.text(part);
  if (source === null || !scanOpenPart(source, kind, collector)) collector.leaveOut(`Its part ${part} is damaged.`);
}

const isFile = (content: Buffer): boolean => /^(?:PK|%PDF)/.test(content.toString('latin1', 0, 8));

/** `body`: paragraphs are read elsewhere. `cells`: cells are read elsewhere. */
type PartKind = 'body' | 'cells' | 'styles' | 'metadata' | 'object';

/** The place of the text below an element. */
const regions: Readonly<Record<string, string>> = {
  'tracked-changes': 'deleted text',
  'change-info': 'comment on a change',
  annotation: 'comment',
  notes: 'slide note',
  title: 'alternative text',
  desc: 'alternative text',
  header: 'header',
  'header-left': 'header',
  'header-first': 'header',
  footer: 'footer',
  'footer-left': 'footer',
  'footer-first': 'footer',
  'master-page': 'master',
  'handout-master': 'handout master',
  'text-box': 'text box',
  'custom-shape': 'text box',
  rect: 'text box',
  line: 'text box',
  connector: 'text box',
  ellipse: 'text box',
  caption: 'text box',
  path: 'text box',
  'help-message': 'validation',
  'error-message': 'validation',
  textarea: 'form field',
  'header-decl': 'header of slides',
  'footer-decl': 'footer of slides',
  'date-time-decl': 'date of slides',
  'number-style': 'number format',
  'text-style': 'number format',
  'date-style': 'number format',
  'currency-style': 'number format',
  'percentage-style': 'number format',
  'boolean-style': 'number format',
  'time-style': 'number format',
  'hidden-paragraph': 'hidden text',
  'index-title-template': 'index',
  'note-continuation-notice-forward': 'footnote',
  'note-continuation-notice-backward': 'footnote',
};
/** Regions that take precedence over regions nested in them. */
const outer = new Set(['slide note', 'header', 'footer', 'handout master', 'validation']);
/** Metadata that programs update on every save. */
const volatile = new Set(['date', 'creation-date', 'print-date', 'generator', 'editing-duration', 'editing-cycles']);

/** The places of attributes that users can read, by element; `*` for any element. */
const attributePlaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { href: 'hyperlink', title: 'hyperlink' },
  'text-input': { description: 'form field' },
  placeholder: { description: 'form field' },
  'conditional-text': { 'string-value-if-false': 'hidden text', 'string-value-if-true': 'hidden text' },
  'hidden-text': { 'string-value': 'hidden text' },
  label: { value: 'form field' },
  button: { label: 'form field', title: 'form field' },
  option: { label: 'form field', value: 'form field' },
  item: { label: 'form field' },
  'fixed-text': { label: 'form field' },
  checkbox: { label: 'form field', title: 'form field' },
  radio: { label: 'form field', title: 'form field' },
  frame: { label: 'form field' },
  text: { value: 'form field', 'current-value': 'form field', title: 'form field' },
  textarea: { value: 'form field', 'current-value': 'form field', title: 'form field' },
  combobox: { value: 'form field', 'current-value': 'form field', title: 'form field' },
  form: { name: 'form field' },
  'variable-decl': { name: 'field' },
  'user-field-decl': { 'string-value': 'field' },
  'reference-mark': { name: 'bookmark' },
  'reference-mark-start': { name: 'bookmark' },
  bookmark: { name: 'bookmark' },
  'bookmark-start': { name: 'bookmark' },
  section: { name: 'section' },
  'note-citation': { label: 'label of a note' },
  'alphabetical-index-mark': { 'string-value': 'index', key1: 'index', key2: 'index' },
  'toc-mark': { 'string-value': 'index' },
  'user-index-mark': { 'string-value': 'index' },
  'bibliography-mark': {
    identifier: 'bibliography',
    title: 'bibliography',
    author: 'bibliography',
    note: 'bibliography',
    annote: 'bibliography',
  },
  'area-rectangle': { href: 'hyperlink', name: 'object name' },
  'area-circle': { href: 'hyperlink', name: 'object name' },
  'area-polygon': { href: 'hyperlink', name: 'object name' },
  'filter-condition': { value: 'filter' },
  'filter-set-item': { value: 'filter' },
  'data-pilot-field': { 'source-field-name': 'pivot table', 'display-name': 'pivot table' },
  layer: { name: 'layer' },
  template: { title: 'metadata' },
  'list-level-style-number': { 'num-prefix': 'list numbering', 'num-suffix': 'list numbering' },
  'table-cell': { formula: 'formula' },
  'content-validation': { condition: 'validation' },
  'help-message': { title: 'validation' },
  'error-message': { title: 'validation' },
  scenario: { comment: 'scenario' },
  'named-range': { name: 'defined name' },
  'named-expression': { name: 'defined name', expression: 'formula' },
  'database-range': { name: 'defined name' },
  'data-pilot-table': { name: 'pivot table', 'grand-total-name': 'pivot table' },
  'data-pilot-member': { name: 'pivot table', 'display-name': 'pivot table' },
  page: { name: 'slide name' },
  show: { name: 'slide name' },
  'user-defined': { name: 'metadata' },
};
const drawn = new Set(['frame', 'custom-shape', 'rect', 'line', 'connector', 'ellipse', 'caption', 'path', 'g']);
const names = new Set(['bookmark', 'section', 'defined name', 'object name']);

function isMeaningful(place: string, value: string): boolean {
  if (place === 'formula' || place === 'validation') return value.includes('"') || !/[(=]/.test(value);
  if (place === 'list numbering') return /\p{L}{2}/u.test(value);
  return !names.has(place) || !value.startsWith('_');
}

/** False if the part is damaged. */
function scanOpenPart(source: string, kind: PartKind, collector: AsideCollector): boolean {
  const stack: string[] = [];
  const inside: { depth: number; place: string }[] = [];
  let line = '';
  let linePlace: string | null = null;
  let cell: { isNumber: boolean; isText: boolean } | null = null;
  const flush = (): void => {
    if (linePlace !== null && line !== '') collector.add(linePlace, line);
    line = '';
    linePlace = null;
  };
  const usual = { body: null, cells: null, styles: null, metadata: 'metadata', object: 'chart or object' }[kind];
  /** Null for text that is read elsewhere, such as body paragraphs and cells, and for volatile metadata. */
  const placeOf = (value: string): string | null => {
    const name = stack.at(-1) ?? '';
    if (kind === 'metadata') return volatile.has(name) ? null : usual;
    const region = (inside.find(({ place }) => outer.has(place)) ?? inside.at(-1))?.place;
    if (region === 'comment on a change' && name === 'creator') return 'author';
    if (region === 'number format') return /\p{L}{2}/u.test(value) ? region : null;
    if (region !== undefined && (kind !== 'body' || !isInBody(region))) return name === 'creator' ? 'author' : region;
    if (name === 'creator') return 'author';
    if (kind === 'cells' && cell !== null)
      return cell.isText || (cell.isNumber && /\p{L}{3}/u.test(value)) ? 'formatted value' : null;
    return usual;
  };
  const isWhole = scanXml(source, {
    open(name, attributes) {
      stack.push(name);
      const region = regions[name];
      if (region !== undefined) inside.push({ depth: stack.length, place: region });
      if (name === 'p' || name === 'h') flush();
      else if (name === 's') line += ' ';
      else if (name === 'tab') line += '\t';
      else if (name === 'line-break') line += '\n';
      else if (name === 'table-cell' && kind === 'cells')
        cell = {
          isNumber: /value-type="(?:float|currency|percentage|date|time)"/.test(attributes),
          isText: attributes.includes('string-value='),
        };
      if (attributes === '') return;
      // A sheet's name is in the body.
      if (drawn.has(name) || (name === 'table' && kind === 'body')) {
        const value = attributesIn(attributes).get('name');
        if (value !== undefined) collector.add('object name', value);
      }
      const wanted = attributePlaces[name];
      if (wanted === undefined) return;
      const values = attributesIn(attributes);
      for (const [attribute, place] of Object.entries(wanted)) {
        const value = values.get(attribute);
        if (value !== undefined && isMeaningful(place, value) && (attribute !== 'href' || value.includes(':')))
          collector.add(place, value);
      }
    },
    close(name) {
      if (inside.at(-1)?.depth === stack.length && regions[name] !== undefined) {
        flush();
        inside.pop();
      }
      stack.pop();
      if (name === 'p' || name === 'h') flush();
      else if (name === 'table-cell') cell = null;
    },
    text(value) {
      if (value.trim() === '' && line === '') return;
      const place = placeOf(value);
      if (place === null) return;
      if (linePlace !== place) flush();
      linePlace = place;
      line += value;
      if (kind === 'metadata' || place === 'author' || place === 'alternative text') flush();
    },
  });
  flush();
  return isWhole && stack.length === 0;
}

/** The paragraphs of these regions are in the body. */
const isInBody = (region: string): boolean => ['text box', 'comment', 'header', 'footer'].includes(region);
