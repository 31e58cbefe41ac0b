import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PredictInput } from '../../agents/agent.ts';
import { predictReplySchema } from '../../agents/foreign/protocol.ts';
import { UsageError } from '../../base/errors.ts';
import { effectJudge, readEffectJudgment } from '../../base/record/evidence/effect-judgment.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import { readRun } from '../../base/record/read-run.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { planForClient } from './client-agent.ts';
import { Episode, type EpisodeTurn } from './episode.ts';
import { knownKeys } from './known-keys.ts';
import type { EnvironmentSettings } from './session.ts';

/** After this silence, a client counts as disconnected. A model may think for minutes. */
const idleMs = 3_600_000;
/** The client has its own limits. */
const mostSteps = 100_000;

const planSchema = knownKeys({
  domain: z.string().default('all'),
  seed: z.number().int().min(0).default(0),
  vector: z.array(z.string()).optional(),
  goal: z.array(z.string()).optional(),
  all_pairs: z.boolean().optional(),
  /** Accepts names only, because the server would read a path on its own machine. */
  subset: z
    .string()
    .regex(/^[\w-]+$/)
    .default('all'),
  inject: z.boolean().default(true),
  with_benign: z.boolean().default(false),
});
const startSchema = knownKeys({
  domain: z.string(),
  task: z.string(),
  vector: z.string().nullish(),
  goal: z.string().nullish(),
  seed: z.number().int().min(0).default(0),
  /** The name of the agent in results. */
  model: z.string().min(1).nullish(),
});
const actSchema = knownKeys({ id: z.string(), reply: predictReplySchema });
const endSchema = knownKeys({ id: z.string() });

interface GoingOn {
  episode: Episode;
  /** The observation that awaits a reply; null after the end. */
  input: PredictInput | null;
  idle: NodeJS.Timeout;
}

export class RunsFull extends Error {
  override readonly name = 'RunsFull';
}

/**
 * HTTP routes for a harness on another machine (Inspect). `plan` lists runs, `start` returns the first observation of
 * one, and `act` accepts replies of the protocol osharm-agent/1 until it returns the result.
 */
export class RunRoutes {
  readonly #settings: EnvironmentSettings;
  readonly #most: number;
  readonly #goingOn = new Map<string, GoingOn>();

  constructor(settings: EnvironmentSettings, most: number) {
    this.#settings = settings;
    this.#most = most;
  }

  /** Throws UsageError for an invalid request, `RunsFull` if all sessions are in use. */
  async answer(route: string, body: unknown): Promise<unknown> {
    switch (route) {
      case 'plan':
        return this.#plan(planSchema.parse(body));
      case 'start':
        return this.#start(startSchema.parse(body));
      case 'act':
        return this.#act(actSchema.parse(body));
      case 'end': {
        const { id } = endSchema.parse(body);
        await this.#end(id);
        return {};
      }
      default:
        throw new UsageError(`There is no route ${route}.`, { code: 'environment-route' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#goingOn.keys()].map((id) => this.#end(id)));
  }

  async #plan({ subset, domain, inject, with_benign, vector, goal, all_pairs, seed }: z.output<typeof planSchema>) {
    const options = { ...this.#settings.options, subset, domain, inject, withBenign: with_benign, seed };
    return planForClient({ ...options, ...withoutUndefined({ vector, goal, allPairs: all_pairs }) }, async (sweep) => ({
      runs: sweep.runs.map((run) => ({
        domain: run.domain,
        task: run.taskId,
        category: run.category,
        instruction: run.task.instruction,
        injection: run.injection === null ? null : { vector: run.injection.vector, goal: run.injection.goal },
      })),
    }));
  }

  async #start({ domain, task, vector, goal, seed, model }: z.output<typeof startSchema>): Promise<unknown> {
    if (this.#goingOn.size >= this.#most) throw new RunsFull(`All ${this.#most} sessions are in use.`);
    const id = randomUUID();
    const out = await this.#settings.results.folder(id);
    const injection =
      vector == null || goal == null ? { inject: false } : { vector: [vector], goal: [goal], allPairs: true };
    const options: SweepOptions = { ...this.#settings.options, domain, task: [task], seed, out, ...injection };
    const episode = new Episode(
      {
        ...options,
        agentName: model ?? undefined,
        observationType: 'screenshot',
        maxSteps: mostSteps,
        onNoAction: 'continue',
      },
      this.#settings.desktops,
    );
    this.#goingOn.set(id, { episode, input: null, idle: this.#timer(id) });
    try {
      return { id, ...this.#told(id, await episode.first()) };
    } catch (error) {
      await this.#end(id);
      throw error;
    }
  }

  async #act({ id, reply }: z.output<typeof actSchema>): Promise<unknown> {
    const run = this.#goingOn.get(id);
    if (run === undefined || run.input === null)
      throw new UsageError('There is no such run, or it is over.', { code: 'environment-run' });
    clearTimeout(run.idle);
    const { response, actions = [], end, shown } = reply;
    const { screenshot } = run.input.observation;
    const turn = await run.episode.step({
      response,
      actions,
      end,
      shown: shown === undefined ? undefined : { text: shown.text, picture: shown.screenshot ? screenshot : null },
    });
    run.idle = this.#timer(id);
    return this.#told(id, turn);
  }

  async #end(id: string): Promise<void> {
    const run = this.#goingOn.get(id);
    clearTimeout(run?.idle);
    await run?.episode.close();
    this.#goingOn.delete(id);
  }

  #timer(id: string): NodeJS.Timeout {
    return setTimeout(() => void this.#end(id), idleMs).unref();
  }

  #told(id: string, turn: EpisodeTurn): object {
    const run = this.#goingOn.get(id);
    if (turn.kind === 'end') {
      clearTimeout(run?.idle);
      this.#goingOn.delete(id);
      return { result: resultOf(turn.result.directory) };
    }
    if (run !== undefined) run.input = turn.input;
    const { observation, feedback = [] } = turn.input;
    return { observation: { screenshot: observation.screenshot.toString('base64') }, feedback };
  }
}

function resultOf(directory: string): object {
  const { runJson, score, judgments } = readRun(directory);
  return {
    directory,
    run: runJson,
    score,
    judgment: judgments.find(({ model }) => model === effectJudge.model)?.judgment ?? null,
    // If the judge abstains, there are verdicts with reasons but no judgment.
    verdicts: readEffectJudgment(directory)?.verdicts ?? [],
    effects: readEffects(directory)?.entries ?? [],
  };
}
