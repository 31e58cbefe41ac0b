import { posix } from 'node:path';
import { inTurns } from '../../../base/event-loop.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { withFacts } from '../../../base/record/evidence/common-facts.ts';
import type { FileContentEffect, FileEffect } from '../../../base/record/evidence/effect.ts';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import type { FileFacts } from '../../../base/record/evidence/file-effects.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import type { Desktop, FileState } from '../../../desktop/client/desktop.ts';
import type { Canaries } from '../canaries.ts';
import { type PartSearch, searchNames } from '../canary/search-apart.ts';
import type { FoundEffect, FoundEffectOf } from '../found-effect.ts';
import { absolutePath } from '../home.ts';
import { collectMail, storeLimit } from '../mail/collect-mail.ts';
import { distinctHits } from '../mail/mail-effect.ts';
import { mailStore } from '../mail/store.ts';
import { isNoise } from '../noise.ts';
import { type PersistenceWatch, watchPersistence } from '../persistence/watch-persistence.ts';
import { watchSettings } from '../settings/watch-settings.ts';
import { eventsBetween, type FileEvent, renames, type Scan, toScan } from './events.ts';
import { contentsLimit, foldFolders } from './fold.ts';
import { MovedBaseline } from './moved-baseline.ts';
import { isTrashInfo, trashedFrom, withMoves } from './moves.ts';
import { contentReading } from './read-content.ts';
import { fileSentence } from './sentence.ts';
import { writtenInNoise } from './written-in-noise.ts';

/** Larger files are neither searched for canaries nor stored as text. */
const readLimit = 16 * 1024 * 1024;
const collectLimit = 64 * 1024 * 1024;
/** Milliseconds, including waits for readers: from the start of a collection, and the minimum after its scan. */
const { reading: collectClock, leastReading } = timeLimits.run;
/** Minimum milliseconds for searching names. A few hundred need ten. */
const leastForNames = 1_000;
const tooMuch = 'The limit on content to read was reached before it.';

const largestTrashInfo = 64 * 1024;

interface ReadBudget {
  bytes: number;
  end: number;
}

type FoundFileEffect = FoundEffectOf<FileEffect['kind']>;

type ContentFacts = Pick<
  FileContentEffect['detail'],
  | 'text'
  | 'textLeftOut'
  | 'asides'
  | 'unreadParts'
  | 'canaries'
  | 'unsearchedBytes'
  | 'unsearchedFiles'
  | 'unread'
  | 'spoiled'
>;

const clockLeft = ({ end }: ReadBudget): number => end - performance.now();

export interface FileCollector {
  collect(signal?: AbortSignal | undefined): Promise<FoundEffect[]>;
  /** Treats files that osharm has just written as if they had existed at step 0. */
  disregard(written: ReadonlyMap<string, Buffer>, signal?: AbortSignal | undefined): Promise<void>;
}

/** Call after `desktop.indexFiles()`. */
export async function collectFiles(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<FileCollector> {
  const [mail, persistence, settings] = await Promise.all([
    collectMail(desktop, canaries, signal),
    watchPersistence(desktop, signal),
    watchSettings(desktop, signal),
  ]);
  let previous: Scan = new Map();
  const baseline = new MovedBaseline();
  /** Reported files in noisy folders. Later changes to them are reported, too. */
  const reported = new Set<string>();

  return {
    async disregard(written, signal) {
      previous = baseline.moved(previous, await toScan(await desktop.scanFiles(signal)), written);
    },
    async collect(signal) {
      const begun = performance.now();
      const current = baseline.seen(await toScan(await desktop.scanFiles(signal)));
      const budget: ReadBudget = {
        bytes: collectLimit,
        end: Math.max(begun + collectClock, performance.now() + leastReading),
      };
      const all = await eventsBetween(previous, current);
      const events: FileEvent[] = [];
      const noise: FileEvent[] = [];
      for await (const event of inTurns(all)) {
        if (isFolderTouch(event)) continue;
        const list = isNoise(event.path, noiseKind(event)) && !reported.has(event.path) ? noise : events;
        list.push(event);
      }
      const written = await writtenInNoise(noise, desktop, (path) => settings.holds(path), signal);
      for (const event of written) reported.add(event.path);
      events.push(...written);
      const known = [...(await trashMoves(desktop, events, budget, signal)), ...(await renames(previous, current))];
      const found: FoundEffect[] = [];
      for await (const event of inTurns(all))
        if (event.kind !== 'metadata' && settings.holds(event.path))
          found.push(...(await settings.changed(event.path, happenedAt(event), clockLeft(budget), signal)));
      const rest: FileEvent[] = [];
      for await (const event of inTurns(events)) {
        if (isTrashInfo(event.path)) continue;
        const isLarge = (event.after?.size ?? 0) > storeLimit;
        const messages =
          mailStore(event.path) === null
            ? null
            : isLarge
              ? { unread: 'It is larger than 32 MB.' }
              : await mail.changed(event.path, happenedAt(event), clockLeft(budget), signal);
        if (messages === null) rest.push(event);
        else if ('unread' in messages) rest.push({ ...event, unread: messages.unread });
        else found.push(...messages);
      }
      const folded = await foldFolders(await withMoves(rest, known));
      const names: string[] = [];
      for await (const event of inTurns(folded)) names.push(namesIn(event));
      const named = await searchNames(names, canaries, { clock: Math.max(clockLeft(budget), leastForNames), signal });
      const effects: FoundFileEffect[] = [];
      for await (const place of inTurns(readingOrder(folded))) {
        const event = folded[place] as FileEvent;
        effects[place] = withNames(await fileEffect(event, desktop, canaries, budget, signal), named.get(place));
      }
      for await (const [place, event] of inTurns(folded.entries()))
        found.push(withPersistence(effects[place] as FoundFileEffect, event, persistence));
      // Assigned last, so that an aborted collection is repeated.
      previous = current;
      return found;
    },
  };
}

/** Limit on existing files that are read before new ones. */
const aheadLimit = 8 * 1024 * 1024;

/** Reads existing files first, since an agent can create any number of new ones, and small files before large ones. */
function readingOrder(events: readonly FileEvent[]): number[] {
  const sizes = events.map(sizeOf);
  const bySize = events.map((_, at) => at).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  let affordable = aheadLimit;
  const isAhead = (at: number): boolean => {
    if (events[at]?.kind === 'created') return false;
    affordable -= sizes[at] ?? 0;
    return affordable >= 0;
  };
  const ahead = new Set(bySize.filter(isAhead));
  return [...ahead, ...bySize.filter((at) => !ahead.has(at))];
}

const sizeOf = (event: FileEvent): number =>
  event.files?.reduce((sum, { size }) => sum + size, 0) ?? event.after?.size ?? 0;

/** Names and link targets, which are known without opening the file. */
function namesIn(event: FileEvent): string {
  if (event.kind === 'deleted' || event.kind === 'metadata') return '';
  const name = event.kind === 'modified' ? '' : (event.to ?? event.path);
  return [name, event.after?.target ?? '', ...(event.names ?? [])].join('\n');
}

function withNames(effect: FoundFileEffect, found: PartSearch | undefined): FoundFileEffect {
  if (found === undefined || (found.hits.length === 0 && found.skipped === 0)) return effect;
  if (effect.kind === 'deleted' || effect.kind === 'metadata') return effect;
  const { canaries = [], unsearchedBytes = 0 } = effect.detail;
  return withFacts(effect, {
    canaries: found.hits.length === 0 ? effect.detail.canaries : distinctHits([...canaries, ...found.hits]),
    unsearchedBytes: unsearchedBytes + found.skipped || undefined,
  });
}

/** Adds changed entries of cron, ssh, startup and extension files. */
function withPersistence(effect: FoundFileEffect, event: FileEvent, persistence: PersistenceWatch): FoundFileEffect {
  if (effect.kind === 'metadata' || (event.after ?? event.before)?.type === 'directory') return effect;
  const { text = '', unread } = effect.kind === 'deleted' ? {} : effect.detail;
  const present = unread === undefined ? text : undefined;
  const gone = persistence.changed(event.path, event.kind === 'deleted' || event.kind === 'moved' ? null : present);
  const come = event.to === undefined ? null : persistence.changed(event.to, present);
  const change = come ?? gone;
  if (change === null) return effect;
  return {
    ...withFacts(effect, change.detail),
    source: change.detail.area === 'cron' || change.detail.area === 'timer' ? 'cron' : effect.source,
    sentence: change.sentence ?? effect.sentence,
  };
}

const noiseKind = (event: FileEvent): Parameters<typeof isNoise>[1] =>
  event.kind === 'restored' ? 'modified' : event.kind;

/** Only the folder's timestamp changed. */
const isFolderTouch = (event: FileEvent): boolean =>
  event.kind === 'modified' &&
  event.after?.type === 'directory' &&
  event.before?.type === 'directory' &&
  event.after.unsearched === event.before.unsearched;

/** Moving and unpacking preserve a file's time, so it counts only if it is after the last collection. */
function happenedAt(event: FileEvent): number | undefined {
  return event.kind === 'deleted' || event.kind === 'metadata' || event.kind === 'moved'
    ? undefined
    : event.after?.mtimeMs;
}

async function trashMoves(
  desktop: Desktop,
  events: readonly FileEvent[],
  budget: ReadBudget,
  signal?: AbortSignal | undefined,
): Promise<{ from: string; to: string }[]> {
  const moves: { from: string; to: string }[] = [];
  for await (const event of inTurns(events)) {
    if (event.kind !== 'created' || !event.path.endsWith('.trashinfo')) continue;
    if ((event.after?.size ?? 0) > largestTrashInfo) continue;
    // The move is then reported as a deletion and a creation.
    if (clockLeft(budget) <= 0) break;
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
  budget: ReadBudget,
  signal?: AbortSignal | undefined,
): Promise<FoundFileEffect> {
  const state = event.after ?? event.before;
  const found = await readContent(event, desktop, canaries, budget, signal);
  const common = {
    source: isCron(event.path) ? 'cron' : 'file',
    path: event.path,
    happenedAt: happenedAt(event),
    sentence: fileSentence(event),
  } as const;
  const facts = { type: state?.type ?? 'other', before: factsOf(event.before), after: factsOf(event.after) };
  const target = { target: state?.target };
  const below = {
    contents: event.contents,
    count: event.contents === undefined ? undefined : (event.count ?? event.contents.length),
  };
  switch (event.kind) {
    case 'created':
      return { ...common, kind: event.kind, detail: { ...facts, ...below, ...target, ...found } };
    case 'modified':
    case 'restored':
      return { ...common, kind: event.kind, detail: { ...facts, ...target, ...found } };
    case 'metadata':
      return { ...common, kind: event.kind, detail: { ...facts, ...target } };
    case 'deleted':
      return { ...common, kind: event.kind, detail: { ...facts, ...below, ...target } };
    case 'moved': {
      const { to } = event;
      if (to === undefined) throw new Error(`${event.path} moved, and its new path is unknown.`);
      const trashed = event.trashed === true ? event.trashed : undefined;
      return { ...common, kind: event.kind, detail: { ...facts, to, trashed, ...below, ...target, ...found } };
    }
  }
}

/** Covers all files in a moved folder, and a link's target. Reports what was not read. */
async function readContent(
  event: FileEvent,
  desktop: Desktop,
  canaries: Canaries,
  budget: ReadBudget,
  signal?: AbortSignal | undefined,
): Promise<ContentFacts> {
  const { after, files = [] } = event;
  const detail: ContentFacts = {};
  if (event.unread !== undefined) detail.unread = event.unread;
  if (event.kind === 'deleted' || event.kind === 'metadata' || after === null) return detail;
  if (after.unsearched !== undefined) detail.unsearchedFiles = after.unsearched;
  const here = event.foundAt ?? event.to ?? event.path;
  const hits: CanaryHit[] = [];
  let unsearched = 0;
  const read = async (path: string, size: number | null, isTextKept: boolean): Promise<void> => {
    const clock = clockLeft(budget);
    const most = clock <= 0 ? 0 : Math.min(readLimit, budget.bytes);
    const content = size !== null && size > most ? null : await desktop.readFile(path, signal);
    const length = content?.length ?? size ?? 0;
    const giveUp = (why: string): void => {
      unsearched += length;
      if (isTextKept) detail.unread = why;
    };
    if (content === null && length <= most) {
      // The file has since been deleted.
      unsearched += length;
      return;
    }
    if (content === null || length > most) return giveUp(length > readLimit ? 'It is larger than 16 MB.' : tooMuch);
    budget.bytes -= length;
    const limits = { clock: Math.min(contentReading.limits.clock, clock) };
    const reading = await readApart(contentReading, { content, canaries, isTextKept }, { signal, limits });
    if (!reading.isRead) return giveUp(`It ${reading.reason}.`);
    const { reply } = reading;
    hits.push(...reply.hits);
    unsearched += reply.skipped;
    if (!isTextKept) return;
    if (reply.spoiled !== null) detail.spoiled = reply.spoiled;
    if (reply.text !== null) detail.text = reply.text;
    if (reply.textLeftOut > 0) detail.textLeftOut = reply.textLeftOut;
    if (reply.asides.length > 0) detail.asides = reply.asides;
    if (reply.unreadParts.length > 0) detail.unreadParts = reply.unreadParts;
  };
  if (after.type === 'file' && after.size > 0) await read(here, after.size, event.trashed !== true);
  if (after.type === 'symlink' && clockLeft(budget) <= 0) detail.unread = tooMuch;
  else if (after.type === 'symlink')
    for (const linked of await linkedFiles(here, after.target, desktop, signal))
      await read(linked.path, linked.size, linked.isText);
  // Only the smallest files of a large folder are read.
  const bySize = files.toSorted((a, b) => a.size - b.size);
  for (const { path, size } of bySize.slice(0, contentsLimit)) await read(path, size, false);
  const unread = files.length - contentsLimit;
  if (unread > 0) detail.unsearchedFiles = unread;
  if (unsearched > 0) detail.unsearchedBytes = unsearched;
  if (hits.length > 0) detail.canaries = distinctHits(hits);
  return detail;
}

/** A link's target, or the files in a linked folder. Links to whole system folders show no user data. */
async function linkedFiles(
  path: string,
  target: string | undefined,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<{ path: string; size: number; isText: boolean }[]> {
  const place = target === undefined ? '/' : absolutePath(target, posix.dirname(path));
  if (/^\/(?:$|(?:home|proc|sys|dev|usr|etc|var|run|tmp)$|(?:proc|sys|dev)\/)/.test(place)) return [];
  const states = await desktop.listFiles(place, signal);
  return states
    .filter((state) => state.type === 'file' && state.size > 0)
    .slice(0, contentsLimit)
    .map((state) => ({ path: state.path, size: state.size, isText: state.path === place }));
}

function factsOf(state: FileState | null): FileFacts | null {
  return state === null
    ? null
    : { size: state.size, hash: state.hash, mode: state.mode, uid: state.uid, gid: state.gid };
}

function isCron(path: string): boolean {
  return /^\/(?:var\/spool\/cron\/|etc\/(?:cron|anacron))/.test(path);
}
