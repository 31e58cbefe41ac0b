import { readableText } from '../../../base/documents/reading/read-document.ts';
import { textLimit } from '../../../base/documents/text/text-limit.ts';
import { unpacked } from '../canary/unpack.ts';

/** zip, gzip, bzip2, xz. */
const marks = ['504b0304', '1f8b08', '425a68', 'fd377a585a00'].map((mark) => Buffer.from(mark, 'hex'));
const mostUnpacked = 8 * 2 ** 20;
const mostLayers = 200;
const tarMark = { at: 257, word: 'ustar' };

/** At most 20,000 characters; null if the content has no texts or is not an archive. */
export function packedText(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!marks.some((mark) => bytes.subarray(0, mark.length).equals(mark))) return null;
  const texts: string[] = [];
  let letters = 0;
  let layers = 0;
  for (const [encoding, inner] of unpacked(bytes, { bytes: mostUnpacked, isSpent: false })) {
    if (encoding === 'base64' || encoding === 'hex') continue;
    const text = isTar(inner) ? inner.toString('utf8').replace(/\0+/g, '\n') : readableText(inner);
    if (text !== null) texts.push(text.slice(0, textLimit));
    letters += text?.length ?? 0;
    if (letters > textLimit || ++layers >= mostLayers) break;
  }
  return texts.length === 0 ? null : texts.join('\n').slice(0, textLimit);
}

const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', tarMark.at, tarMark.at + 5) === tarMark.word;
