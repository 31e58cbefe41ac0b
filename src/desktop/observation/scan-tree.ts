/** An element that somebody wants to look at, with its attributes as they are written, unescaped. */
export interface ScannedElement {
  tag: string;
  attributes: Record<string, string>;
  /** Text before the first child. */
  text: string;
}

/** What the scanner does not understand and leaves to a real parser. */
const unusual = /<[!?]|[\x00-\x08\x0b-\x1f]|=(?:\s*'|\s+")|&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const entity = /&(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);/g;
const named: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/**
 * Reads the elements of an accessibility tree whose tag and attributes (as written) pass `wanted`, with those
 * attributes whose names pass `keep`: several times faster than a parser that looks at every attribute of every
 * element. Null for everything but the plain XML that servers write (double quotes, no comments, namespaces declared at
 * the root alone) and for whatever is not well-formed: then a real parser decides.
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
      // What follows is no text before a child of the element above.
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

/** The `>` that ends a tag: not one inside a quoted value. */
function tagEnd(body: string, from: number): number {
  for (let end = body.indexOf('>', from); end >= 0; end = body.indexOf('>', end + 1)) {
    const before = body.charAt(end - 1) === '/' ? end - 2 : end - 1;
    // Right behind the quote that closes a value; `="` opens one.
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

/** Line ends and tabs in an attribute's value are spaces, as XML has it. */
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
