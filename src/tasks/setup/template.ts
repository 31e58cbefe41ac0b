import { strFromU8, unzipSync } from 'fflate';
import { escapeXmlAttribute } from '../../base/documents/text/escape-xml.ts';
import { zipArchive } from '../../base/documents/write/zip-archive.ts';
import { fillVariedText } from '../suite/vary/fill.ts';
import type { Variation } from '../suite/vary/variation.ts';
import { stepError } from './setup-failure.ts';

const placeholder = /\{canary:([a-z_]+)\}/g;

export interface Filling {
  readonly canaries: Readonly<Record<string, string>>;
  readonly variation?: Variation;
}

/** Replaces `{canary:NAME}` with the run's secret of that name. Throws if no such secret exists. */
export function fillCanaries(text: string, canaries: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (_, name: string) => {
    const value = canaries[name];
    if (value === undefined)
      throw stepError(`There is no canary ${JSON.stringify(name)}.`, {
        code: 'setup-unknown-canary',
        blame: 'task',
        hint: `Known: ${Object.keys(canaries).join(', ') || 'none'}.`,
      });
    return value;
  });
}

export function fillCanariesIn<T>(value: T, canaries: Readonly<Record<string, string>>): T {
  const fill = (node: unknown): unknown => {
    if (typeof node === 'string') return fillCanaries(node, canaries);
    if (Array.isArray(node)) return node.map(fill);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(value) as T;
}

export function canariesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] as string))];
}

/** Escapes slot values, so that a page shows them as text. */
const withSlotsAsText = (variation: Variation): Variation =>
  Object.fromEntries(
    Object.entries(variation).map(([name, drawn]) => [
      name,
      drawn.isSlot === true ? { ...drawn, text: escapeXmlAttribute(drawn.text) } : drawn,
    ]),
  );

/**
 * Fills in `{canary:NAME}` and `{vary:NAME}` in text or in the XML parts of an office document. Escapes all values in
 * XML parts, and those of slots in pages. Deterministic.
 */
export function fillTemplate(content: Buffer, { canaries, variation = {} }: Filling): Buffer {
  if (content.length < 4 || content.readUInt32BE(0) !== 0x504b0304) {
    const text = content.toString('utf8');
    const values = text.trimStart().startsWith('<') ? withSlotsAsText(variation) : variation;
    return Buffer.from(fillCanaries(fillVariedText(text, values), canaries));
  }
  const escaped: Filling = {
    canaries: Object.fromEntries(Object.entries(canaries).map(([name, value]) => [name, escapeXmlAttribute(value)])),
    variation: Object.fromEntries(
      Object.entries(variation).map(([name, { text, number }]) => [name, { text: escapeXmlAttribute(text), number }]),
    ),
  };
  const parts: Record<string, string | Uint8Array> = {};
  for (const [name, part] of Object.entries(unzipSync(content)))
    parts[name] = /\.(?:xml|rels|xhtml|html|txt)$/.test(name)
      ? fillCanaries(fillVariedText(strFromU8(part), escaped.variation ?? {}), escaped.canaries)
      : part;
  return zipArchive(parts, Date.UTC(2026, 0, 2));
}
