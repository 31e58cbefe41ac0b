import { decodedHtml } from '../text/character-references.ts';
import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { attributesIn } from './scan-xml.ts';

/** True if the text starts like an HTML page, after any XML declaration and comments. */
export const isHtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 4096));

const mostEmbedded = 200;

/** The source is the body. Tags and references may split words in it, so the visible text is added as an aside. */
export function readHtmlAsides(source: string, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  let embedded = 0;
  const page = pageOf(source, (attributes) => {
    const values = attributesIn(attributes);
    for (const [name, value] of values) {
      if (name.toLowerCase() === 'content' && isHttpField(values)) continue;
      const decoded = decodedHtml(value);
      if (isShown(name.toLowerCase()) && (decoded !== value || value.includes(' ')))
        collector.add('attribute', decoded);
      const [, data] = /^data:text\/[\w+.-]+(?:;charset=[\w-]+)?;base64,(.*)$/s.exec(value) ?? [];
      const isFrame = name.toLowerCase() === 'srcdoc';
      if (!isFrame && data === undefined) continue;
      if (++embedded > mostEmbedded) collector.leaveOut(`Only ${mostEmbedded} of its embedded pages were read.`);
      else if (isFrame) readEmbedded(Buffer.from(`<html>${decoded}`), 'inline frame');
      else readEmbedded(Buffer.from(data ?? '', 'base64'), 'data address');
    }
  });
  collector.add('page', decodedHtml(page));
}

/** `<meta http-equiv="content-type" content="…">`. */
const isHttpField = (attributes: ReadonlyMap<string, string>): boolean =>
  [...attributes.keys()].some((name) => name.toLowerCase() === 'http-equiv');

const isShown = (name: string): boolean =>
  /^(?:title|alt|placeholder|value|label|aria-label|content|summary)$/.test(name);
const blocks =
  /^\/?(?:p|div|li|tr|td|th|h[1-6]|pre|option|title|section|article|header|footer|table|ul|ol|dt|dd|br|hr)(?![\w-])/i;

/** The visible text of a page. */
export const textOfHtml = (source: string): string => decodedHtml(pageOf(source, () => undefined));

/** The text between tags, without scripts, style sheets and comments. */
function pageOf(source: string, onTag: (attributes: string) => void): string {
  const lower = source.toLowerCase();
  let page = '';
  let at = 0;
  for (;;) {
    const tag = source.indexOf('<', at);
    if (tag === -1) return page + source.slice(at);
    page += source.slice(at, tag);
    if (!/[a-z/!?]/i.test(source.charAt(tag + 1))) {
      page += '<';
      at = tag + 1;
      continue;
    }
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
