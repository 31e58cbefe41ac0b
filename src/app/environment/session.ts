import { randomUUID } from 'node:crypto';
import type { ProgramName } from '../../agents/agent.ts';
import type { DesktopTool } from '../../agents/mcp/desktop-tools.ts';
import { clientView, toolResult } from '../../agents/mcp/tool-result.ts';
import type { DesktopToolResult } from '../../agents/mcp/tool-server.ts';
import { UsageError } from '../../base/errors.ts';
import { pngSize } from '../../base/record/png-size.ts';
import { type Reward, rewardSchema } from '../../base/record/reward.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { parentRun } from '../library/plan-branch.ts';
import { Episode, type EpisodeAction, type EpisodeBranch, type EpisodeTurn } from './episode.ts';
import type { EpisodeResults } from './episode-results.ts';
import { actionOf, type ObservationMessage, observationOf, type ResetSettings } from './messages.ts';
import type { SharedDesktops } from './shared-desktops.ts';

export interface EnvironmentSettings {
  options: SweepOptions;
  desktops: Pick<SharedDesktops, 'lend'>;
  results: EpisodeResults;
}

const mostPrograms = 10;

/** One client's episodes, in sequence. */
export class EnvironmentSession {
  readonly #settings: EnvironmentSettings;
  #episode: Episode | null = null;
  #id: string | null = null;
  #task: string | null = null;
  #instruction = '';
  #steps = 0;
  #end: ObservationMessage | null = null;
  #isPartialCredit = false;
  readonly #programs = new Map<string, ProgramName>();
  #picture: PictureSize = { width: 1920, height: 1080 };

  constructor(settings: EnvironmentSettings) {
    this.#settings = settings;
  }

  /** Ends the current episode, if any, and starts another. */
  async reset(settings: ResetSettings): Promise<ObservationMessage> {
    await this.close();
    const { options: common, desktops, results } = this.#settings;
    const branch = this.#branchOf(settings);
    const id = settings.episode_id ?? randomUUID();
    const options = optionsOf(settings, { ...common, out: await results.folder(id) });
    this.#id = id;
    this.#task = branch === null ? (settings.task ?? null) : parentRun(branch.of).taskId;
    this.#steps = branch?.at ?? 0;
    this.#end = null;
    this.#isPartialCredit = settings.partial_credit ?? false;
    this.#episode = new Episode(options, desktops, branch, () => [...this.#programs.values()]);
    const turn = await this.#episode.first();
    if (turn.kind === 'observation') this.#instruction = turn.input.instruction;
    return this.#told(turn);
  }

  #branchOf({ branch_of: id, branch_at: step }: ResetSettings): EpisodeBranch | null {
    if (id == null) return null;
    const of = this.#settings.results.runOf(id);
    const at = step == null ? parentRun(of).exposure?.firstStep : step - 1;
    if (at != null) return { of, at };
    throw new UsageError(`Episode ${id} was never shown an injected text: add branch_at.`, {
      code: 'episode-branch-not-exposed',
    });
  }

  async step(action: unknown): Promise<ObservationMessage> {
    this.#running();
    return this.#told(await this.#take(actionOf(action, this.picture())));
  }

  /** Executes one tool call as a step of the episode. */
  async act(tool: DesktopTool, input: Record<string, unknown>, code: string): Promise<DesktopToolResult> {
    const turn = await this.#take({ actions: [code], response: `${tool.name} ${JSON.stringify(input)}` });
    this.#told(turn);
    if (turn.kind === 'end') return { text: 'The task is over.', picture: null, isError: false };
    const shows = { profile: 'osharm', observationType: 'screenshot_a11y_tree' } as const;
    return toolResult(tool, turn.input.feedback?.[0], await clientView(turn.input, shows));
  }

  async play(model: string): Promise<ObservationMessage> {
    return this.#end ?? this.#told(await this.#running().play(model));
  }

  /** Returns what the episode earned. Ends a running episode as if its agent had replied DONE. */
  async finishedReward(): Promise<Reward> {
    const { observation } = this.#end ?? (await this.step({ actions: 'DONE' }));
    return rewardSchema.parse(observation.metadata.reward);
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

  /** Records a program that acts in this session. */
  named(program: ProgramName | null): void {
    if (program !== null && this.#programs.size < mostPrograms)
      this.#programs.set(`${program.name} ${program.version}`, program);
  }

  picture(): PictureSize {
    return this.#picture;
  }

  #told(turn: EpisodeTurn): ObservationMessage {
    if (turn.kind === 'observation') this.#picture = pngSize(turn.input.observation.screenshot) ?? this.#picture;
    const message = observationOf(turn, {
      instruction: this.#instruction,
      steps: this.#steps,
      isPartialCredit: this.#isPartialCredit,
    });
    if (turn.kind === 'end') {
      this.#end = message;
      this.#settings.results.ended(this.#id ?? '', turn.result.directory);
    }
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

function optionsOf({ task, seed, vector, goal, style }: ResetSettings, common: SweepOptions): SweepOptions {
  const options: SweepOptions = { ...common };
  if (task) options.task = [task];
  if (seed != null) options.seed = seed;
  if (vector) options.vector = [vector];
  if (goal) options.goal = [goal];
  if (vector && goal) options.allPairs = true;
  if (!vector && !goal) options.inject = false;
  if (style) options.style = [style];
  return options;
}
