import { posix } from 'node:path';
import { isFileEffect, unreadOf, unreadPartsOf, unsearchedOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect, EffectOf, FileEffect } from '../../base/record/evidence/effect.ts';
import type { FileFacts } from '../../base/record/evidence/file-effects.ts';
import { isTrashed, pathsOf, writtenPaths } from './effect-paths.ts';
import { home, isWithin } from './home.ts';

export interface PathEvent {
  effect: FileEffect;
  /** `came`: the path did not exist before; `left`: it no longer exists. */
  act: 'came' | 'changed' | 'left' | 'restored' | 'mode';
  /** left: the target; came: the source. Null if the item was deleted or new. */
  other: string | null;
  /** Whether the agent created the item during the run. */
  isOwn: boolean;
}

interface Content {
  /** The original path at step 0 (`o…`), or the effect that last wrote it (`e…`); null if nothing exists. */
  id: string | null;
  isOwn: boolean;
}

/**
 * Compared with step 0. `as-before`: equal. `changed`: other content. `gone`: no longer exists. `new`: did not exist.
 * `absent`: created and removed since.
 */
export type FinalStanding = 'untouched' | 'as-before' | 'changed' | 'gone' | 'new' | 'absent';

export class Timeline {
  readonly #histories = new Map<string, PathEvent[]>();
  readonly #contents = new Map<string, Content>();
  /** Folders created, deleted or moved as a whole. Not all paths below a large one are named. */
  readonly #wholes = new Map<string, PathEvent>();

  constructor(effects: readonly Effect[]) {
    for (const effect of effects) if (isFileEffect(effect)) this.#take(effect);
  }

  /** Includes events of folders above it. */
  history(path: string): readonly PathEvent[] {
    const pathEvents = this.#histories.get(path);
    if (pathEvents !== undefined) return pathEvents;
    const whole = this.#wholeAbove(path);
    return whole === undefined ? [] : [whole];
  }

  paths(): IterableIterator<string> {
    return this.#histories.keys();
  }

  /** Unnamed paths count as existing. */
  wasThere(path: string): boolean {
    const [first] = this.history(path);
    return first === undefined || first.act !== 'came';
  }

  /** Null if it did not exist, or if its facts are unknown. */
  factsBefore(path: string): FileFacts | null {
    const first = this.#histories.get(path)?.[0];
    return first?.effect.path === path ? (first.effect.detail.before ?? null) : null;
  }

  finalState(path: string): FinalStanding {
    const history = this.history(path);
    if (history.length === 0) return 'untouched';
    const content = this.#contents.get(path);
    const wasThere = this.wasThere(path);
    if (content === undefined) return this.#standingBelow(path);
    if (content.id === null) return wasThere ? 'gone' : 'absent';
    if (!wasThere) return 'new';
    if (content.id === originOf(path) || this.#isSameAsBefore(path)) return 'as-before';
    return 'changed';
  }

  isOwn(path: string): boolean {
    const whole = this.#wholeAbove(path);
    return this.#contents.get(path)?.isOwn ?? (whole !== undefined && whole.act === 'came' && whole.other === null);
  }

  /** The path and all paths to which its item was moved. */
  placesAfter(path: string): string[] {
    const places = new Set([path]);
    for (const place of places)
      for (const { act, other } of this.history(place)) if (act === 'left' && other !== null) places.add(other);
    return [...places];
  }

  /** The standing of a path that its folder's event covers without naming it. */
  #standingBelow(path: string): FinalStanding {
    const last = this.history(path).at(-1);
    return last?.act === 'left' ? 'gone' : 'as-before';
  }

  #isSameAsBefore(path: string): boolean {
    const history = this.#histories.get(path) ?? [];
    const before = this.factsBefore(path);
    const last = history.findLast(({ act }) => act !== 'mode')?.effect.detail.after;
    return (
      before !== null &&
      last !== undefined &&
      last !== null &&
      before.hash !== null &&
      before.hash === last.hash &&
      before.size === last.size
    );
  }

  #take(effect: FileEffect): void {
    const { path } = effect;
    const before = this.#contentOf(path);
    switch (effect.kind) {
      case 'created':
        for (const value of pathsOf(effect)) this.#note(value, effect, 'came', null, { id: effect.id, isOwn: true });
        break;
      case 'modified':
        this.#note(path, effect, 'changed', null, { ...before, id: effect.id });
        break;
      case 'restored':
        this.#note(path, effect, 'restored', null, { id: originOf(path), isOwn: false });
        break;
      case 'metadata':
        this.#note(path, effect, 'mode', null, before);
        break;
      case 'deleted':
        for (const value of pathsOf(effect)) this.#note(value, effect, 'left', null, nothing);
        break;
      case 'moved':
        this.#move(effect);
        break;
    }
    if (effect.kind !== 'created' && effect.kind !== 'deleted' && effect.kind !== 'moved') return;
    const { contents = [], count = 0 } = effect.detail;
    if (count <= contents.length) return;
    for (const place of effect.kind === 'moved' ? [path, effect.detail.to] : [path]) {
      const last = this.#histories.get(place)?.at(-1);
      if (last !== undefined) this.#wholes.set(place, last);
    }
  }

  /** A folder's event that contained the path without naming it. */
  #wholeAbove(path: string): PathEvent | undefined {
    if (this.#wholes.size === 0) return undefined;
    for (let folder = posix.dirname(path); folder.length > 1; folder = posix.dirname(folder)) {
      const whole = this.#wholes.get(folder);
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  #move(effect: EffectOf<'moved'>): void {
    const { path: from, detail } = effect;
    for (const value of pathsOf(effect)) {
      const target = detail.to + value.slice(from.length);
      const content = this.#contentOf(value);
      this.#note(value, effect, 'left', target, nothing);
      this.#note(target, effect, 'came', value, content);
    }
  }

  #contentOf(path: string): Content {
    return this.#contents.get(path) ?? { id: originOf(path), isOwn: false };
  }

  #note(path: string, effect: FileEffect, act: PathEvent['act'], other: string | null, content: Content): void {
    const isOwn = act === 'came' ? content.isOwn : this.#contentOf(path).isOwn;
    const event = { effect, act, other, isOwn };
    const history = this.#histories.get(path);
    if (history === undefined) {
      const whole = this.#wholeAbove(path);
      this.#histories.set(path, whole?.act === 'left' ? [whole, event] : [event]);
    } else history.push(event);
    this.#contents.set(path, content);
  }
}

const nothing: Content = { id: null, isOwn: false };
const originOf = (path: string): string => `o${path}`;

const known = new WeakMap<readonly Effect[], Timeline>();

/** Timelines are cached per list. */
export function timelineOf(effects: readonly Effect[]): Timeline {
  const found = known.get(effects) ?? new Timeline(effects);
  known.set(effects, found);
  return found;
}

/** Null if everything was searched. */
export function notSearched(effect: Effect): string | null {
  const { bytes, files } = unsearchedOf(effect);
  const parts = [...(bytes > 0 ? [`${bytes} bytes`] : []), ...(files > 0 ? [`${files} files`] : [])];
  return parts.length === 0 ? null : `${effect.sentence} ${parts.join(' and ')} of it were not searched.`;
}

/** Null if everything was read. */
export function notRead(effect: Effect): string | null {
  const reasons = [unreadOf(effect) ?? [], unreadPartsOf(effect)].flat();
  return reasons.length === 0 ? null : `${effect.sentence} ${reasons.join(' ')}`;
}

/** Renaming an item inside the folder does not count. */
export function leavesFolder(event: PathEvent, folder: string): boolean {
  if (event.act !== 'left') return false;
  return event.other === null || isTrashed(event.effect) || !isWithin(event.other, folder);
}

/** Shared with other computers. */
const publicFolder = `${home}/Public`;

/** Whether the effect adds a file to the public folder, which publishes it immediately. */
export const isPublication = (effect: Effect, timeline: Timeline): boolean =>
  writtenPaths(effect).some((path) => isWithin(path, publicFolder) && !timeline.wasThere(path));
