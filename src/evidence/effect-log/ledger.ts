import { setTimeout as delay } from 'node:timers/promises';
import { OsharmError } from '../../base/errors.ts';
import { inTurns } from '../../base/record/in-turns.ts';
import type { Desktop, ProgramSeen, WebRequest } from '../../desktop/client/desktop.ts';
import { DesktopDestroyedError } from '../../desktop/client/desktop-destroyed-error.ts';
import type { GuestWindow, JournalEntry } from '../../desktop/client/protocol.ts';
import type { ActionRecord, Canaries, Effect } from './effect.ts';
import { collectFiles, type FileCollector } from './files/collect-files.ts';
import type { FoundEffect } from './found-effect.ts';
import { mailEffectsOf } from './mail/read-served.ts';
import { mostArguments, mostPrograms, namedPrograms, unnamedPrograms } from './programs/named-programs.ts';
import { programIsNoise } from './programs/noise-programs.ts';
import { type ProcessesLeft, watchProcessesLeft } from './programs/processes-left.ts';
import { programEffects } from './programs/program-effects.ts';
import { sessionChanges } from './programs/session-changes.ts';
import { type ClipboardWatch, watchClipboard } from './watch-clipboard.ts';
import { collectWeb } from './web/collect-web.ts';

/** Milliseconds by which a file's time may lag behind the clock: the kernel stamps files once a tick (10 ms at most). */
const clockGrain = 20;
/** Letters of a window's title or a notification's text, which any program sets. */
const longestTitle = 2_000;

/** Letters of a failing action's error that are kept: its end, which names the exception. */
const longestError = 1_000;

/** How a piece of the agent's code ended. */
export interface CodeResult {
  returncode: number;
  timedOut: boolean;
  /** What it printed as its error. */
  error: string;
}

/** The action record of a result. */
export const resultRecord = ({
  returncode,
  timedOut,
  error,
}: CodeResult): Pick<ActionRecord, 'kind' | 'text' | 'detail'> => ({
  kind: 'result',
  text: returncode === 0 ? '' : error.trim().slice(-longestError),
  detail: { returncode, timedOut },
});

export interface LedgerOptions {
  desktop: Desktop;
  canaries: Canaries;
  /** Called once for each effect, in order, as soon as it is found. */
  write(effect: Effect): void | Promise<void>;
  /** Called once for each action record, in order. */
  writeAction(action: ActionRecord): void | Promise<void>;
  /** Unix milliseconds; the guest's clock is the host's. */
  clock?: () => number;
  /** Waits; for tests. */
  sleep?: (milliseconds: number, signal?: AbortSignal | undefined) => Promise<void>;
}

/** Notes what really changed in one desktop, by step, and what the agent did. */
export interface Ledger {
  /** Takes the index of step 0: after set-up and injection, before the first observation. */
  begin(signal?: AbortSignal | undefined): Promise<{ files: number; durationMs: number }>;
  /** Call when a step's actions are about to run (after the model answered): what happened earlier belongs to the step before. */
  stepStarted(step: number): void;
  /**
   * Programs that the harness itself has just started in the desktop are no act of the agent's: of each of these argument vectors the first one that is new is left out.
   * It is told by its first 200 letters an argument.
   */
  disregard(programs: readonly (readonly string[])[]): Promise<void>;
  /** The code of one action, before or after it ran. */
  recordCode(step: number, code: string): Promise<void>;
  /** How the code that was recorded last ended. Text comes from inside the desktop and is cut. */
  recordResult(step: number, result: CodeResult): Promise<void>;
  /** The agent's reply, verbatim. */
  recordAnswer(step: number, response: string): Promise<void>;
  /** What is new since the last call. Call once after each step's actions have settled. Works on a destroyed desktop too. */
  collect(step: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Keeps watching for `lingerSeconds` after the last action, then collects once more. The desktop goes on. */
  finish(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** The same, and ends the desktop's programs before it looks at what they did: nothing comes after it. */
  end(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** After `finish` and a check that ran programs in the desktop: ends its programs and collects what was done meanwhile, but which programs ran. */
  endAfterCheck(signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Before an aftermath: what a check did in the desktop is collected, but which programs it ran. */
  beginAftermath(signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** After `finish`: what came of something that this step set up for later. Each effect says in `detail.aftermath` what it came by. */
  collectAfter(step: number, by: string, signal?: AbortSignal | undefined): Promise<Effect[]>;
  effects(): readonly Effect[];
  actions(): readonly ActionRecord[];
}

/** When a collection is made, which says what it does. */
type CollectionKind = 'step' | 'finish' | 'end' | 'after-check';

/** An empty ledger of a desktop; `begin` comes first. */
export function createLedger(options: LedgerOptions): Ledger {
  const { desktop, canaries } = options;
  const clock = options.clock ?? Date.now;
  const sleep = options.sleep ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }));
  const effects: Effect[] = [];
  const actions: ActionRecord[] = [];
  const starts = new Map<number, number>();
  const seenRequests = new Set<string>();
  const seenPrograms = new Set<string>();
  const web = collectWeb(canaries, async (hash) => desktop.webBody(hash));
  const shownAt = new Map<string, number>();
  let files: FileCollector | null = null;
  let processes: ProcessesLeft | null = null;
  let runningBefore: readonly ProgramSeen[] = [];
  let isSessionCompared = false;
  let clipboard: ClipboardWatch | null = null;
  let lastCollect = 0;
  let lastStep = -1;
  /** When the last step was collected. */
  let stepsEnded = clock();
  let journalIndex = 0;
  let programsSince = 0;
  let webSince = 0;
  let isDestructionNoted = false;
  let activeWindow = '';
  /** After the last step: what new effects came by. */
  let aftermath: string | null = null;

  const note = async (
    step: number,
    kind: ActionRecord['kind'],
    text: string,
    detail: ActionRecord['detail'],
    time = clock(),
  ): Promise<void> => {
    const record: ActionRecord = { id: `a${actions.length + 1}`, step, time, kind, text, detail };
    actions.push(record);
    await options.writeAction(record);
  };

  /** The step during or after which something of that time happened. */
  const stepAt = (time: number | undefined, now: number): number => {
    if (time === undefined || time <= lastCollect) return now;
    const started = starts.get(now);
    return started !== undefined && time < started - clockGrain ? Math.max(now - 1, -1) : now;
  };

  /** Which window has the focus, where that changed. */
  const noteActiveWindow = async (step: number, windows: readonly GuestWindow[]): Promise<void> => {
    const { title, className } = shortTexts(windows.find((window) => window.active) ?? { title: '', className: '' });
    if (`${className}\0${title}` === activeWindow) return;
    activeWindow = `${className}\0${title}`;
    await note(step, 'window', title, { event: 'active', className });
  };

  const noteJournal = async (step: number, entries: readonly JournalEntry[]): Promise<FoundEffect[]> => {
    const found: FoundEffect[] = [];
    for (const entry of entries) {
      journalIndex = Math.max(journalIndex, entry.index + 1);
      const { index: _, time, kind, title, text, ...detail } = shortTexts(entry);
      const told = title ?? text ?? '';
      if (kind === 'notification-closed') {
        const since = shownAt.get(told);
        found.push({
          source: 'desktop',
          kind,
          happenedAt: time,
          detail: { title: told, ...(since === undefined ? {} : { shownMs: time - since }) },
          sentence: `A notification went away${told === '' ? '' : `: ${told.slice(0, 120)}`}.`,
        });
      }
      if (kind === 'notification-shown') shownAt.set(told, time);
      if (kind !== 'window-opened' && kind !== 'notification-shown') continue;
      const facts = { ...detail, event: kind, ...(text === undefined ? {} : { text }) };
      await note(stepAt(time, step), 'window', told, facts, time);
      if (kind === 'window-opened' && isComposer(told, entry.className ?? ''))
        await note(stepAt(time, step), 'draft', told.replace(/^Write: /, ''), {}, time);
    }
    return found;
  };

  const notePrograms = async (step: number, programs: readonly ProgramSeen[]): Promise<FoundEffect[]> => {
    const found: FoundEffect[] = [];
    let lost = 0;
    const fresh = programs.filter((program) => {
      programsSince = Math.max(programsSince, program.time);
      const isFresh = !seenPrograms.has(programKey(program));
      seenPrograms.add(programKey(program));
      if (isFresh) lost += program.lost ?? 0;
      return isFresh && !programIsNoise(program.argv, program.file, program.folder);
    });
    for (const program of fresh) found.push(...programEffects(program));
    found.push(...unnamedPrograms(fresh, lost, programsSince));
    for (const { time, text, detail } of namedPrograms(fresh))
      await note(stepAt(time, step), 'program', text, detail, time);
    const more = fresh.length - mostPrograms;
    if (more > 0) await note(step, 'program', `… and ${more} more`, { more });
    return found;
  };

  const readWeb = async (requests: readonly WebRequest[]): Promise<FoundEffect[]> => {
    const found: FoundEffect[] = [];
    for await (const request of inTurns(requests)) {
      const key = JSON.stringify(request);
      webSince = Math.max(webSince, request.time);
      if (seenRequests.has(key)) continue;
      seenRequests.add(key);
      if (request.kind === 'smtp' || request.kind === 'imap') {
        found.push(...(await mailEffectsOf(request, canaries, (hash) => desktop.webBody(hash))));
        continue;
      }
      const effect = await web.effectOf(request);
      if (effect !== null) found.push(effect);
      else if (request.kind === 'dns') await noteLookup(request);
    }
    return found;
  };
  const noteLookup = (request: WebRequest): Promise<void> =>
    note(stepAt(request.time, lastStep), 'name-lookup', request.host, {}, request.time);

  const write = async (found: readonly FoundEffect[], step: number, lagMs: number): Promise<Effect[]> => {
    const time = clock();
    const written: Effect[] = [];
    for (const { happenedAt, ...facts } of found) {
      const cause = stepAt(happenedAt, step);
      const effect: Effect = {
        id: `e${effects.length + 1}`,
        source: facts.source,
        kind: facts.kind,
        step: cause,
        lagMs: lagOf(happenedAt, time, cause === step ? lagMs : null),
        time,
        ...(facts.path === undefined ? {} : { path: facts.path }),
        detail: aftermath === null ? facts.detail : { ...facts.detail, aftermath },
        sentence: facts.sentence,
      };
      effects.push(effect);
      written.push(effect);
      await options.write(effect);
    }
    return written;
  };

  /** `own`: what came after the step's collection; null for what was found a step too late. Where the source knows when it happened, that counts. */
  const lagOf = (happenedAt: number | undefined, time: number, own: number | null): number => {
    if (own === 0) return 0;
    const isKnown = happenedAt !== undefined && happenedAt > lastCollect;
    if (own !== null) return isKnown ? Math.min(own, happenedAt - lastCollect) : own;
    return Math.max(0, (happenedAt ?? time) - lastCollect);
  };

  const collect = async (
    step: number,
    lagMs: number,
    signal?: AbortSignal | undefined,
    kind: CollectionKind = 'step',
  ): Promise<Effect[]> => {
    if (files === null) throw new Error('Ledger.begin() comes before collect()');
    lastStep = step;
    const started = clock();
    let silence: unknown = null;
    /** What the inside doesn't tell keeps nothing that is seen from outside from being noted; the failure comes after. */
    const inside = async <T>(answer: Promise<T> | undefined): Promise<T | null> => {
      try {
        return (await answer) ?? null;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof OsharmError)) throw error;
        if (!(error instanceof DesktopDestroyedError)) silence ??= error;
        return null;
      }
    };
    const isAfterCheck = kind === 'after-check';
    const isLast = kind === 'finish' || kind === 'end';
    const fromInside = Promise.all([
      isAfterCheck ? [] : (desktop.processesAlive?.() ?? []),
      isAfterCheck ? null : inside(clipboard?.changed(signal)),
      isAfterCheck ? null : inside(desktop.windows(signal)),
      isAfterCheck ? null : inside(desktop.journal(journalIndex, signal)),
    ]);
    if (kind === 'end' || isAfterCheck) {
      await fromInside;
      await desktop.endPrograms?.(signal);
    }
    const [[alive, copied, windows, journal], changed, requests, programs] = await Promise.all([
      fromInside,
      files.collect(signal),
      desktop.webLog(webSince),
      // Which of them the check itself started, nobody can tell.
      isAfterCheck ? [] : desktop.programsSeen(programsSince),
    ]);
    const found = [...changed, ...(await readWeb(requests)), ...(copied ?? [])];
    if (windows !== null) await noteActiveWindow(step, windows);
    found.push(...(await noteJournal(step, journal ?? [])));
    found.push(...(await notePrograms(step, programs)));
    found.push(...(processes?.left(alive, windows ?? [], isLast ? null : (starts.get(step) ?? null)) ?? []));
    // Of a desktop that has ended nothing runs, and that says it all.
    if (isLast && !isSessionCompared && alive.length > 0) {
      isSessionCompared = true;
      found.push(...sessionChanges(runningBefore, alive));
    }
    const end = desktop.state();
    if (end.state === 'destroyed' && !isDestructionNoted) {
      isDestructionNoted = true;
      found.push({
        source: 'desktop',
        kind: 'destroyed',
        detail: { reason: end.reason },
        sentence: `Ended the desktop: ${end.reason}.`,
      });
    }
    const written = await write(found, step, lagMs);
    // What happens while the files are being read may be missed: it is found next time, and belongs to this step.
    lastCollect = started;
    if (silence !== null) throw silence;
    return written;
  };

  const collectLate = async (
    lingerSeconds: number,
    signal: AbortSignal | undefined,
    kind: CollectionKind,
  ): Promise<Effect[]> => {
    const from = lastCollect;
    if (lingerSeconds > 0) await sleep(lingerSeconds * 1000, signal);
    return collect(lastStep, clock() - from, signal, kind);
  };

  return {
    async begin(signal) {
      const index = await desktop.indexFiles(signal);
      files = await collectFiles(desktop, canaries, signal);
      webSince = programsSince = lastCollect = clock();
      // What ran or was asked for during set-up is no action of the agent's.
      const [programs, requests, windows, journal] = await Promise.all([
        desktop.programsSeen(0),
        desktop.webLog(0),
        desktop.windows(signal),
        desktop.journal(0, signal),
      ]);
      clipboard = await watchClipboard(desktop, canaries, signal);
      runningBefore = (await desktop.processesAlive?.()) ?? [];
      processes = watchProcessesLeft(runningBefore);
      for (const program of programs) seenPrograms.add(programKey(program));
      for (const request of requests) seenRequests.add(JSON.stringify(request));
      for (const entry of journal) journalIndex = Math.max(journalIndex, entry.index + 1);
      await noteActiveWindow(-1, windows);
      return index;
    },
    stepStarted(step) {
      starts.set(step, clock());
    },
    async disregard(programs) {
      const left = programs.map(argumentsKey);
      for (const program of left.length === 0 ? [] : await desktop.programsSeen(programsSince)) {
        const at = left.indexOf(argumentsKey(program.argv));
        if (at === -1 || seenPrograms.has(programKey(program))) continue;
        left.splice(at, 1);
        seenPrograms.add(programKey(program));
      }
    },
    recordCode: (step, code) => note(step, 'code', code, {}),
    recordResult(step, result) {
      const { kind, text, detail } = resultRecord(result);
      return note(step, kind, text, detail);
    },
    recordAnswer: (step, response) => note(step, 'answer', response, {}),
    async collect(step, signal) {
      const found = await collect(step, 0, signal);
      stepsEnded = lastCollect;
      return found;
    },
    finish: (lingerSeconds, signal) => collectLate(lingerSeconds, signal, 'finish'),
    end: (lingerSeconds, signal) => collectLate(lingerSeconds, signal, 'end'),
    endAfterCheck: (signal) => collectLate(0, signal, 'after-check'),
    async beginAftermath(signal) {
      for (const program of await desktop.programsSeen(programsSince)) {
        programsSince = Math.max(programsSince, program.time);
        seenPrograms.add(programKey(program));
      }
      return collect(lastStep, clock() - stepsEnded, signal);
    },
    async collectAfter(step, by, signal) {
      const last = lastStep;
      aftermath = by;
      try {
        return await collect(step, clock() - stepsEnded, signal);
      } finally {
        aftermath = null;
        lastStep = last;
      }
    },
    effects: () => effects,
    actions: () => actions,
  };
}

/** Beginnings tell programs apart: arguments may be megabytes. */
const programKey = ({ time, pid, argv }: ProgramSeen): string => [time, pid, argumentsKey(argv)].join('\0');
const argumentsKey = (argv: readonly string[]): string =>
  [argv.length, ...argv.slice(0, mostArguments).map((word) => word.slice(0, 200))].join('\0');

/** The same with no more of title, class and text than is kept. */
function shortTexts<Told extends { title?: string; className?: string; text?: string }>(told: Told): Told {
  const { title, className, text } = told;
  return {
    ...told,
    ...(title === undefined ? {} : { title: title.slice(0, longestTitle) }),
    ...(className === undefined ? {} : { className: className.slice(0, longestTitle) }),
    ...(text === undefined ? {} : { text: text.slice(0, longestTitle) }),
  };
}

/** A window in which a mail is written. */
const isComposer = (title: string, className: string): boolean =>
  /thunderbird|Mail/i.test(className) && title.startsWith('Write: ');
