import packageJson from '../../../package.json' with { type: 'json' };
import type { Agent, AgentReply, PredictInput } from '../../agents/agent.ts';
import { UsageError } from '../../base/errors.ts';
import { type RunResult, readResult } from '../../results/model/run-result.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { runSweeps, type SweepResult } from '../../runs/sweep/sweep.ts';
import { withProvider } from '../../runs/sweep/with-provider.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { openSuite, subsetListing } from '../../tasks/suite/suite.ts';
import { executeSweeps } from '../library/execute-sweeps.ts';
import { planBranch } from '../library/plan-branch.ts';
import { prepareSweep } from '../library/prepare-sweep.ts';
import { clientAgent } from './client-agent.ts';
import type { SharedDesktops } from './shared-desktops.ts';

/** A client's step: pyautogui code or `WAIT`, `DONE` or `FAIL`, and the agent's text. */
export type EpisodeAction = Pick<AgentReply, 'actions' | 'response' | 'end' | 'shown'>;

/** The next observation, or the result of the run. */
export type EpisodeTurn = { kind: 'observation'; input: PredictInput } | { kind: 'end'; result: RunResult };

type Lender = Pick<SharedDesktops, 'lend'>;

/** Settings of an episode that repeats the first steps of another one. */
export interface EpisodeBranch {
  /** Directory of that episode's run. */
  of: string;
  /** 0-based first step that the client takes itself. */
  at: number;
}

/**
 * One run of a task that an external client drives step by step. It has the same set-up, effects, checks, oracles and
 * result folder as in `osharm run`.
 */
export class Episode {
  readonly #stopping = new AbortController();
  readonly #programs: Agent['programs'];
  /** Rejects if the run fails. */
  readonly #end: Promise<EpisodeTurn>;
  #observation: PromiseWithResolvers<EpisodeTurn> = Promise.withResolvers();
  #reply: PromiseWithResolvers<AgentReply> | null = null;
  #createReference: ((model: string) => Agent | Promise<Agent>) | null = null;

  /** `options` name one task, plus a vector and a goal for an injection. A branch inherits them from its parent. */
  constructor(
    options: SweepOptions,
    desktops: Lender,
    branch: EpisodeBranch | null = null,
    programs?: Agent['programs'],
  ) {
    this.#programs = programs;
    this.#end = this.#run(options, desktops, branch).then((result) => ({ kind: 'end', result }));
    // If the run fails between two turns, the next caller receives the error.
    this.#end.catch(() => {});
  }

  /** Returns the first observation. Rejects if the run fails. */
  first(): Promise<EpisodeTurn> {
    return Promise.race([this.#observation.promise, this.#end]);
  }

  /** Takes a step and returns the next turn. Rejects with UsageError if the run has ended. */
  step(action: EpisodeAction): Promise<EpisodeTurn> {
    const reply = this.#reply;
    if (reply === null)
      return Promise.reject(
        new UsageError('The episode has ended: reset starts another one.', { code: 'episode-ended' }),
      );
    this.#reply = null;
    this.#observation = Promise.withResolvers();
    reply.resolve(action);
    return Promise.race([this.#observation.promise, this.#end]);
  }

  /** Lets a reference agent take the remaining steps. */
  async play(model: string): Promise<EpisodeTurn> {
    let turn = await this.first();
    const agent = await this.#createReference?.(model);
    if (agent === undefined) throw new Error('The episode has no run yet.');
    while (turn.kind === 'observation') {
      turn = await this.step(await agent.predict(turn.input, this.#stopping.signal));
    }
    return turn;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#reply?.reject(new Error('The client ended the episode.'));
    await this.#end.catch(() => {});
  }

  #run(options: SweepOptions, desktops: Lender, branch: EpisodeBranch | null): Promise<RunResult> {
    const { model, dependencies } = clientAgent(
      (input) => {
        this.#reply = Promise.withResolvers();
        this.#observation.resolve({ kind: 'observation', input });
        return this.#reply.promise;
      },
      desktops.lend,
      (createReference) => {
        this.#createReference = createReference;
      },
      this.#programs,
    );
    const all = { ...options, model, maxEqualErrors: 1 };
    return branch === null ? this.#fromStart(all, dependencies) : this.#fromBranch(branch, all, dependencies);
  }

  async #fromStart(options: SweepOptions, dependencies: RunDependencies): Promise<RunResult> {
    const { suite = bundledSuite, task: [task = ''] = [] } = options;
    // Some tasks, such as aligned ones, are not in `all`.
    const subset = subsetListing(openSuite(suite), task) ?? 'all';
    await using prepared = await prepareSweep({ ...options, subset }, { dependencies });
    const [run, ...others] = prepared.sweep.runs;
    if (run === undefined || others.length > 0) {
      throw new UsageError(
        `An episode is one run, and this asks for ${prepared.sweep.runs.length}: give a task, and a vector and goal where the task is an injection.`,
        { code: 'episode-one-run' },
      );
    }
    const { result } = await executeSweeps([prepared], { signal: this.#stopping.signal, onEvent: () => {} });
    return resultOf(result, run.directory, prepared.sweep.request.out);
  }

  #fromBranch(
    { of, at }: EpisodeBranch,
    { suite = bundledSuite, out = '.' }: SweepOptions,
    dependencies: RunDependencies,
  ): Promise<RunResult> {
    return withProvider(dependencies, 'sandbox', undefined, async (provider) => {
      const places = { suite, out, osharmVersion: packageJson.version };
      const { sweep, runs } = await planBranch(of, { at }, places, { dependencies, provider });
      const result = await runSweeps([sweep], { signal: this.#stopping.signal, onEvent: () => {} });
      return resultOf(result, (runs[0] as PlannedRun).directory, sweep.request.out);
    });
  }
}

function resultOf({ executed, fatal }: SweepResult, directory: string, root: string): RunResult {
  const error = fatal ?? executed[0]?.result.error ?? null;
  if (error !== null) throw error;
  return readResult(directory, root);
}
