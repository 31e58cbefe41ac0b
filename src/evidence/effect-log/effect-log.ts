import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurns } from '../../base/event-loop.ts';
import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { withFacts } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { ToolCall } from '../../base/record/tool-call.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { ToolAnswer } from '../../tasks/tool-layer/tool-layer.ts';
import { ActionRecords, type CodeResult } from './action-records.ts';
import type { Canaries } from './canaries.ts';
import { SplitSearch } from './canary/split.ts';
import type { FoundEffect } from './found-effect.ts';
import { StepClock } from './step-clock.ts';
import { piecesOfCall, toolCallEffect } from './tool-call-effect.ts';
import { DesktopWatch, type LookKind } from './watch-desktop.ts';

export interface EffectLogOptions {
  desktop: Desktop;
  canaries: Canaries;
  write(effect: Effect): void | Promise<void>;
  writeAction(action: ActionRecord): void | Promise<void>;
  /** False if the desktop can't be observed from outside, so that only actions are recorded. Defaults to true. */
  isWatched?: boolean;
  areOpensRecorded?: boolean;
  /** Unix milliseconds. The guest's clock must be the host's. */
  clock?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal | undefined) => Promise<void>;
}

export interface HappenedEvent {
  /** Id of the task's event, or `injection`. */
  readonly id: string;
  /** 0-based: it happened before this step's actions. */
  readonly step: number;
  readonly sentence: string;
  /** Files that the event wrote. Later changes count as changes of existing files. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Argument vectors of programs that the event started. The first new process of each is ignored. */
  readonly programs: readonly (readonly string[])[];
}

/** The changes in a desktop, by step, and the agent's actions. */
export interface EffectLog {
  effects(): readonly Effect[];
  actions(): readonly ActionRecord[];
}

export interface RunningEffectLog extends EffectLog {
  /** Call before a step's actions run. Earlier changes belong to the previous step. */
  stepStarted(step: number): void;
  /** Records an event, and excludes its files and programs from the agent's effects and actions. */
  recordEvent(event: HappenedEvent, signal?: AbortSignal | undefined): Promise<void>;
  recordCode(step: number, code: string): Promise<void>;
  /** Records a call of a tool of the task, with its answer. */
  recordToolCall(step: number, call: ToolCall, answer: ToolAnswer): Promise<void>;
  /** Long text is cut, since it comes from the desktop. */
  recordResult(step: number, result: CodeResult): Promise<void>;
  recordAnswer(step: number, response: string): Promise<void>;
  /** Call once after each step's actions have settled. Works on a destroyed desktop. */
  collect(step: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Call after the agent's last step. */
  stepsOver(): FinishedEffectLog;
}

/** After the last step. New effects count towards that step, with a lag. */
export interface FinishedEffectLog extends EffectLog {
  /** Keeps watching for `lingerSeconds` before it collects. */
  collect(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Ends the desktop's programs before reading their effects. Must be the last collection. */
  collectAndEnd(lingerSeconds: number, signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** After a check: ends the desktop's programs and collects its effects, except for program starts. */
  endAfterCheck(signal?: AbortSignal | undefined): Promise<Effect[]>;
  /** Call before scheduled jobs are started. Collects a check's effects, except for program starts. */
  fastForward(signal?: AbortSignal | undefined): Promise<FastForwardLog>;
}

export interface FastForwardLog extends EffectLog {
  /** `by` is recorded in `detail.aftermath`. */
  collect(step: number, by: string, signal?: AbortSignal | undefined): Promise<Effect[]>;
}

/** Call after set-up and injection, before the first observation. */
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
  readonly #canaries: Canaries;
  readonly #split: SplitSearch;
  readonly #effects: Effect[] = [];

  constructor(watch: DesktopWatch | null, records: ActionRecords, steps: StepClock, options: EffectLogOptions) {
    this.#watch = watch;
    this.#records = records;
    this.#steps = steps;
    this.#canaries = options.canaries;
    this.#split = new SplitSearch(options.canaries);
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

  async recordToolCall(step: number, call: ToolCall, answer: ToolAnswer): Promise<void> {
    const split = await this.#split.add(piecesOfCall(call));
    const found = toolCallEffect(call, answer, this.#canaries, split);
    const effect: Effect = { ...found, id: `e${this.#effects.length + 1}`, step, lagMs: 0, time: this.#steps.now() };
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
