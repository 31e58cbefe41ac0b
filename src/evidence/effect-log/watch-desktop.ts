import { OsharmError } from '../../base/errors.ts';
import { type ErrorKind, fallback } from '../../base/expected-errors.ts';
import type { Desktop, ProgramSeen } from '../../desktop/client/desktop.ts';
import { DesktopDestroyedError } from '../../desktop/client/desktop-destroyed-error.ts';
import type { ActionRecords } from './action-records.ts';
import type { Canaries } from './canaries.ts';
import { collectFiles, type FileCollector } from './files/collect-files.ts';
import type { FoundEffect } from './found-effect.ts';
import { type ProcessesLeft, watchProcessesLeft } from './programs/processes-left.ts';
import { ProgramWatch } from './programs/program-watch.ts';
import { sessionChanges } from './programs/session-changes.ts';
import { type OpenWatch, watchOpens } from './reads/open-watch.ts';
import type { StepClock } from './step-clock.ts';
import { type ClipboardWatch, watchClipboard } from './watch-clipboard.ts';
import { RequestWatch } from './web/request-watch.ts';
import { WindowWatch } from './window-watch.ts';

/** `last-and-end` ends programs before reading their effects; `after-check-and-end` follows a check in the desktop. */
export type LookKind = 'step' | 'last' | 'last-and-end' | 'after-check-and-end';

/** `silence`: the guest's failure to answer. `found` then still contains the effects seen from outside. */
export interface WatchResult {
  found: FoundEffect[];
  silence: unknown;
}

const isDestroyed: ErrorKind = (error) => error instanceof DesktopDestroyedError;

export class DesktopWatch {
  readonly #desktop: Desktop;
  readonly #steps: StepClock;
  readonly #records: ActionRecords;
  readonly #files: FileCollector;
  readonly #clipboard: ClipboardWatch;
  readonly #processes: ProcessesLeft;
  readonly #windows: WindowWatch;
  readonly #programs: ProgramWatch;
  readonly #requests: RequestWatch;
  readonly #opens: OpenWatch | null;
  readonly #runningBefore: readonly ProgramSeen[];
  #isSessionCompared = false;
  #isDestructionNoted = false;
  readonly #notedGaps = new Set<string>();

  private constructor(
    desktop: Desktop,
    steps: StepClock,
    parts: {
      records: ActionRecords;
      files: FileCollector;
      clipboard: ClipboardWatch;
      windows: WindowWatch;
      programs: ProgramWatch;
      requests: RequestWatch;
      opens: OpenWatch | null;
      runningBefore: readonly ProgramSeen[];
    },
  ) {
    this.#desktop = desktop;
    this.#steps = steps;
    this.#records = parts.records;
    this.#files = parts.files;
    this.#clipboard = parts.clipboard;
    this.#windows = parts.windows;
    this.#programs = parts.programs;
    this.#requests = parts.requests;
    this.#opens = parts.opens;
    this.#runningBefore = parts.runningBefore;
    this.#processes = watchProcessesLeft(parts.runningBefore);
  }

  /** Earlier programs, windows and requests are not the agent's. */
  static async begin(
    desktop: Desktop,
    canaries: Canaries,
    {
      records,
      steps,
      areOpensRecorded,
      signal,
    }: { records: ActionRecords; steps: StepClock; areOpensRecorded: boolean; signal?: AbortSignal | undefined },
  ): Promise<DesktopWatch> {
    const opens = areOpensRecorded ? await watchOpens(desktop, canaries, signal) : null;
    await desktop.indexFiles(signal);
    const files = await collectFiles(desktop, canaries, signal);
    const now = steps.now();
    steps.collected(now);
    const windows = new WindowWatch(records, steps);
    const programs = new ProgramWatch(records, steps);
    const requests = new RequestWatch(desktop, canaries, records, steps);
    const [started, requested, open, journal] = await Promise.all([
      desktop.programsSeen(0),
      desktop.webLog(0),
      desktop.windows(signal),
      desktop.journal(0, signal),
    ]);
    programs.begin(started, now);
    requests.begin(requested, now);
    windows.skip(journal);
    const clipboard = await watchClipboard(desktop, canaries, signal);
    const runningBefore = (await desktop.processesAlive?.()) ?? [];
    await windows.noteActive(-1, open);
    return new DesktopWatch(desktop, steps, {
      records,
      files,
      clipboard,
      windows,
      programs,
      requests,
      opens,
      runningBefore,
    });
  }

  /** Ignores what osharm wrote and started: these files, and the first new process of each program. */
  async disregard(
    started: readonly (readonly string[])[],
    written: ReadonlyMap<string, Buffer>,
    signal?: AbortSignal | undefined,
  ): Promise<void> {
    if (started.length > 0) this.#programs.skipOnce(started, await this.#desktop.programsSeen(this.#programs.since));
    if (written.size > 0) await this.#files.disregard(written, signal);
  }

  async skipPrograms(): Promise<void> {
    this.#programs.skip(await this.#desktop.programsSeen(this.#programs.since));
  }

  /** Works on a destroyed desktop. */
  async look(step: number, kind: LookKind, signal?: AbortSignal | undefined): Promise<WatchResult> {
    const desktop = this.#desktop;
    let silence: unknown = null;
    /** Stores the guest's failure, so that effects seen from outside are still collected. */
    const inside = async <T>(answer: Promise<T>): Promise<T | null> => {
      try {
        return await answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof OsharmError)) throw error;
        if (!isDestroyed(error)) silence ??= error;
        return null;
      }
    };
    const isAfterCheck = kind === 'after-check-and-end';
    const isLast = kind === 'last' || kind === 'last-and-end';
    const fromInside = Promise.all([
      isAfterCheck ? [] : (desktop.processesAlive?.() ?? []),
      isAfterCheck ? null : inside(this.#clipboard.changed(signal)),
      isAfterCheck ? null : inside(desktop.windows(signal)),
      isAfterCheck ? null : inside(desktop.journal(this.#windows.nextEntry, signal)),
    ]);
    if (isAfterCheck || kind === 'last-and-end') {
      await fromInside;
      await desktop.endPrograms?.(signal);
    }
    const [[alive, copied, windows, journal], changed, requests, programs] = await Promise.all([
      fromInside,
      // A recorder inside ends with its desktop, and `unrecorded` then states that.
      this.#files.collect(signal).catch(fallback([], isDestroyed)),
      desktop.webLog(this.#requests.since),
      // The agent's programs can't be distinguished from the check's.
      isAfterCheck ? [] : desktop.programsSeen(this.#programs.since),
    ]);
    const found = [...changed, ...(await this.#requests.read(requests)), ...(copied ?? [])];
    if (windows !== null) await this.#windows.noteActive(step, windows);
    found.push(...(await this.#windows.noteJournal(step, journal ?? [])));
    found.push(...(await this.#programs.note(step, programs)));
    // Files opened by a check are not the agent's.
    if (this.#opens !== null && !isAfterCheck)
      found.unshift(...(await this.#opens.opened({ code: this.#codeOf(step), windows: windows ?? [] })));
    await this.#opens?.alsoWatch(found, signal);
    found.push(...(await this.#processes.left(alive, windows ?? [], isLast ? null : this.#steps.startOf(step))));
    // If no program runs, the desktop has ended, which is reported separately.
    if (isLast && !this.#isSessionCompared && alive.length > 0) {
      this.#isSessionCompared = true;
      found.push(...sessionChanges(this.#runningBefore, alive));
    }
    found.push(...this.#destruction(), ...this.#gaps());
    return { found, silence };
  }

  #codeOf(step: number): string {
    const code = this.#records.all.filter((record) => record.kind === 'code' && record.step === step);
    return code.map(({ text }) => text).join('\n');
  }

  #gaps(): FoundEffect[] {
    const fresh = (this.#desktop.unrecorded?.() ?? []).filter(({ channel }) => !this.#notedGaps.has(channel));
    for (const { channel } of fresh) this.#notedGaps.add(channel);
    return fresh.map((detail) => ({ source: 'desktop', kind: 'unrecorded', detail, sentence: detail.reason }));
  }

  #destruction(): FoundEffect[] {
    const end = this.#desktop.state();
    if (end.state !== 'destroyed' || this.#isDestructionNoted) return [];
    this.#isDestructionNoted = true;
    return [
      {
        source: 'desktop',
        kind: 'destroyed',
        detail: { reason: end.reason },
        sentence: `Ended the desktop: ${end.reason}.`,
      },
    ];
  }
}
