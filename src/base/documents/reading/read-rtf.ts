import { TextDecoder } from 'node:util';
import type { AsideCollector } from './aside-collector.ts';

export const isRtf = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 6)).toString('latin1') === '{\\rtf1' ||
  Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 5)).toString('latin1') === '{\\rtf';

/** The places of destinations; null for destinations without visible text. */
const destinations: Readonly<Record<string, string | null>> = {
  header: 'header',
  headerl: 'header',
  headerr: 'header',
  headerf: 'header',
  footer: 'footer',
  footerl: 'footer',
  footerr: 'footer',
  footerf: 'footer',
  footnote: 'footnote',
  annotation: 'comment',
  atnauthor: 'author',
  atnid: 'author',
  atnref: null,
  atndate: null,
  atntime: null,
  atnparent: null,
  revtbl: 'author',
  title: 'metadata',
  subject: 'metadata',
  author: 'metadata',
  manager: 'metadata',
  company: 'metadata',
  operator: 'metadata',
  category: 'metadata',
  keywords: 'metadata',
  comment: 'metadata',
  doccomm: 'metadata',
  hlinkbase: 'metadata',
  propname: 'metadata',
  staticval: 'metadata',
  docvar: 'document variable',
  leveltext: 'list numbering',
  levelnumbers: null,
  fldinst: 'field code',
  ffname: 'form field',
  ffdeftext: 'form field',
  ffhelptext: 'form field',
  ffstattext: 'form field',
  ffl: 'form field',
  bkmkstart: 'bookmark',
  bkmkend: null,
  xe: 'index',
  tc: 'index',
  shptxt: 'text box',
  dptxbxtext: 'text box',
  fonttbl: null,
  filetbl: null,
  colortbl: null,
  stylesheet: null,
  listoverridetable: null,
  listpicture: null,
  rsidtbl: null,
  generator: null,
  themedata: null,
  colorschememapping: null,
  latentstyles: null,
  datastore: null,
  xmlnstbl: null,
  pict: null,
  objdata: null,
  objclass: null,
  blipuid: null,
  sn: null,
  nonesttables: null,
  nonshppict: null,
  upr: null,
  creatim: null,
  revtim: null,
  printim: null,
  buptim: null,
  panose: null,
  falt: null,
  fontemb: null,
  pgdsctbl: null,
  ftnsep: null,
  ftnsepc: null,
  mmathPr: null,
  wgrffmtfilter: null,
};
/** Shape properties that contain text. */
const shapeTexts = /^(?:wzDescription|wzName|wzTooltip|gtextUNICODE)$/;
/** Destinations after `\*` whose text belongs to the surrounding place. */
const transparent = new Set([
  'ud',
  'shpinst',
  'do',
  'shppict',
  'nesttableprops',
  'formfield',
  'listtable',
  'userprops',
]);
const breaks: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  nestrow: '\n',
  cell: '\t',
  nestcell: '\t',
  tab: '\t',
  emdash: '\u2014',
  endash: '\u2013',
  bullet: '\u2022',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
};

interface Group {
  /** Undefined in the body. */
  place: string | null | undefined;
  isHidden: boolean;
  isDeleted: boolean;
  skip: number;
  /** The name of the shape property whose value follows. */
  property: string;
}

const mostGroups = 100_000;
const token = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g;

/** The text of the body. Headers, notes and the like become asides. */
export function readRtf(content: Uint8Array, collector: AsideCollector): string {
  const source = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const page = /\\ansicpg(\d+)/.exec(source.slice(0, 2000))?.[1] ?? '1252';
  const decoder = decoderOf(page);
  let body = '';
  let aside: { place: string; text: string } | null = null;
  const stack: Group[] = [];
  let group: Group = { place: undefined, isHidden: false, isDeleted: false, skip: 1, property: '' };
  let isStarred = false;
  let isShapeName = false;
  let skipping = 0;
  let bytes: number[] = [];
  const flush = (): void => {
    if (aside !== null) collector.add(aside.place, aside.text);
    aside = null;
  };
  const write = (text: string): void => {
    if (isShapeName) {
      group.property += text;
      return;
    }
    const { place, isHidden, isDeleted } = group;
    if (place === null) return;
    const at = isDeleted ? 'deleted text' : isHidden ? 'hidden text' : place;
    if (at === undefined) {
      flush();
      body += text;
      return;
    }
    if (aside?.place !== at) flush();
    aside = { place: at, text: (aside?.text ?? '') + text };
  };
  const writeBytes = (): void => {
    if (bytes.length > 0) write(decoder.decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  token.lastIndex = 0;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [whole, word, number, hex, symbol, brace, text] = match;
    if (hex !== undefined && skipping === 0) {
      bytes.push(Number.parseInt(hex, 16));
      continue;
    }
    if (hex !== undefined) {
      skipping--;
      continue;
    }
    writeBytes();
    if (brace === '{') {
      if (stack.length >= mostGroups) {
        collector.leaveOut('Its groups are nested too deeply to be read.');
        break;
      }
      stack.push({ ...group });
      skipping = 0;
    } else if (brace === '}') {
      flush();
      const inner = group;
      group = stack.pop() ?? group;
      if (isShapeName) group.property = inner.property;
      isShapeName = false;
      isStarred = false;
      skipping = 0;
    } else if (symbol === '*') isStarred = true;
    else if (symbol !== undefined) {
      if (skipping > 0) skipping--;
      else if (symbol === '~') write('\u00a0');
      else if (symbol === '_') write('-');
      else if (symbol === '\n' || symbol === '\r') write('\n');
      else if ('\\{}'.includes(symbol)) write(symbol);
    } else if (word !== undefined) {
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word === 'u') {
        write(String.fromCharCode(Number(number ?? 0) & 0xffff));
        skipping = group.skip;
      } else if (word === 'uc') group.skip = Number(number ?? 1);
      else if (word === 'v') group.isHidden = number !== '0';
      else if (word === 'deleted') group.isDeleted = number !== '0';
      else if (word === 'plain') {
        group.isHidden = false;
        group.isDeleted = false;
      } else if (breaks[word] !== undefined) write(breaks[word]);
      else if (word === 'sn') isShapeName = true;
      else if (word === 'sv') group.place = shapeTexts.test(group.property.trim()) ? 'alternative text' : null;
      else if (word === 'ud') group.place = stack.at(-3)?.place;
      else if (destinations[word] !== undefined) {
        if (word === 'objdata') collector.leaveOut('An object in it was not read.');
        group.place = destinations[word];
      } else if (isStarred && !transparent.has(word)) group.place = 'other part';
      if (word === 'sn') group.property = '';
      isStarred = false;
    } else if (text !== undefined) {
      const skipped = Math.min(skipping, text.length);
      skipping -= skipped;
      for (const letter of text.slice(skipped)) {
        const code = letter.charCodeAt(0);
        if (code < 128) {
          writeBytes();
          write(letter);
        } else bytes.push(code);
      }
      writeBytes();
    } else if (whole === '') break;
  }
  writeBytes();
  flush();
  return body;
}

function decoderOf(page: string): TextDecoder {
  const label = {
    '932': 'shift_jis',
    '936': 'gbk',
    '949': 'euc-kr',
    '950': 'big5',
    '10000': 'macintosh',
    '65001': 'utf-8',
  }[page];
  try {
    return new TextDecoder(label ?? `windows-${page}`);
  } catch {
    // Node doesn't know the code page.
    return new TextDecoder('windows-1252');
  }
}
