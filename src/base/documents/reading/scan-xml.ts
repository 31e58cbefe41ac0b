import { decodedXml } from '../text/character-references.ts';

export interface XmlEvents {
  /** `attributes` is the source text after the name. Names have no prefix. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(value: string): void;
}

/** Matches up to the end of a tag. Attribute values may contain `>`. */
const tagEnd = /[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y;

/**
 * Reads tags and text in one pass, in linear time. Does not expand entities that the document declares. False if the
 * text ends inside a tag.
 */
export function scanXml(source: string, events: XmlEvents): boolean {
  let at = 0;
  for (;;) {
    const tag = source.indexOf('<', at);
    if (tag === -1) return true;
    if (tag > at) events.text(decodedXml(source.slice(at, tag)));
    const sign = source.charCodeAt(tag + 1);
    if (sign === 0x21 || sign === 0x3f) {
      const isCharacterData = source.startsWith('<![CDATA[', tag);
      const [end, length] = isCharacterData
        ? [source.indexOf(']]>', tag), 3]
        : source.startsWith('<!--', tag)
          ? [source.indexOf('-->', tag + 4), 3]
          : declarationEnd(source, tag);
      if (end === -1) return false;
      if (isCharacterData) events.text(source.slice(tag + 9, end));
      at = end + length;
      continue;
    }
    tagEnd.lastIndex = tag + 1;
    if (!tagEnd.test(source)) return false;
    at = tagEnd.lastIndex;
    if (sign === 0x2f) {
      events.close(localName(source.slice(tag + 2, at - 1).trimEnd()));
      continue;
    }
    const isEmpty = source.charCodeAt(at - 2) === 0x2f;
    const inner = source.slice(tag + 1, isEmpty ? at - 2 : at - 1);
    const blank = inner.search(/\s/);
    const name = localName(blank === -1 ? inner : inner.slice(0, blank));
    events.open(name, blank === -1 ? '' : inner.slice(blank));
    if (isEmpty) events.close(name);
  }
}

function declarationEnd(source: string, tag: number): [end: number, length: number] {
  const end = source.indexOf('>', tag);
  const subset = source.indexOf('[', tag);
  if (source.startsWith('<!DOCTYPE', tag) && subset !== -1 && subset < end) return [source.indexOf(']>', subset), 2];
  return [end, 1];
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Attributes by their names without prefixes. */
export function attributesIn(source: string): Map<string, string> {
  const found = new Map<string, string>();
  const attribute = /[\s/]*([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']*)))?/y;
  for (let match = attribute.exec(source); match !== null; match = attribute.exec(source)) {
    const [, name = '', double, single, bare] = match;
    const value = double ?? single ?? bare;
    if (value !== undefined) found.set(localName(name), decodedXml(value));
  }
  return found;
}
