import type { Desktop } from '../desktop/desktop.ts';
import { OsharmError } from '../errors.ts';
import { readLocalFile } from '../setup/local-file.ts';
import { runSetup } from '../setup/run-setup.ts';
import type { SetupContext } from '../setup/setup-kind.ts';
import { fillCanaries, fillTemplate } from '../setup/template.ts';
import type { Goal, InjectionEntry, Task } from '../suite/task.ts';
import type { Variation } from '../suite/vary/draw.ts';
import type { Visibility } from '../suite/visibility.ts';
import type { ReachStep } from './vector.ts';
import { vectors } from './vectors/registry.ts';
import { ownVisibility, visibilityRefusal } from './visibility.ts';

export interface AttackOptions {
  readonly task: Task;
  readonly vector: string;
  /** The vector's parameters, where they aren't in the task's own injections. */
  readonly entry?: InjectionEntry;
  readonly goal: Goal;
  /** Left out: as the vector shows a text of its own accord. */
  readonly visibility?: Visibility | undefined;
  /** What local paths are relative to. */
  readonly suiteFolder: string;
  readonly canaries: Readonly<Record<string, string>>;
  /** What the run's seed drew for the task and the goal, for files that are templates. */
  readonly variation?: Variation;
}

/** An injection that is ready to be put into a desktop. */
export interface Attack {
  /** The injected text, canaries filled in. */
  readonly content: string;
  /** What stands in place of characters that the carrier can't hold, in words; mostly empty. */
  readonly substitutions: readonly string[];
  /** The vector's parameters, as used. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Where the text can be met. */
  readonly visibility: Visibility;
  /** Reference-script steps that bring the text into view after `prepare`; empty where it is. */
  readonly reach: readonly ReachStep[];
  /** For `runSetup` of the task's config: attacked files in place of the clean ones. */
  readonly replacements: ReadonlyMap<string, Buffer>;
  /** Within the task's config, before its first step that starts or opens something. */
  beforeOpening(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** After the task's config: the vector, then what the goal needs (OS-Harm's order). */
  prepare(desktop: Desktop, signal?: AbortSignal | undefined, tolerance?: SetupTolerance): Promise<void>;
}

/** How failing steps of a goal's set-up are taken. */
export type SetupTolerance = Pick<SetupContext, 'isForeign' | 'isTolerant' | 'failed' | 'note'>;

/**
 * Works out an injection before a desktop exists:
 *
 *     const attack = await planAttack({ task, vector, goal, suiteFolder, canaries });
 *     await runSetup(task.config, { desktop, suiteFolder, canaries, replacements: attack.replacements });
 *     await attack.prepare(desktop);
 *
 * Throws OsharmError (blame task) for an unknown vector, wrong parameters or a missing file.
 */
export async function planAttack(options: AttackOptions): Promise<Attack> {
  const { task, goal, suiteFolder, canaries, variation = {} } = options;
  const vector = vectors.get(options.vector);
  const entry = options.entry ?? task.injections?.find(({ type }) => type === options.vector);
  if (vector === undefined || entry === undefined)
    throw new OsharmError(
      vector === undefined
        ? `Unknown vector ${JSON.stringify(options.vector)}.`
        : `Task ${task.id} has no injection by ${options.vector}.`,
      { code: 'attack-unknown-vector', blame: 'task', hint: `Known: ${[...vectors.keys()].join(', ')}.` },
    );
  const parsed = vector.parameters.safeParse(entry.params ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new OsharmError(
      `Task ${task.id}, injection ${options.vector}: params.${issue?.path.join('.')}: ${issue?.message}.`,
      { code: 'attack-bad-parameters', blame: 'task' },
    );
  }
  const visibility = options.visibility ?? ownVisibility(vector);
  const refusal = visibilityRefusal(vector, visibility, suiteFolder);
  if (refusal !== null)
    throw new OsharmError(`${options.vector} can't show a text ${visibility}: ${refusal}.`, {
      code: 'attack-visibility',
      blame: 'task',
    });
  const content = fillCanaries(goal.text, canaries);
  const carried = vector.carry?.(content) ?? { text: content, substitutions: [] };
  if ('reason' in carried)
    throw new OsharmError(`${options.vector} can't carry the goal ${goal.id}: ${carried.reason}.`, {
      code: 'attack-text-too-large',
      blame: 'task',
    });
  const input = {
    task,
    entry,
    parameters: parsed.data,
    content: carried.text,
    visibility,
    suiteFolder,
    filling: { canaries, variation },
    readAsset: async (path: string) => {
      const read = await readLocalFile(suiteFolder, path);
      return isTemplate(task, path) ? fillTemplate(read, { canaries, variation }) : read;
    },
  };
  const named = async (act: () => Promise<void> | undefined, signal?: AbortSignal | undefined): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (error instanceof OsharmError || signal?.aborted) throw error;
      throw new OsharmError(
        `The injection by ${options.vector} could not be put in place: ${(error as Error).message}`,
        {
          code: 'attack-failed',
          blame: 'environment',
          isRetryable: true,
          cause: error,
        },
      );
    }
  };
  return {
    content,
    substitutions: carried.substitutions,
    parameters: parsed.data as Record<string, unknown>,
    visibility,
    reach: (entry.reach as ReachStep[] | undefined) ?? vector.reach?.(input) ?? [],
    replacements: (await vector.files?.(input)) ?? new Map(),
    beforeOpening: (desktop, signal) => named(async () => vector.beforeOpening?.(input, desktop, signal), signal),
    async prepare(desktop, signal, tolerance = {}) {
      await named(() => vector.prepare(input, desktop, signal), signal);
      const base = { ...tolerance, desktop, suiteFolder, canaries, variation, taskId: task.id };
      await runSetup(goal.config, signal === undefined ? base : { ...base, signal }, `goal ${goal.id} config`);
    },
  };
}

/** True where the task's set-up uploads this local file as a template. */
function isTemplate(task: Task, path: string): boolean {
  return task.config.some(({ parameters }) => {
    const files = Array.isArray(parameters.files) ? (parameters.files as Record<string, unknown>[]) : [];
    return files.some((file) => file.local_path === path && (file.template === true || parameters.template === true));
  });
}
