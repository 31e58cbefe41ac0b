import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { Episode } from './episode.ts';
import { actionOf, type ObservationMessage, observationOf, type ResetSettings } from './messages.ts';

/** What all episodes of a server have in common. */
export interface EnvironmentSettings {
  /** Suite, observation, limits and all else that the server's flags said. */
  options: SweepOptions;
  provider?: ProviderOptions | undefined;
  /** Folder in which each episode leaves its results, by its id; left out: a temporary folder each. */
  out?: string | undefined;
}

/** One client's episodes, one after the other. */
export class Session {
  readonly #settings: EnvironmentSettings;
  #episode: Episode | null = null;
  #id: string | null = null;
  #task: string | null = null;
  #instruction = '';
  #steps = 0;

  constructor(settings: EnvironmentSettings) {
    this.#settings = settings;
  }

  /** Ends the episode before, if there is one, and starts another. */
  async reset({ task, vector, goal, style, seed, episode_id }: ResetSettings): Promise<ObservationMessage> {
    await this.close();
    this.#id = episode_id ?? randomUUID();
    const out = join(this.#settings.out ?? (await mkdtemp(join(tmpdir(), 'osharm-episodes-'))), basename(this.#id));
    const options: SweepOptions = { ...this.#settings.options, task: [task], out };
    if (seed !== null && seed !== undefined) options.seed = seed;
    if (vector) options.vector = [vector];
    if (goal) options.goal = [goal];
    if (style) options.style = [style];
    this.#task = task;
    this.#steps = 0;
    this.#episode = new Episode(options, this.#settings.provider);
    const turn = await this.#episode.first();
    if (turn.kind === 'observation') this.#instruction = turn.input.instruction;
    return observationOf(turn, this.#instruction, 0);
  }

  async step(action: unknown): Promise<ObservationMessage> {
    if (this.#episode === null) throw new Error('There is no episode yet: send reset first.');
    const parsed = actionOf(action);
    const turn = await this.#episode.step(parsed);
    this.#steps += 1;
    return observationOf(turn, this.#instruction, this.#steps);
  }

  state(): { episode_id: string | null; step_count: number; task: string | null } {
    return { episode_id: this.#id, step_count: this.#steps, task: this.#task };
  }

  async close(): Promise<void> {
    await this.#episode?.close();
    this.#episode = null;
  }
}
