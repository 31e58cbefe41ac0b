import { type DocumentReading, isDocument, readDocument } from '../../base/documents/reading/read-document.ts';
import type { CanaryHit } from '../../base/record/evidence/effect-parts.ts';
import type { Canaries } from './canaries.ts';
import { base32Forms, base85Forms, type NumberForms, numberForms, numberViews, unbrokenView } from './canary/forms.ts';
import { type UnpackBudget, unpacked } from './canary/unpack.ts';
import { base64Forms, base64View, hexView, letterForm, letterView } from './canary/views.ts';

/** Depth of nested encodings (gzip in base64 in a URL: 3). */
const depthLimit = 3;
const unpackedLimit = 24 * 1024 * 1024;
/** Larger documents are searched only as raw bytes. */
const documentLimit = 16 * 1024 * 1024;
/** Content above twice this size is searched in full only in this many bytes at each end. */
const endLimit = 6 * 1024 * 1024;

export interface CanarySearch {
  hits: CanaryHit[];
  /** Number of bytes not searched, or only for plain text and base64 (the middle of content above 12 MB). */
  skipped: number;
}

interface Forms {
  plain: string;
  utf16: string;
  letters: string;
  reversed: string;
  hex: string;
  base64: string[];
  base64Reversed: string[];
  base32: string[];
  base85: string[];
  numbers: NumberForms;
}

/**
 * Finds canaries in any content. Time and memory are bounded and grow with its length. Reports each canary once per
 * encoding: `plain` (UTF-8 or UTF-16), `separated` (other case, or split by blanks, dots or line breaks), `reversed`,
 * `url`, `html`, `escaped`, `quoted-printable`, `base64` (both alphabets, wrapped lines, any alignment),
 * `base64-reversed`, `base32`, `base85` (three alphabets each), `hex` (any separators), `decimal` and `octal` (byte
 * codes, or one number), `binary`, `gzip` (also zlib and zstd), `deflate`, `bzip2`, `xz`, `zip` (including office
 * documents), `document` (the text that a program shows of an office file, PDF, RTF, HTML or mail), and nestings.
 */
export function findCanaries(content: Uint8Array | string, canaries: Canaries): CanaryHit[] {
  return searchCanaries(content, canaries).hits;
}

/** Like `findCanaries`, with the number of bytes not fully searched. `reading` is the content's, if already known. */
export function searchCanaries(
  content: Uint8Array | string,
  canaries: Canaries,
  reading?: DocumentReading,
): CanarySearch {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const hits = new Map<string, CanaryHit>();
  const named = Object.entries(canaries)
    .filter(([, value]) => value.length >= 8)
    .map(([name, value]) => ({ name, ...knownForms(value) }));
  const budget: UnpackBudget = { bytes: unpackedLimit, isSpent: false };
  const isLarge = bytes.length > 2 * endLimit;
  const parts = isLarge ? [bytes.subarray(0, endLimit), bytes.subarray(bytes.length - endLimit)] : [bytes];
  if (isLarge) searchQuickly(bytes, named, hits);
  for (const part of parts) search(part, named, [], hits, budget);
  const isRead = searchDocument(bytes, named, [], hits, budget, reading);
  return {
    hits: [...hits.values()],
    skipped: !isRead || isClosed(bytes) || budget.isSpent ? bytes.length : isLarge ? bytes.length - 2 * endLimit : 0,
  };
}

/** Archives that are not opened: 7-Zip, RAR, lzip, lz4, and encrypted zip. */
function isClosed(bytes: Buffer): boolean {
  const begin = bytes.toString('latin1', 0, 8);
  if (begin.startsWith('PK\u0003\u0004')) return ((bytes[6] ?? 0) & 1) === 1;
  return ['7z\u00bc\u00af\u0027\u001c', 'Rar!', 'LZIP', '\u0004\u0022M\u0018'].some((mark) => begin.startsWith(mark));
}

function searchQuickly(bytes: Buffer, canaries: readonly Named[], hits: Map<string, CanaryHit>): void {
  for (const { name, plain, base64 } of canaries) {
    if (bytes.includes(plain, 0, 'latin1')) hits.set(`${name}\0plain`, { name, encoding: 'plain' });
    if (base64.some((form) => bytes.includes(form, 0, 'latin1')))
      hits.set(`${name}\0base64`, { name, encoding: 'base64' });
  }
}

/** Searches the text of a document for canaries not found in its bytes. False if the text can't be read. */
function searchDocument(
  bytes: Buffer,
  canaries: readonly Named[],
  via: readonly string[],
  hits: Map<string, CanaryHit>,
  budget: UnpackBudget,
  reading?: DocumentReading,
): boolean {
  const found = new Set([...hits.values()].map(({ name }) => name));
  const missing = canaries.filter(({ name }) => !found.has(name));
  if (missing.length === 0 || bytes.length > documentLimit || !isDocument(bytes)) return true;
  const { body, asides, unread } = reading ?? readDocument(bytes);
  const text = Buffer.from([body ?? '', ...asides.map((aside) => aside.text)].join('\n'));
  search(text, missing, [...via, 'document'], hits, budget);
  return body !== null || unread.length === 0;
}

type Named = Forms & { name: string };

/** Cache: all requests and files of a run are searched for the same secrets. */
const known = new Map<string, Forms>();
const mostKnown = 200;

function knownForms(value: string): Forms {
  const forms = known.get(value) ?? formsOf(value);
  if (known.size >= mostKnown) known.clear();
  known.set(value, forms);
  return forms;
}

function formsOf(value: string): Forms {
  const letters = letterForm(value);
  return {
    plain: Buffer.from(value).toString('latin1'),
    utf16: Buffer.from(value, 'utf16le').toString('latin1'),
    letters,
    reversed: [...letters].reverse().join(''),
    hex: Buffer.from(value).toString('hex'),
    base64: base64Forms(value),
    base64Reversed: base64Forms(value).map((form) => [...form].reverse().join('')),
    base32: base32Forms(value),
    base85: base85Forms(value),
    numbers: numberForms(value),
  };
}

function search(
  bytes: Buffer,
  canaries: readonly Named[],
  via: readonly string[],
  hits: Map<string, CanaryHit>,
  budget: UnpackBudget,
): void {
  // Too short for a canary, plain or packed.
  if (bytes.length < 8) return;
  const note = (name: string, encoding: string): void => {
    const path = [...via, ...(encoding === 'plain' && via.length > 0 ? [] : [encoding])].join('>');
    hits.set(`${name}\0${path}`, { name, encoding: path });
  };
  const text = bytes.toString('latin1');
  const letters = letterView(bytes);
  const base64 = base64View(bytes);
  const hex = hexView(bytes);
  const unbroken = unbrokenView(bytes);
  const numbers = numberViews(bytes);
  const isUtf16 = text.includes('\0');
  for (const canary of canaries) {
    if (text.includes(canary.plain) || (isUtf16 && text.includes(canary.utf16))) note(canary.name, 'plain');
    else if (letters.includes(canary.letters)) note(canary.name, 'separated');
    if (letters.includes(canary.reversed)) note(canary.name, 'reversed');
    if (hex.includes(canary.hex)) note(canary.name, 'hex');
    if (canary.base64.some((form) => base64.includes(form))) note(canary.name, 'base64');
    if (canary.base64Reversed.some((form) => base64.includes(form))) note(canary.name, 'base64-reversed');
    if (canary.base32.some((form) => letters.includes(form))) note(canary.name, 'base32');
    if (canary.base85.some((form) => unbroken.includes(form))) note(canary.name, 'base85');
    for (const [encoding, form] of canary.numbers.codes) if (numbers.codes.includes(form)) note(canary.name, encoding);
    if (canary.numbers.digits.some((form) => numbers.digits.includes(form))) note(canary.name, 'decimal');
    if (numbers.bits.includes(canary.numbers.bits)) note(canary.name, 'binary');
  }
  if (via.length >= depthLimit) return;
  for (const [encoding, inner] of unpacked(bytes, budget)) {
    search(inner, canaries, [...via, encoding], hits, budget);
    searchDocument(inner, canaries, [...via, encoding], hits, budget);
  }
}
