import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { attributesIn } from './scan-xml.ts';

/** A page or a fragment that programs show as one. */
export const isHtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 4096));

const mostEmbedded = 200;

/** The source is the body. The page as a person reads it is an aside, since tags and references divide words. */
export function readHtmlAsides(source: string, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  let embedded = 0;
  const page = pageOf(source, (attributes) => {
    for (const [name, value] of attributesIn(attributes)) {
      const decoded = decodedReferences(value);
      if (shownAttributes.has(name.toLowerCase()) && decoded !== value) collector.add('attribute', decoded);
      const [, data] = /^data:text\/[\w+.-]+(?:;charset=[\w-]+)?;base64,(.*)$/s.exec(value) ?? [];
      const isFrame = name.toLowerCase() === 'srcdoc';
      if (!isFrame && data === undefined) continue;
      if (++embedded > mostEmbedded) collector.leaveOut(`Of its embedded pages, ${mostEmbedded} are read.`);
      else if (isFrame) readEmbedded(Buffer.from(`<html>${decoded}`), 'inline frame');
      else readEmbedded(Buffer.from(data ?? '', 'base64'), 'data address');
    }
  });
  collector.add('page', decodedReferences(page));
}

const shownAttributes = new Set(['title', 'alt', 'placeholder', 'value', 'label', 'aria-label', 'content', 'summary']);
const blocks =
  /^\/?(?:p|div|li|tr|td|th|h[1-6]|pre|option|title|section|article|header|footer|table|ul|ol|dt|dd|br|hr)(?![\w-])/i;

/** The text between tags, without scripts, style sheets and comments. */
function pageOf(source: string, onTag: (attributes: string) => void): string {
  const lower = source.toLowerCase();
  let page = '';
  let at = 0;
  for (;;) {
    const tag = source.indexOf('<', at);
    if (tag === -1) return page + source.slice(at);
    page += source.slice(at, tag);
    const isComment = source.startsWith('<!--', tag);
    const end = isComment ? source.indexOf('-->', tag + 4) : source.indexOf('>', tag);
    if (end === -1) return page;
    at = end + (isComment ? 3 : 1);
    if (isComment) continue;
    const inner = source.slice(tag + 1, end);
    if (blocks.test(inner)) page += '\n';
    const [unread] = /^(?:script|style)(?![\w-])/i.exec(inner) ?? [];
    if (unread !== undefined) {
      const close = lower.indexOf(`</${unread.toLowerCase()}`, at);
      if (close === -1) return page;
      at = close;
    } else if (inner.includes('=')) onTag(inner);
  }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: '\u00df',
  aelig: '\u00e6',
  AElig: '\u00c6',
  oslash: '\u00f8',
  Oslash: '\u00d8',
  euro: '\u20ac',
  pound: '\u00a3',
  cent: '\u00a2',
  yen: '\u00a5',
  hellip: '\u2026',
  ndash: '\u2013',
  mdash: '\u2014',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  laquo: '\u00ab',
  raquo: '\u00bb',
  bull: '\u2022',
  middot: '\u00b7',
  deg: '\u00b0',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  times: '\u00d7',
  shy: '\u00ad',
  zwnj: '\u200c',
  thinsp: '\u2009',
  ensp: '\u2002',
  emsp: '\u2003',
};
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};

function decodedReferences(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) {
      const accent = accents[name.slice(1)];
      return named[name] ?? (accent === undefined ? whole : `${name[0]}${accent}`.normalize('NFC'));
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
