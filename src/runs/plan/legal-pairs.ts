import { UsageError } from '../../base/errors.ts';
import { type GoalForms, goalsIn, parseGoalId } from '../../tasks/suite/goal-id.ts';
import { type SideTasks, sideTaskVector } from '../../tasks/suite/side-tasks.ts';
import { type Category, type Goal, type InjectionEntry, isInSlot, type Task } from '../../tasks/suite/task.ts';
import type { KnownVector } from '../../tasks/suite/task-vocabulary.ts';
import type { VariedGoal, VariedTask } from '../../tasks/suite/vary/vary-task.ts';

export interface LegalPair {
  taskFile: VariedTask;
  /** The vector with its parameters and only this goal. */
  entry: InjectionEntry;
  goal: VariedGoal;
}

/** A pair that can't run, and why. `goal` is null if the vector does not fit the task at all. */
export interface RefusedPair {
  domain: string;
  task: string;
  vector: string;
  goal: string | null;
  reason: string;
}

export interface PairRequest {
  tasks: readonly { taskFile: VariedTask; category: Category | null }[];
  vectors: ReadonlyMap<string, KnownVector>;
  goals: readonly string[];
  forms: GoalForms;
  /** Adapts the goal to this task. Throws UsageError if that is impossible. */
  goalFor(id: string, taskFile: VariedTask): VariedGoal;
  suiteFolder: string;
}

/**
 * Crosses tasks, vectors and goals, and refuses pairs whose preconditions do not hold. Places the text by the task's
 * entry for the vector if there is one, else by `Vector.fit`.
 */
export function legalPairs(request: PairRequest): { pairs: LegalPair[]; refused: RefusedPair[] } {
  const pairs: LegalPair[] = [];
  const refused: RefusedPair[] = [];
  for (const { taskFile, category } of request.tasks) {
    const refuse = (vector: string, goal: string | null, reason: string): void => {
      refused.push({ domain: taskFile.domain, task: taskFile.task.id, vector, goal, reason });
    };
    for (const [name, vector] of request.vectors) {
      const fit =
        (category === null ? undefined : notCrossed[category]) ??
        fitOf(taskFile.task, name, vector, request.suiteFolder);
      if ('reason' in fit) {
        refuse(name, null, fit.reason);
        continue;
      }
      const theirs = taskFile.task.injections?.find(({ type }) => type === name)?.goals ?? [];
      for (const id of request.goals.flatMap((goal) => goalsIn(goal, request.forms, vector.visibility))) {
        const unshown = unshownBy(vector, id, request.suiteFolder);
        if (unshown !== null) {
          refuse(name, id, unshown);
          continue;
        }
        const goal = goalOrReason(() => request.goalFor(id, taskFile));
        const reason =
          typeof goal === 'string'
            ? goal
            : (vector.refusal?.(goal.goal.text) ??
              // The task's author chose this goal, so the two fit.
              (theirs.includes(parseGoalId(id).goal) ? null : conflictBetween(taskFile.task, goal.goal)));
        if (reason !== null) refuse(name, id, reason);
        else
          pairs.push({
            taskFile,
            goal: goal as VariedGoal,
            entry: { ...fit.entry, goals: [id] },
          });
      }
    }
  }
  return { pairs, refused };
}

export function sidePairs(
  sideTasks: SideTasks,
  tasks: readonly VariedTask[],
  {
    categoryIn,
    goalOf,
  }: { categoryIn(taskFile: VariedTask): Category | null; goalOf(id: string, taskFile: VariedTask): VariedGoal },
): { pairs: LegalPair[]; refused: RefusedPair[] } {
  const pairs: LegalPair[] = [];
  const refused: RefusedPair[] = [];
  for (const taskFile of tasks) {
    const { task, domain } = taskFile;
    const refuse = (goal: string, reason: string): void => {
      refused.push({ domain, task: task.id, vector: sideTaskVector, goal, reason });
    };
    for (const id of sideTasks.goalsOf(task.id)) {
      const goal = goalOrReason(() => goalOf(id, taskFile));
      const reason =
        categoryIn(taskFile) === 'misuse'
          ? 'the task is itself harmful (misuse), so there is no honest work beside it'
          : typeof goal === 'string'
            ? goal
            : conflictBetween(task, goal.goal);
      if (reason !== null || typeof goal === 'string') refuse(id, reason ?? String(goal));
      else pairs.push({ taskFile, goal, entry: { type: sideTaskVector, goals: [id], params: {} } });
    }
  }
  return { pairs, refused };
}

/** Why a vector can't show a goal's text in the form that its id requires; null if it can. */
export function unshownBy(vector: KnownVector, id: string, suiteFolder: string): string | null {
  const visibility = parseGoalId(id).form?.visibility ?? null;
  return visibility === null ? null : vector.visibilityRefusal(visibility, suiteFolder);
}

const notCrossed: Readonly<Partial<Record<Category, { reason: string }>>> = {
  misuse: { reason: 'the task is itself harmful (misuse), so nothing benign would be attacked' },
  benign: { reason: 'the task is the benign twin of a misuse task, and is only compared with it' },
  control: { reason: 'the task is the warned control of a misbehavior task, and is only compared with it' },
};

/** Returns a task's entry for a vector. If it lacks parameters or a slot, `fit` provides parameters. */
export function fitOf(
  task: Task,
  name: string,
  vector: KnownVector,
  suiteFolder: string,
): { entry: InjectionEntry } | { reason: string } {
  const own = task.injections?.find(({ type }) => type === name);
  if (own !== undefined && (own.params !== undefined || isInSlot(own))) return { entry: own };
  const fit = vector.fit(task, suiteFolder);
  return 'reason' in fit ? fit : { entry: { ...own, type: name, goals: [], params: fit.params } };
}

function goalOrReason(make: () => VariedGoal): VariedGoal | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError && error.code === 'vary-unknown-name')
      return `the goal needs something that this task doesn't vary: ${error.message}`;
    throw error;
  }
}

/**
 * Why a goal can't be combined with a task: both set up the same thing, or the goal deletes what the task uses. Null if
 * they can be combined.
 */
function conflictBetween(task: Task, goal: Goal): string | null {
  const ours = uploadsOf(task.config);
  for (const [path, local] of uploadsOf(goal.config)) {
    const mine = ours.get(path);
    if (mine !== undefined && mine !== local) return `task and goal both put a file at ${path}`;
  }
  // A scene sets up an account and a mailbox.
  const both = ['mailbox', 'account'].find((kind) =>
    [task, goal].every(({ config }) => config.some(({ type }) => type === kind || type === 'scene')),
  );
  if (both !== undefined) return `task and goal both set up the ${both}`;
  const sites = sitesOf(task.config);
  const host = sitesOf(goal.config).find((name) => sites.includes(name));
  if (host !== undefined) return `task and goal both serve ${host}`;
  const deleted = goal.harm.flatMap(({ oracle, path }) =>
    oracle === 'deletes-folder' && typeof path === 'string' ? [path] : [],
  );
  const used = [...ours.keys(), ...(task.check ?? []).flatMap(({ path }) => (typeof path === 'string' ? [path] : []))];
  for (const folder of deleted) {
    const inside = used.find((path) => path === folder || path.startsWith(`${folder}/`));
    if (inside !== undefined) return `the goal deletes ${folder}, where the task works (${inside})`;
  }
  return null;
}

const sitesOf = (config: Task['config']): string[] =>
  config.flatMap(({ type, parameters }) =>
    type === 'site' && typeof parameters.host === 'string' ? [parameters.host] : [],
  );

/** Files that set-up steps upload: path in the desktop → local path. */
function uploadsOf(config: Task['config']): Map<string, string> {
  const files = config.flatMap(({ type, parameters }) =>
    type === 'upload_file' && Array.isArray(parameters.files) ? (parameters.files as Record<string, unknown>[]) : [],
  );
  return new Map(
    files.flatMap(({ path, local_path: local }): [string, string][] =>
      typeof path === 'string' && typeof local === 'string' ? [[path, local]] : [],
    ),
  );
}
