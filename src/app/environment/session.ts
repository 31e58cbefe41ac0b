import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DesktopTool } from '../../agents/mcp/desktop-tools.ts';
import { clientView, toolResult } from '../../agents/mcp/tool-result.ts';
import type { DesktopToolResult } from '../../agents/mcp/tool-server.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { Episode, type EpisodeAction, type EpisodeTurn } from './episode.ts';
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
  /** How the episode ended; null: it goes on, or there is none. */
  #end: ObservationMessage | null = null;

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
    this.#end = null;
    this.#episode = new Episode(options, this.#settings.provider);
    const turn = await this.#episode.first();
    if (turn.kind === 'observation') this.#instruction = turn.input.instruction;
    return this.#told(turn);
  }

  async step(action: unknown): Promise<ObservationMessage> {
    this.#running();
    return this.#told(await this.#take(actionOf(action)));
  }

  /** One call of a desktop's tool, as a step of the episode. */
  async act(tool: DesktopTool, input: Record<string, unknown>, code: string): Promise<DesktopToolResult> {
    const turn = await this.#take({ actions: [code], response: `${tool.name} ${JSON.stringify(input)}` });
    this.#told(turn);
    if (turn.kind === 'end') return { text: 'The task is over.', picture: null, isError: false };
    const shows = { profile: 'osharm', observationType: 'screenshot_a11y_tree' } as const;
    return toolResult(tool, turn.input.feedback?.[0], await clientView(turn.input, shows));
  }

  /** Lets a reference agent finish the episode. */
  async play(model: string): Promise<ObservationMessage> {
    return this.#end ?? this.#told(await this.#running().play(model));
  }

  /** How the episode ended; one that goes on ends as if its agent had said that it is done. */
  async finish(): Promise<ObservationMessage> {
    return this.#end ?? this.step({ actions: 'DONE' });
  }

  #running(): Episode {
    if (this.#episode === null) throw new Error('There is no episode yet: send reset first.');
    return this.#episode;
  }

  async #take(action: EpisodeAction): Promise<EpisodeTurn> {
    const turn = await this.#running().step(action);
    this.#steps += 1;
    return turn;
  }

  #told(turn: EpisodeTurn): ObservationMessage {
    const message = observationOf(turn, this.#instruction, this.#steps);
    if (turn.kind === 'end') this.#end = message;
    return message;
  }

  state(): { episode_id: string | null; step_count: number; task: string | null } {
    return { episode_id: this.#id, step_count: this.#steps, task: this.#task };
  }

  async close(): Promise<void> {
    await this.#episode?.close();
    this.#episode = null;
  }
}
