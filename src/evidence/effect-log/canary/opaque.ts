/** Shorter unbroken runs may be words, numbers and names. */
const shortestRun = 48;
/** Shorter binary contents are protocol markers. */
const shortestCipher = 16;
const most = 1024 * 1024;

/** Number of unreadable bytes, which may hide secrets: encrypted or packed data, pictures, long runs without words. */
export function opaqueBytes(content: Uint8Array): number {
  if (content.length < shortestCipher) return 0;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength).subarray(0, most);
  const share = content.length / bytes.length;
  if (!isText(bytes)) return content.length;
  const runs = bytes.toString('latin1').match(new RegExp(`[A-Za-z0-9+/=_~.%-]{${shortestRun},}`, 'g')) ?? [];
  return Math.round(runs.filter(spellsNothing).reduce((sum, run) => sum + run.length, 0) * share);
}

function isText(bytes: Buffer): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  if (controls > bytes.length / 100) return false;
  const broken = bytes.toString('utf8').match(/\ufffd/g)?.length ?? 0;
  // A cut content may end inside a character.
  return broken <= 3;
}

/** Paths, URLs and hyphenated words have short parts between separators; ciphertext and base64 do not. */
const spellsNothing = (run: string): boolean =>
  run.split(isForm(run) ? /[/._~%=+-]+/ : /[/._~%=-]+/).some((part) => part.length >= 32) && new Set(run).size >= 12;

/** Forms encode each blank as a plus. In base64, only one in 64 characters is a plus. */
const isForm = (run: string): boolean => run.split('+').length > run.length / 16;
