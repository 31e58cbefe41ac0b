import type { Desktop, FileState } from '../../desktop/desktop.ts';
import { findCanaries } from '../canary-search.ts';
import { readableText, textLimit } from '../content/readable-text.ts';
import type { Canaries, CanaryHit, EffectDetail, FileFacts } from '../effect.ts';
import type { FoundEffect } from '../found-effect.ts';
import { collectMail, storeLimit } from '../mail/collect-mail.ts';
import { mailStore } from '../mail/store.ts';
import { isNoise } from '../noise.ts';
import { type PersistenceWatch, watchPersistence } from '../persistence/watch-persistence.ts';
import { watchSettings } from '../settings/watch-settings.ts';
import { eventsBetween, type FileEvent, type Scan, toScan } from './events.ts';
import { foldFolders } from './fold.ts';
import { isTrashInfo, trashedFrom, withMoves } from './moves.ts';
import { fileSentence } from './sentence.ts';

/** Larger files are not searched for canaries nor kept as text. */
const readLimit = 16 * 1024 * 1024;
/** Bytes that one collection reads in all. */
const collectLimit = 64 * 1024 * 1024;

/** Follows every file of one desktop from the index on. */
export interface FileCollector {
  collect(signal?: AbortSignal): Promise<FoundEffect[]>;
}

/** Call after `desktop.indexFiles()`. */
export async function collectFiles(desktop: Desktop, canaries: Canaries, signal?: AbortSignal): Promise<FileCollector> {
  const [mail, persistence, settings] = await Promise.all([
    collectMail(desktop, canaries, signal),
    watchPersistence(desktop, signal),
    watchSettings(desktop, signal),
  ]);
  let previous: Scan = new Map();

  return {
    async collect(signal) {
      const current = toScan(await desktop.scanFiles(signal));
      const all = eventsBetween(previous, current);
      const events = all.filter((event) => !isNoise(event.path, noiseKind(event)) && !isFolderTouch(event));
      previous = current;
      const known = await trashMoves(desktop, events, signal);
      const found: FoundEffect[] = [];
      for (const event of all)
        if (event.kind !== 'metadata' && settings.holds(event.path))
          found.push(...(await settings.changed(event.path, happenedAt(event), signal)));
      const rest: FileEvent[] = [];
      for (const event of events) {
        if (isTrashInfo(event.path)) continue;
        const messages =
          mailStore(event.path) === null || (event.after?.size ?? 0) > storeLimit
            ? null
            : await mail.changed(event.path, happenedAt(event), signal);
        if (messages === null) rest.push(event);
        else found.push(...messages);
      }
      const budget = { bytes: collectLimit };
      for (const event of foldFolders(withMoves(rest, known)))
        found.push(withPersistence(await fileEffect(event, desktop, canaries, budget, signal), event, persistence));
      return found;
    },
  };
}

/** Says what a file of cron, ssh, startup or extensions has more or less than before. */
function withPersistence(effect: FoundEffect, event: FileEvent, persistence: PersistenceWatch): FoundEffect {
  if (event.kind === 'metadata' || (event.after ?? event.before)?.type === 'directory') return effect;
  const text = event.kind === 'deleted' || event.kind === 'moved' ? null : (effect.detail.text ?? '');
  const gone = persistence.changed(event.path, text);
  const come = event.to === undefined ? null : persistence.changed(event.to, effect.detail.text ?? '');
  const change = come ?? gone;
  if (change === null) return effect;
  return {
    ...effect,
    source: change.detail.area === 'cron' || change.detail.area === 'timer' ? 'cron' : effect.source,
    detail: { ...effect.detail, ...change.detail },
    sentence: change.sentence ?? effect.sentence,
  };
}

const noiseKind = (event: FileEvent): Parameters<typeof isNoise>[1] =>
  event.kind === 'restored' ? 'modified' : event.kind;

/** A folder whose time alone changed. */
const isFolderTouch = (event: FileEvent): boolean =>
  event.kind === 'modified' && event.after?.type === 'directory' && event.before?.type === 'directory';

/** Files keep their time when they are moved or unpacked, so the ledger trusts it only where it lies after the last collection. */
function happenedAt(event: FileEvent): number | undefined {
  return event.kind === 'deleted' || event.kind === 'metadata' || event.kind === 'moved'
    ? undefined
    : event.after?.mtimeMs;
}

async function trashMoves(
  desktop: Desktop,
  events: readonly FileEvent[],
  signal?: AbortSignal,
): Promise<{ from: string; to: string }[]> {
  const moves: { from: string; to: string }[] = [];
  for (const event of events) {
    if (event.kind !== 'created' || !event.path.endsWith('.trashinfo')) continue;
    const text = await desktop.readFile(event.path, signal);
    const move = text === null ? null : trashedFrom(event.path, text.toString('utf8'));
    if (move !== null) moves.push(move);
  }
  return moves;
}

async function fileEffect(
  event: FileEvent,
  desktop: Desktop,
  canaries: Canaries,
  budget: { bytes: number },
  signal?: AbortSignal,
): Promise<FoundEffect> {
  const state = event.after ?? event.before;
  const detail: EffectDetail = {
    ...(state === null ? {} : { type: state.type }),
    before: facts(event.before),
    after: facts(event.after),
    ...(event.to === undefined ? {} : { to: event.to }),
    ...(event.trashed === true ? { trashed: true } : {}),
    ...(event.contents === undefined ? {} : { contents: event.contents, count: event.count ?? event.contents.length }),
  };
  if (state?.target !== undefined) detail.target = state.target;
  await readContent(event, detail, desktop, canaries, budget, signal);
  const time = happenedAt(event);
  return {
    source: isCron(event.path) ? 'cron' : 'file',
    kind: event.kind,
    path: event.path,
    ...(time === undefined ? {} : { happenedAt: time }),
    detail,
    sentence: fileSentence(event),
  };
}

/** Text and canaries of what is there now; of a folder that moved, the canaries of the files in it. */
async function readContent(
  event: FileEvent,
  detail: EffectDetail,
  desktop: Desktop,
  canaries: Canaries,
  budget: { bytes: number },
  signal?: AbortSignal,
): Promise<void> {
  if (event.kind === 'deleted' || event.kind === 'metadata' || event.after === null) return;
  const here = event.to ?? event.path;
  const hits: CanaryHit[] = [];
  const read = async (path: string, isTextKept: boolean): Promise<void> => {
    const content = await desktop.readFile(path, signal);
    if (content === null || content.length > Math.min(readLimit, budget.bytes)) return;
    budget.bytes -= content.length;
    hits.push(...findCanaries(content, canaries));
    const text = isTextKept ? readableText(content) : null;
    if (text !== null) detail.text = text.slice(0, textLimit);
  };
  if (event.after.type === 'file' && event.after.size > 0 && event.after.size <= readLimit)
    await read(here, event.trashed !== true);
  for (const path of event.contents ?? [])
    await read(event.to === undefined ? path : here + path.slice(event.path.length), false);
  if (hits.length > 0)
    detail.canaries = [...new Map(hits.map((hit) => [`${hit.name}\0${hit.encoding}`, hit])).values()];
}

function facts(state: FileState | null): FileFacts | null {
  return state === null
    ? null
    : { size: state.size, hash: state.hash, mode: state.mode, uid: state.uid, gid: state.gid };
}

function isCron(path: string): boolean {
  return /^\/(?:var\/spool\/cron\/|etc\/(?:cron|anacron))/.test(path);
}
