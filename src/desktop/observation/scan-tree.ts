export interface ScannedElement {
  tag: string;
  attributes: Record<string, string>;
  /** Text before the first child. */
  text: string;
}

/** Syntax that requires a real XML parser. */
const unusual = /<[!?]|[\x00-\x08\x0b-\x1f]|=(?:\s*'|\s+")|&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const entity = /&(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;
const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/**
 * A fast scanner for accessibility trees. Returns the elements for which `wanted` (tag, raw attribute text) is true,
 * with the attributes for which `keep` is true. Returns null for malformed XML and for syntax that servers don't write
 * (comments, single quotes, inner namespace declarations); use a real parser for these.
 */
export function scanTree(
  xml: string,
  wanted: (tag: string, attributes: string) => boolean,
  keep: (name: string) => boolean = () => true,
): { root: Record<string, string>; elements: ScannedElement[] } | null {
  const start = xml.startsWith('<?xml ') ? xml.indexOf('?>') + 2 : 0;
  const body = start === 0 ? xml : xml.slice(start);
  if (unusual.test(body)) return null;
  const elements: ScannedElement[] = [];
  const open: { tag: string; element: ScannedElement | null }[] = [];
  let root: Record<string, string> | null = null;
  let at = 0;
  for (;;) {
    const less = body.indexOf('<', at);
    const parent = open.at(-1);
    if (less < 0 || parent === undefined) {
      const between = less < 0 ? body.slice(at) : body.slice(at, less);
      if (between.trim() !== '') return null;
      if (less < 0) return open.length === 0 && root !== null ? { root, elements } : null;
      if (root !== null) return null;
    } else if (parent.element !== null) {
      parent.element.text += unescaped(body.slice(at, less));
    }
    if (body.charAt(less + 1) === '/') {
      const end = body.indexOf('>', less);
      if (parent === undefined || end < 0 || body.slice(less + 2, end).trimEnd() !== parent.tag) return null;
      open.pop();
      // Text after a child is not text before the first child.
      at = end + 1;
      continue;
    }
    const end = tagEnd(body, less + 1);
    if (end < 0) return null;
    const isEmpty = body.charAt(end - 1) === '/';
    const inside = body.slice(less + 1, isEmpty ? end - 1 : end);
    const space = inside.search(/\s/);
    const tag = space < 0 ? inside : inside.slice(0, space);
    if (tag === '' || tag.includes('"')) return null;
    if (parent !== undefined) parent.element = null;
    const isRoot = root === null;
    if (isRoot) root = attributesOf(inside, () => true);
    else if (inside.includes('xmlns')) return null;
    const element = wanted(tag, inside) ? { tag, attributes: attributesOf(inside, keep), text: '' } : null;
    if (element !== null) elements.push(element);
    if (!isEmpty) open.push({ tag, element });
    at = end + 1;
  }
}

function tagEnd(body: string, from: number): number {
  for (let end = body.indexOf('>', from); end >= 0; end = body.indexOf('>', end + 1)) {
    const before = body.charAt(end - 1) === '/' ? end - 2 : end - 1;
    // Fast path: the `>` follows a closing quote. `="` would be an opening quote.
    if (body.charAt(before) === '"' && body.charAt(before - 1) !== '=') return end;
    const quotes = body.slice(from, end).split('"').length - 1;
    if (quotes % 2 === 0) return end;
  }
  return -1;
}

function attributesOf(inside: string, keep: (name: string) => boolean): Record<string, string> {
  const attributes: Record<string, string> = {};
  let at = inside.search(/\s/);
  while (at >= 0) {
    const equals = inside.indexOf('="', at);
    const end = equals < 0 ? -1 : inside.indexOf('"', equals + 2);
    if (end < 0) break;
    const name = inside.slice(at, equals).trim();
    if (keep(name)) attributes[name] = unescaped(spaced(inside.slice(equals + 2, end)));
    at = end + 1;
  }
  return attributes;
}

/** Attribute-value normalisation, as XML requires. */
function spaced(value: string): string {
  return value.includes('\n') || value.includes('\t') ? value.replace(/[\t\n]/g, ' ') : value;
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (written) => {
    const known = named[written];
    if (known !== undefined) return known;
    const point = written.startsWith('&#x')
      ? Number.parseInt(written.slice(3), 16)
      : Number.parseInt(written.slice(2), 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}
