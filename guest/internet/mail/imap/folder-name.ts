/** Decodes modified UTF-7 (RFC 3501 §5.1.3). Keeps invalid sequences. */
export function decodeFolderName(name: string): string {
  return name.replace(/&([A-Za-z0-9+,]*)-/g, (_, packed: string) => {
    if (packed === '') return '&';
    const bytes = Buffer.from(packed.replaceAll(',', '/'), 'base64');
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

export function encodeFolderName(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, (run) => {
    if (run === '&') return '&-';
    const packed = Buffer.from(run, 'utf16le').swap16().toString('base64');
    return `&${packed.replace(/=+$/, '').replaceAll('/', ',')}-`;
  });
}

/** Matches a LIST pattern: `*` matches any text, `%` any text without `/`. */
export function folderMatches(name: string, pattern: string): boolean {
  // Tracks all possible positions in the name, so that the time is bounded by both lengths.
  let places = new Set([0]);
  for (const character of pattern) {
    const next = new Set<number>();
    for (const place of places) {
      if (character !== '*' && character !== '%') {
        if (same(name[place], character)) next.add(place + 1);
        continue;
      }
      for (let end = place; end <= name.length; end++) {
        next.add(end);
        if (character === '%' && name[end] === '/') break;
      }
    }
    places = next;
  }
  return places.has(name.length);
}

function same(first: string | undefined, second: string): boolean {
  return first !== undefined && first === second;
}
