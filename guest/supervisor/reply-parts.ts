import {
  type FileChange,
  type FileState,
  type ScannedChange,
  toScanned,
} from '../../src/desktop/client/supervisor-protocol.ts';

/** Letters of all changes that one reply lists: 30,000 usual ones. The harness holds them as objects, several times as large. */
const mostListed = 8 * 2 ** 20;
/** Bytes of one line of a reply, about. */
const partBytes = 64 * 1024;
/** A multiple of three, so that the pieces' base64 has no padding inside. */
const pieceBytes = 192 * 1024;

/** Puts a list into parts of a bounded length; an entry that is longer alone is a part of its own. */
export function* listParts<Entry>(entries: readonly Entry[]): Generator<Entry[]> {
  let part: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    part.push(entry);
    bytes += JSON.stringify(entry).length;
    if (bytes < partBytes) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) yield part;
}

export function* contentParts(content: Buffer): Generator<string> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.toString('base64', at, at + pieceBytes);
}

/**
 * The changes that a reply lists, by path. Where they are too many: those that are nearest to the top; how many are left out is said of the
 * top folder itself (`top` is its state).
 */
export function listedChanges(all: readonly FileChange[], top: FileState | null): ScannedChange[] {
  let letters = 0;
  const changes = all.map(toScanned);
  const measured = changes.map((change) => ({ change, letters: JSON.stringify(change).length }));
  for (const item of measured) letters += item.letters;
  if (letters <= mostListed || top === null) return changes;
  const depth = (path: string) => path.split('/').length;
  const nearest = measured.toSorted((a, b) => depth(a.change.path) - depth(b.change.path));
  let left = mostListed;
  const listed = nearest.filter((item) => {
    left -= item.letters;
    return left >= 0;
  });
  const kept = new Set(listed.map(({ change }) => change));
  const topChange = changes.find(({ path }) => path === '/');
  const unsearched = (topChange?.after?.unsearched ?? 0) + changes.length - kept.size;
  const ofTop = toScanned({ kind: 'modified', path: '/', before: top, after: { ...top, unsearched } });
  return [
    topChange === undefined ? ofTop : { ...ofTop, before: topChange.before ?? ofTop.before },
    ...changes.filter((change) => kept.has(change) && change !== topChange),
  ];
}
