import type { AgentReply, PredictInput } from '../../agents/agent.ts';
import { UsageError } from '../../base/errors.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import { type Result, readResult } from '../../results/report/result.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { makeSweep, withSweep } from '../library/make-sweep.ts';
import { clientAgent } from './client-agent.ts';

/** What a client gives for one step. */
export interface EpisodeAction {
  /** pyautogui code, or `WAIT`, `DONE` or `FAIL`; several are executed one after the other. */
  actions: readonly string[];
  /** What the agent says beside it, as a model's reply would be recorded. */
  response: string;
}

/** What a client receives: the next thing to see, or how the run ended. */
export type EpisodeTurn = { kind: 'observation'; input: PredictInput } | { kind: 'end'; result: Result };

/**
 * One run of a task, driven from outside, a step at a time. It is the run that `osharm run` would make with an agent
 * that replies the same: same set-up, effects, checks and oracles, and a result folder of its own.
 */
export class Episode {
  readonly #stopping = new AbortController();
  /** Rejects where the run failed. */
  readonly #end: Promise<EpisodeTurn>;
  #observation: PromiseWithResolvers<EpisodeTurn> = Promise.withResolvers();
  #reply: PromiseWithResolvers<AgentReply> | null = null;

  /** `options` name one task, and a vector and goal where it is an injection. Starts at once. */
  constructor(options: SweepOptions, provider: ProviderOptions | undefined) {
    this.#end = this.#run(options, provider).then((result) => ({ kind: 'end', result }));
    // It may fail while nobody waits for a turn: who waits next receives it.
    this.#end.catch(() => {});
  }

  /** What there is to see before the first step. Rejects where the run failed. */
  first(): Promise<EpisodeTurn> {
    return Promise.race([this.#observation.promise, this.#end]);
  }

  /** Takes a step and gives what it led to. Rejects with UsageError where the run has ended. */
  step({ actions, response }: EpisodeAction): Promise<EpisodeTurn> {
    const reply = this.#reply;
    if (reply === null)
      return Promise.reject(
        new UsageError('The episode has ended: reset starts another one.', { code: 'episode-ended' }),
      );
    this.#reply = null;
    this.#observation = Promise.withResolvers();
    reply.resolve({ response, actions: [...actions] });
    return Promise.race([this.#observation.promise, this.#end]);
  }

  /** Ends the run, with its desktop, if it is not over. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#reply?.reject(new Error('The client ended the episode.'));
    await this.#end.catch(() => {});
  }

  async #run(options: SweepOptions, provider: ProviderOptions | undefined): Promise<Result> {
    const { model, dependencies } = clientAgent((input) => {
      this.#reply = Promise.withResolvers();
      this.#observation.resolve({ kind: 'observation', input });
      return this.#reply.promise;
    });
    const all = { ...options, model, maxEqualErrors: 1 };
    return withSweep(all, { provider, dependencies }, async (prepared) => {
      const [run, ...others] = prepared.sweep.runs;
      if (run === undefined || others.length > 0) {
        throw new UsageError(
          `An episode is one run, and this asks for ${prepared.sweep.runs.length}: give a task, and a vector and goal where the task is an injection.`,
          { code: 'episode-one-run' },
        );
      }
      const { result } = await makeSweep(prepared, { signal: this.#stopping.signal, onEvent: () => {} });
      const error = result.made[0]?.result.error;
      if (error !== null && error !== undefined) throw error;
      return readResult(run.directory, prepared.sweep.request.resultDir);
    });
  }
}
