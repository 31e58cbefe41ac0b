import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import { planForClient } from './client-agent.ts';
import { knownKeys } from './known-keys.ts';

/** A run of a subset in the format of `reset` (`reset(**task)`), with a description. */
interface ListedTask {
  task: string;
  vector?: string;
  goal?: string;
  category: string | null;
  instruction: string;
}

const splitName = z.string().min(1);
const splitSchema = knownKeys({ split: splitName });
const indexSchema = knownKeys({ split: splitName, index: z.number().int() });
const rangeSchema = knownKeys({
  split: splitName,
  start: z.number().int().nullish(),
  stop: z.number().int().nullish(),
});

/** OpenEnv's task routes: splits are subsets, and tasks are the runs that `osharm run --subset` plans. */
export class TaskLists {
  readonly #options: SweepOptions;
  readonly #planned = new Map<string, Promise<ListedTask[]>>();

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  splits(): { name: string; type: 'test' }[] {
    return this.#subsets().map((name) => ({ name, type: 'test' }));
  }

  /** Throws UsageError for an unknown split or task. */
  async answer(route: string, body: unknown): Promise<unknown> {
    switch (route) {
      case 'tasks':
        return { tasks: await this.#tasks(splitSchema.parse(body).split), env_name: 'osharm' };
      case 'num_tasks':
        return { num_tasks: (await this.#tasks(splitSchema.parse(body).split)).length };
      case 'task': {
        const { split, index } = indexSchema.parse(body);
        const task = (await this.#tasks(split)).at(index);
        if (task === undefined) throw new UsageError('Invalid task index', { code: 'environment-task' });
        return { task };
      }
      case 'task_range': {
        const { split, start, stop } = rangeSchema.parse(body);
        return { tasks: (await this.#tasks(split)).slice(start ?? 0, stop ?? undefined) };
      }
      default:
        throw new UsageError(`There is no route ${route}.`, { code: 'environment-route' });
    }
  }

  #subsets(): readonly string[] {
    return openSuite(this.#options.suite ?? bundledSuite).subsets;
  }

  #tasks(split: string): Promise<ListedTask[]> {
    const known = this.#planned.get(split);
    if (known !== undefined) return known;
    const planned = this.#plan(split);
    this.#planned.set(split, planned);
    planned.catch(() => this.#planned.delete(split));
    return planned;
  }

  async #plan(split: string): Promise<ListedTask[]> {
    if (!this.#subsets().includes(split))
      throw new UsageError(`There is no split ${split}: ${this.#subsets().join(', ')}.`, { code: 'environment-split' });
    return planForClient({ ...this.#options, subset: split }, async ({ runs }) =>
      runs.map(({ taskId, category, task, injection }) => {
        const listed: ListedTask = { task: taskId, category, instruction: task.instruction };
        if (injection !== null) {
          listed.vector = injection.vector;
          listed.goal = injection.goal;
        }
        return listed;
      }),
    );
  }
}
