import { UsageError } from '../../../base/errors.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import { familyOf } from '../family.ts';
import { bareGoal } from '../goal-id.ts';
import { sceneDay } from '../scene-day.ts';
import type { LoadedGoal, LoadedTask } from '../suite.ts';
import { goalSchema, taskSchema } from '../task.ts';
import { withCallTexts } from './call-texts.ts';
import { drawVariation } from './draw.ts';
import { fillVaried, hasDates } from './fill.ts';
import type { Variation } from './variation.ts';

export interface VariedTask extends LoadedTask {
  variation: Variation;
  /** The origin of its dates: midnight of the scene's day, Unix milliseconds. */
  sceneDay: number;
  /** Draws the task again with texts of an injection in these slots. Throws UsageError for an unknown slot. */
  withSlots(slots: Readonly<Record<string, string>>): VariedTask;
}

export interface VariedGoal extends LoadedGoal {
  variation: Variation;
}

/**
 * Draws a task's variation and fills in values and dates. `now` is when the run is planned, in Unix milliseconds.
 * `slots` are an injection's texts. Throws UsageError that names the file.
 */
export function varyTask(
  loaded: LoadedTask,
  seed: number,
  now = Date.now(),
  slots: Readonly<Record<string, string>> = {},
): VariedTask {
  const { vary, ...rest } = loaded.task;
  const withSlots: VariedTask['withSlots'] = (others) => varyTask(loaded, seed, now, others);
  return naming(loaded.path, () => {
    const variation = drawVariation(vary ?? {}, seed, familyOf(loaded.task.id), now, slots);
    const reference = withCallTexts(rest, variation);
    const varied = { ...loaded, variation, sceneDay: sceneDay(now), withSlots };
    if (vary === undefined && !hasDates(rest))
      return { ...varied, task: withoutUndefined({ ...loaded.task, reference }) };
    const { vary: knobs, ...raw } = loaded.raw;
    return {
      ...varied,
      task: withoutUndefined({ ...taskSchema.parse(fillVaried({ ...rest, reference }, variation)), vary }),
      raw: withoutUndefined({ ...(fillVaried(raw, variation) as Record<string, unknown>), vary: knobs }),
    };
  });
}

export function varyGoal(loaded: LoadedGoal, task: Variation, seed: number, now = Date.now()): VariedGoal {
  const { vary, ...rest } = loaded.goal;
  return naming(loaded.path, () => {
    const variation = { ...task, ...drawVariation(vary ?? {}, seed, bareGoal(loaded.goal.id), now) };
    const goal = goalSchema.parse(fillVaried(rest, variation));
    return { ...loaded, variation, goal: vary === undefined ? goal : { ...goal, vary } };
  });
}

function naming<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`${path}: ${error.message}`, {
        code: error.code,
        hint: error.hint,
      });
    throw new UsageError(`${path}: with its variation filled in, it is not a valid task: ${(error as Error).message}`, {
      code: 'vary-bad-task',
    });
  }
}
