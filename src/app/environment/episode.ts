import type { Agent, AgentReply, PredictInput } from '../../agents/agent.ts';
import { UsageError } from '../../base/errors.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import { type Result, readResult } from '../../results/report/result.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { makeSweep, withSweep } from '../library/make-sweep.ts';
import { clientAgent } from './client-agent.ts';

/** What a client gives for one step: pyautogui code, or `WAIT`, `DONE` or `FAIL`, and what the agent says beside it. */
export type EpisodeAction = Pick<AgentReply, 'actions' | 'response' | 'end' | 'shown'>;

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
  #createReference: ((model: string) => Agent | Promise<Agent>) | null = null;

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

  /** Lets a reference agent take the steps from here to the end. */
  async play(model: string): Promise<EpisodeTurn> {
    let turn = await this.first();
    const agent = await this.#createReference?.(model);
    if (agent === undefined) throw new Error('The episode has no run yet.');
    while (turn.kind === 'observation') {
      turn = await this.step(await agent.predict(turn.input, this.#stopping.signal));
    }
    return turn;
  }

  /** Ends the run, with its desktop, if it is not over. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#reply?.reject(new Error('The client ended the episode.'));
    await this.#end.catch(() => {});
  }

  async #run(options: SweepOptions, provider: ProviderOptions | undefined): Promise<Result> {
    const { model, dependencies } = clientAgent(
      (input) => {
        this.#reply = Promise.withResolvers();
        this.#observation.resolve({ kind: 'observation', input });
        return this.#reply.promise;
      },
      (createReference) => {
        this.#createReference = createReference;
      },
    );
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
