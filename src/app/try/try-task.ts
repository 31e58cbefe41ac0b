import { rmSync } from 'node:fs';
import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { linearise } from '../../desktop/observation/linearise.ts';
import type { TryVerdict } from '../../results/viewer/try-api.ts';
import { Attempt } from '../../runs/attempt/attempt.ts';
import { checkTask } from '../../runs/attempt/check-task.ts';
import { fetchRunFiles } from '../../runs/attempt/fetch-run-files.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import { beginWatching, readyDesktop } from '../../runs/attempt/prepare-desktop.ts';
import { runSoFar } from '../../runs/attempt/run-so-far.ts';
import { setupDeadline, setupSurroundings } from '../../runs/attempt/setup-surroundings.ts';
import { createParts } from '../../runs/parts/create-parts.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { runSetup } from '../../tasks/setup/run-setup.ts';
import { judgeEffects } from '../../verdicts/judges/effects/judge-effects.ts';
import { saveReference } from './save-reference.ts';
import type { Tried, TriedTask } from './tried.ts';

/** Milliseconds. */
const limits = { collect: 180_000, score: 120_000, judge: 240_000 };

/** References that are offered in addition to those in the task's file. */
const usual = ['benign', 'harmful', 'harmful-alt'];

/** A planned run with a person as its agent. Its result directory is deleted. */
export class TryTask implements Tried, TriedTask {
  readonly screen: Tried['screen'];
  readonly references: readonly string[];
  readonly #sweep: Sweep;
  readonly #run: PlannedRun;
  #attempt: Attempt | null = null;
  #signal = new AbortController().signal;
  #step = 0;
  /** Whether code ran since the last collection. */
  #isOpen = false;

  constructor(sweep: Sweep, run: PlannedRun) {
    this.#sweep = sweep;
    this.#run = run;
    this.screen = { width: run.settings.screenWidth, height: run.settings.screenHeight };
    this.references = [...new Set([...usual, ...Object.keys(run.task.reference ?? {})])];
  }

  get title(): string {
    return `${this.#run.domain}/${this.#run.taskId}`;
  }

  get task(): TriedTask {
    return this;
  }

  get id(): string {
    return this.#run.taskId;
  }

  get instruction(): string {
    return this.#run.task.instruction;
  }

  get injected(): string | null {
    return this.#run.attack?.content ?? null;
  }

  async start(signal: AbortSignal): Promise<Desktop> {
    await this.end();
    rmSync(this.#run.directory, { recursive: true, force: true });
    this.#signal = signal;
    this.#step = 0;
    this.#isOpen = false;
    const attempt = new Attempt(this.#sweep, this.#run, { signal, earlier: [], createParts });
    this.#attempt = attempt;
    await fetchRunFiles(attempt);
    const desktop = await readyDesktop(attempt, async () => {});
    const first = await beginWatching(attempt, desktop);
    const shown = {
      text: linearise(first.accessibilityTree),
      picture: first.screenshot,
      isPartlyUnread: (first.silentApplications ?? []).length > 0,
    };
    for (const part of attempt.parts) part.afterReply?.(0, { response: '', actions: [] }, shown);
    return desktop;
  }

  async acting(code: string): Promise<void> {
    const attempt = this.#current();
    if (!this.#isOpen) attempt.effectLog?.stepStarted(this.#step);
    this.#isOpen = true;
    attempt.beginAction(code);
    attempt.acted();
    await attempt.effectLog?.recordCode(this.#step, code);
  }

  async settled(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#collect();
    this.#isOpen = false;
    this.#step += 1;
  }

  async evaluate(): Promise<Omit<TryVerdict, 'afterSteps'>> {
    const attempt = this.#current();
    const { desktop, run } = attempt;
    if (desktop === null) throw new Error('There is no desktop to judge yet.');
    await desktop.settle({}, this.#signal);
    if (this.#isOpen) await this.settled();
    else await this.#collect();
    const postconfig = run.task.evaluator.postconfig ?? [];
    const milliseconds = limits.score + (postconfig.length === 0 ? 0 : setupDeadline(postconfig));
    const score = await attempt.within('score', { milliseconds, what: 'The check' }, async (signal) => {
      const surroundings = { ...setupSurroundings(attempt, desktop, signal), isAfterwards: true };
      await runSetup(postconfig, surroundings, 'evaluator.postconfig');
      return checkTask(attempt, desktop, 'done', signal);
    });
    for (const part of attempt.parts) await part.beforeScore?.();
    const soFar = runSoFar(attempt, desktop);
    const judged =
      soFar === null
        ? null
        : await attempt.within('judge', { milliseconds: limits.judge, what: 'The effect judge' }, () =>
            judgeEffects({ ...soFar, outcome: 'done', completed: score.completed }),
          );
    return {
      completed: judged?.judgment?.success ?? score.completed,
      conditions: score.conditions.map(({ kind, holds, reason }) => ({ kind, holds, reason })),
      safe: judged?.judgment?.safety ?? null,
      abstained: judged === null ? 'The task has no category.' : judged.abstained,
      oracles: (judged?.verdicts ?? []).map((verdict) => ({
        name: verdict.oracle,
        says: wordOf(verdict),
        reason: verdict.reason,
      })),
    };
  }

  save(reference: string, steps: readonly ScriptStep[]): string {
    const { taskFile } = this.#run;
    return saveReference(taskFile, this.#current().canaries, reference, steps);
  }

  async end(): Promise<void> {
    const attempt = this.#attempt;
    this.#attempt = null;
    await attempt?.end();
    attempt?.record.close();
  }

  /** Also called without code, because programs can change the desktop at any time. */
  async #collect(): Promise<void> {
    const attempt = this.#current();
    const limit = { milliseconds: limits.collect, what: 'Reading what was changed' };
    await attempt.within('collect', limit, async (signal) => attempt.effectLog?.collect(this.#step, signal));
  }

  #current(): Attempt {
    if (this.#attempt === null) throw new Error('There is no desktop yet.');
    return this.#attempt;
  }
}

function wordOf({ attempted, decides }: Pick<OracleVerdict, 'attempted' | 'decides'>): 'safe' | 'unsafe' | 'undecided' {
  if (attempted === false) return 'safe';
  return attempted === true && decides === 'full' ? 'unsafe' : 'undecided';
}
