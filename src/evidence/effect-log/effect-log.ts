import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurns } from '../../base/event-loop.ts';
import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { withFacts } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { ActionRecords, type CodeResult } from './action-records.ts';
import type { Canaries } from './canaries.ts';
import type { FoundEffect } from './found-effect.ts';
import { StepClock } from './step-clock.ts';
import { DesktopWatch, type LookKind } from './watch-desktop.ts';

export interface EffectLogOptions {
  desktop: Desktop;
  canaries: Canaries;
  /** Called once for each effect, in order, as soon as it is found. */
  write(effect: Effect): void | Promise<void>;
  /** Called once for each action record, in order. */
  writeAction(action: ActionRecord): void | Promise<void>;
  /**
   * False in a desktop that nobody can watch from outside: then the log holds what the agent did, and no effect;
   * default true.
   */
  isWatched?: boolean;
  /** Whether it is noted who opens files that hold a secret of the run; default false. */
  areOpensRecorded?: boolean;
  /** Unix milliseconds; the guest's clock is the host's. */
  clock?: () => number;
  /** Waits; for tests. */
  sleep?: (milliseconds: number, signal?: AbortSignal | undefined) => Promise<void>;
}

/** What the environment did while the agent worked. */
export interface HappenedEvent {
  /** Id of the task's event, or `injection`. */
  readonly id: string;
  /** 0-based: the step before whose actions it happened. */
  readonly step: number;
  readonly sentence: string;
  /**
   * Files that it wrote, by path. What the agent makes of them later counts as for files that were there from the
   * start.
   */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Argument vectors of programs that it started: of each the first one that is new is left out. */
  readonly programs: readonly (readonly string[])[];
}

/** What really changed in one desktop, by step, and what the agent did. */
export interface EffectLog {
  effects(): readonly Effect[];
  actions(): readonly ActionRecord[];
}

/** An effect log while the agent makes its steps. */
export interface RunningEffectLog extends EffectLog {
  /**
   * Call when a step's actions are about to run (after the model answered): what happened earlier belongs to the step
   * before.
   */
  stepStarted(step: number): void;
  /**
   * Records what the environment has just done in the desktop: its files and programs are no effects and no actions of
   * the agent's.
   */
  recordEvent(event: HappenedEvent, signal?: AbortSignal | undefined): Promise<void>;
  /** The code of one action, before or after it ran. */
  recordCode(step: number, code: string): Promise<void>;
  /** How the code that was recorded last ended. The text comes from inside the desktop and is cut. */
  recordResult(step: number, result: CodeResult): Promise<void>;
  /** The agent's reply, verbatim. */
  recordAnswer(step: number, response: string): Promise<void>;
  /**
   * What is new since the last call. Call once after each step's actions have settled. Works on a destroyed desktop
   * too.
   */
  collect(step: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** The agent makes no more steps. */
  stepsOver(): FinishedEffectLog;
}

/** An effect log after the agent's last step. What is found now belongs to that step, with its lag. */
export interface FinishedEffectLog extends EffectLog {
  /** Keeps watching for `lingerSeconds`, then collects; the desktop goes on. */
  collect(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** The same, and ends the desktop's programs before it looks at what they did: nothing comes after it. */
  collectAndEnd(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /**
   * After a check that ran programs in the desktop: ends its programs and collects what was done meanwhile, but which
   * programs ran.
   */
  endAfterCheck(signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Collects what a check did in the desktop, but which programs it ran; then scheduled work may be started. */
  fastForward(signal?: AbortSignal | undefined): Promise<FastForwardLog>;
}

/** An effect log while scheduled work is started after the last step. */
export interface FastForwardLog extends EffectLog {
  /** What came of something that this step set up for later. Each effect says in `detail.aftermath` what it came by. */
  collect(step: number, by: string, signal?: AbortSignal | undefined): Promise<Effect[]>;
}

/**
 * Begins to watch a desktop: call it after set-up and injection, before the first observation. Takes the index of step
 * 0.
 */
export async function beginEffectLog(
  options: EffectLogOptions,
  signal?: AbortSignal | undefined,
): Promise<RunningEffectLog> {
  const { desktop, canaries, isWatched = true, areOpensRecorded = false } = options;
  const steps = new StepClock(options.clock ?? Date.now);
  const records = new ActionRecords(options.writeAction, steps.now);
  const watch = isWatched
    ? await DesktopWatch.begin(desktop, canaries, { records, steps, areOpensRecorded, signal })
    : null;
  return new WatchedRun(watch, records, steps, options);
}

class WatchedRun implements RunningEffectLog {
  readonly #watch: DesktopWatch | null;
  readonly #records: ActionRecords;
  readonly #steps: StepClock;
  readonly #write: EffectLogOptions['write'];
  readonly #sleep: NonNullable<EffectLogOptions['sleep']>;
  readonly #effects: Effect[] = [];

  constructor(watch: DesktopWatch | null, records: ActionRecords, steps: StepClock, options: EffectLogOptions) {
    this.#watch = watch;
    this.#records = records;
    this.#steps = steps;
    this.#write = options.write;
    this.#sleep = options.sleep ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }));
  }

  effects(): readonly Effect[] {
    return this.#effects;
  }

  actions(): readonly ActionRecord[] {
    return this.#records.all;
  }

  stepStarted(step: number): void {
    this.#steps.start(step);
  }

  async recordEvent(event: HappenedEvent, signal?: AbortSignal | undefined): Promise<void> {
    const { id, step, sentence, files, programs } = event;
    await this.#watch?.disregard(programs, files, signal);
    const effect: Effect = {
      id: `e${this.#effects.length + 1}`,
      source: 'environment',
      kind: 'happened',
      step,
      lagMs: 0,
      time: this.#steps.now(),
      detail:
        files.size === 0
          ? { event: id }
          : {
              event: id,
              paths: [...files.keys()],
              hashes: Object.fromEntries(
                [...files].map(([path, content]) => [path, createHash('sha256').update(content).digest('hex')]),
              ),
            },
      sentence,
    };
    this.#effects.push(effect);
    await this.#write(effect);
  }

  recordCode(step: number, code: string): Promise<void> {
    return this.#records.add(step, { kind: 'code', text: code, detail: {} });
  }

  recordResult(step: number, result: CodeResult): Promise<void> {
    return this.#records.addCodeResult(step, result);
  }

  recordAnswer(step: number, response: string): Promise<void> {
    return this.#records.add(step, { kind: 'answer', text: response, detail: {} });
  }

  async collect(step: number, signal?: AbortSignal | undefined): Promise<Effect[]> {
    const found = await this.#collect(step, { kind: 'step', lagMs: 0, signal });
    this.#steps.stepCollected();
    return found;
  }

  stepsOver(): FinishedEffectLog {
    return {
      effects: () => this.effects(),
      actions: () => this.actions(),
      collect: (lingerSeconds, signal) => this.#collectLate(lingerSeconds, 'last', signal),
      collectAndEnd: (lingerSeconds, signal) => this.#collectLate(lingerSeconds, 'last-and-end', signal),
      endAfterCheck: (signal) => this.#collectLate(0, 'after-check-and-end', signal),
      fastForward: async (signal) => {
        await this.#watch?.skipPrograms();
        await this.#collect(this.#steps.lastStep, { kind: 'step', lagMs: this.#steps.sinceSteps(), signal });
        return {
          effects: () => this.effects(),
          actions: () => this.actions(),
          collect: (step, by, signal) =>
            this.#steps.keepingLastStep(() =>
              this.#collect(step, { kind: 'step', lagMs: this.#steps.sinceSteps(), aftermath: by, signal }),
            ),
        };
      },
    };
  }

  async #collectLate(lingerSeconds: number, kind: LookKind, signal?: AbortSignal | undefined): Promise<Effect[]> {
    if (lingerSeconds > 0) await this.#sleep(lingerSeconds * 1000, signal);
    return this.#collect(this.#steps.lastStep, { kind, lagMs: this.#steps.sinceCollection(), signal });
  }

  async #collect(
    step: number,
    how: { kind: LookKind; lagMs: number; aftermath?: string; signal: AbortSignal | undefined },
  ): Promise<Effect[]> {
    if (this.#watch === null) return [];
    this.#steps.collecting(step);
    const begun = this.#steps.now();
    const { found, silence } = await this.#watch.look(step, how.kind, how.signal);
    const written: Effect[] = [];
    for await (const foundEffect of inTurns(found)) written.push(await this.#add(foundEffect, step, how));
    this.#steps.collected(begun);
    if (silence !== null) throw silence;
    return written;
  }

  async #add(
    found: FoundEffect,
    step: number,
    { lagMs, aftermath }: { lagMs: number; aftermath?: string },
  ): Promise<Effect> {
    const time = this.#steps.now();
    const { happenedAt, ...facts } = aftermath === undefined ? found : withFacts(found, { aftermath });
    const cause = this.#steps.stepAt(happenedAt, step);
    const effect: Effect = {
      ...facts,
      id: `e${this.#effects.length + 1}`,
      step: cause,
      lagMs: this.#steps.lagOf(happenedAt, time, cause === step ? lagMs : null),
      time,
    };
    this.#effects.push(effect);
    await this.#write(effect);
    return effect;
  }
}
