import { type SettleReply, type SettleRequest, splashCapMs } from '../../src/desktop/client/protocol.ts';
import type { Activity } from './activity.ts';
import type { XConnection } from './connection.ts';
import type { Journal } from './journal.ts';
import type { Ping } from './ping.ts';
import { isSplash, managedWindows, processOf } from './windows.ts';

/** Largest area that a blinking caret redraws, in pixels. */
const caretArea = 1_600;
const caretForgottenMs = 5_000;
const lookMs = 40;
/** Reading all processes is expensive, so it happens only this often, and whenever the screen is still. */
const activityMs = 80;
const newcomerMs = 200;

const late = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

export interface Settler {
  settle(
    request: Required<Omit<SettleRequest, 'newWindowSince'>> & SettleRequest,
    signal?: AbortSignal | undefined,
  ): Promise<SettleReply>;
}

/**
 * Waits until only a caret is redrawn for `quietMs`, no accessibility events arrive, the active window answers a ping,
 * no process is busy, and no new program lacks a window. An application that waits on a timer can't be distinguished
 * from an idle one.
 */
export function createSettler(parts: {
  x: XConnection;
  journal: Journal;
  activity: Activity;
  ping: Ping;
  lastAccessibilityEvent: () => number;
}): Settler {
  const { x, journal, activity, ping } = parts;
  const carets = new Map<string, number>();
  activity.forget();

  function isCaret(area: { x: number; y: number; w: number; h: number }, now: number): boolean {
    if (area.w * area.h > caretArea) return false;
    const place = `${area.x} ${area.y} ${area.w} ${area.h}`;
    const before = carets.get(place);
    carets.set(place, now);
    if (carets.size > 500) carets.clear();
    return before !== undefined && now - before < caretForgottenMs;
  }

  async function newcomer(known: readonly number[]): Promise<'window' | 'splash' | 'none'> {
    const fresh = (await managedWindows(x)).filter((id) => !known.includes(id));
    const splashes = await Promise.all(fresh.map((id) => isSplash(x, id)));
    if (splashes.includes(false)) return 'window';
    return fresh.length > 0 ? 'splash' : 'none';
  }

  /** A splash stops the clock for a while, because its window may be late. */
  async function forNewWindow(
    known: readonly number[],
    capMs: number,
    signal?: AbortSignal | undefined,
  ): Promise<boolean> {
    let wake = (): void => {};
    const stop = journal.onWindows(() => wake());
    signal?.addEventListener('abort', () => wake(), { once: true });
    const start = performance.now();
    let from = start;
    try {
      while (!signal?.aborted) {
        const seen = await newcomer(known);
        if (seen === 'window') return true;
        const now = performance.now();
        if (seen === 'splash' && now - start < splashCapMs) from = now;
        if (now - from >= capMs) return false;
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, Math.min(newcomerMs, capMs - (now - from)));
        });
      }
      return false;
    } finally {
      stop();
    }
  }

  async function windowOwners(): Promise<Set<number>> {
    const owners = await Promise.all((await managedWindows(x)).map((id) => processOf(x, id)));
    return new Set(owners.filter((pid) => pid !== null));
  }

  async function quiet(quietMs: number, capMs: number, signal?: AbortSignal | undefined): Promise<boolean> {
    const start = performance.now();
    let lastDrawn = start;
    const damage = x.client.AllocID();
    const stop = x.onEvent((event) => {
      if (event.name !== 'DamageNotify' || !event.area) return;
      const now = performance.now();
      if (!isCaret(event.area, now)) lastDrawn = now;
    });
    x.damage.Create(damage, x.root, x.damage.ReportLevel.RawRectangles);
    const isStill = (): boolean =>
      performance.now() - lastDrawn >= quietMs && Date.now() - parts.lastAccessibilityEvent() >= quietMs / 2;
    let sampledAt = Number.NEGATIVE_INFINITY;
    try {
      while (!signal?.aborted) {
        let isAtWork = true;
        if (isStill() || performance.now() - sampledAt >= activityMs) {
          const { busy, starting } = activity.sample(await windowOwners());
          isAtWork = busy || starting;
          sampledAt = performance.now();
        }
        const now = performance.now();
        if (!isAtWork && isStill()) {
          const drawnBefore = lastDrawn;
          const answers = await Promise.race([ping.active().then(() => true), late(Math.max(1, start + capMs - now))]);
          if (!answers) return false;
          if (lastDrawn === drawnBefore) return true;
        }
        if (now - start >= capMs) return false;
        const left = Math.max(1, Math.min(lookMs, capMs - (now - start)));
        await new Promise((resolve) => setTimeout(resolve, left));
      }
      return false;
    } finally {
      stop();
      x.damage.Destroy(damage);
      activity.forget();
    }
  }

  return {
    async settle(request, signal) {
      const start = performance.now();
      const newWindow = request.newWindowSince
        ? await forNewWindow(request.newWindowSince, request.newWindowCapMs, signal)
        : null;
      const isQuiet = await quiet(request.quietMs, request.capMs, signal);
      return { waitedMs: performance.now() - start, capHit: !isQuiet || newWindow === false, newWindow };
    },
  };
}
