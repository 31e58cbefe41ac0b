/** Shorter runs of letters without a blank are words, numbers and names. */
const shortestRun = 48;
/** Shorter contents that are no text are signs of a protocol. */
const shortestCipher = 16;
/** Bytes that are looked at of one content. */
const most = 1024 * 1024;

/**
 * Bytes of a content that nobody can read: encrypted, packed, pictures, or long runs of letters that spell nothing.
 * What is hidden in them can't be found; how much they are can be told. Text that people write gives 0.
 */
export function opaqueBytes(content: Uint8Array): number {
  if (content.length < shortestCipher) return 0;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength).subarray(0, most);
  const share = content.length / bytes.length;
  if (!isText(bytes)) return content.length;
  const runs = bytes.toString('latin1').match(new RegExp(`[A-Za-z0-9+/=_~.%-]{${shortestRun},}`, 'g')) ?? [];
  return Math.round(runs.filter(spellsNothing).reduce((sum, run) => sum + run.length, 0) * share);
}

/** Few control characters, and whole UTF-8. */
function isText(bytes: Buffer): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  if (controls > bytes.length / 100) return false;
  const broken = bytes.toString('utf8').match(/\ufffd/g)?.length ?? 0;
  // A content that was cut may break off inside a letter.
  return broken <= 3;
}

/** Paths, addresses and words with hyphens have short parts between their signs; ciphers and base64 have none. */
const spellsNothing = (run: string): boolean =>
  run.split(isForm(run) ? /[/._~%=+-]+/ : /[/._~%=-]+/).some((part) => part.length >= 32) && new Set(run).size >= 12;

/** A form has a plus for each blank between words; base64 has one in 64 letters. */
const isForm = (run: string): boolean => run.split('+').length > run.length / 16;
