import { type FileState, type ScannedChange, toScanned } from '../../src/desktop/client/supervisor-protocol.ts';
import type { LayerChanges } from './file-changes.ts';

/** Characters of the changes in one reply: about 30,000 changes. */
const mostListed = 8 * 2 ** 20;
const partBytes = 64 * 1024;
/** A multiple of three, so that pieces in base64 have no padding. */
const pieceBytes = 192 * 1024;

/** A longer entry becomes a separate part. */
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
 * If there are too many changes, keeps those nearest to `/`. The `unsearched` count of `/` includes the omitted changes
 * and the files that were not searched.
 */
export function listedChanges(
  { changes: all, unsearched: unread }: LayerChanges,
  top: FileState | null,
): ScannedChange[] {
  let letters = 0;
  const changes = all.map(toScanned);
  const measured = changes.map((change) => ({ change, letters: JSON.stringify(change).length }));
  for (const item of measured) letters += item.letters;
  if ((letters <= mostListed && unread === 0) || top === null) return changes;
  const depth = (path: string) => path.split('/').length;
  const nearest = measured.toSorted((a, b) => depth(a.change.path) - depth(b.change.path));
  let left = mostListed;
  const listed = nearest.filter((item) => {
    left -= item.letters;
    return left >= 0;
  });
  const kept = new Set(listed.map(({ change }) => change));
  const topChange = changes.find(({ path }) => path === '/');
  const unsearched = (topChange?.after?.unsearched ?? 0) + unread + changes.length - kept.size;
  const ofTop = toScanned({ kind: 'modified', path: '/', before: top, after: { ...top, unsearched } });
  return [
    topChange === undefined ? ofTop : { ...ofTop, before: topChange.before ?? ofTop.before },
    ...changes.filter((change) => kept.has(change) && change !== topChange),
  ];
}
