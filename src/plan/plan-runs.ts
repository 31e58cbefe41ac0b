import { UsageError } from '../errors.ts';
import { counted } from '../record/counted.ts';
import { osHarmDirectory, type RunPath, runDirectory, runName } from '../record/paths.ts';
import { isComplete } from '../record/read-run.ts';
import {
  type CheckedFile,
  checkGoalVocabulary,
  checkTaskVocabulary,
  checkVector,
  type Vocabulary,
} from '../suite/check-vocabulary.ts';
import { listGoals } from '../suite/list-goals.ts';
import { type LoadedGoal, loadGoal, loadManifest, loadTask, type Suite } from '../suite/suite.ts';
import type { Category, InjectionEntry } from '../suite/task.ts';
import { type VariedGoal, type VariedTask, varyGoal, varyTask } from '../suite/vary/vary-task.ts';
import { categoryOfTask } from './category.ts';
import { fitOf, legalPairs, type RefusedPair } from './legal-pairs.ts';
import type { RunSettings, RunSpec } from './run-spec.ts';

export interface PlanRequest {
  suite: Suite;
  /** Name or path of the manifest. */
  manifest: string;
  /** `all`, or a domain of the manifest. */
  domain: string;
  /** Fan out over the tasks' injections. */
  inject: boolean;
  /** With `inject`: every legal pair of these with every task, in place of the tasks' own injections. Empty: all that there are. */
  pairs?: { vectors: readonly string[]; goals: readonly string[] } | undefined;
  /** With `inject`: the plain task of each injected one too. */
  withBenign: boolean;
  /** How often each run is made. */
  repeat: number;
  settings: RunSettings;
  /** Absolute. */
  resultDir: string;
  vocabulary: Vocabulary;
  /** Leave out tasks that this version can't run, in place of refusing the whole. */
  skipUnsupported?: boolean;
}

/** A task that is left out, and why. */
export interface SkippedTask {
  domain: string;
  task: string;
  reason: string;
}

/** One run with what was read for it. */
export interface PlannedRun {
  spec: RunSpec;
  task: VariedTask;
  /** With an injection: the task's entry for its vector, and the goal. */
  entry: InjectionEntry | null;
  goal: VariedGoal | null;
}

export interface Plan {
  runs: PlannedRun[];
  /** Pairs that were asked for and can't be made, with the reason. */
  refused: RefusedPair[];
  /** Tasks that this version can't run, with `skipUnsupported`. */
  skipped: SkippedTask[];
  /** Sentences for the person: duplicates dropped, injections not asked for. */
  warnings: string[];
}

/**
 * Which runs there are: task × injection × goal × repeat, in the manifest's order, each directory once. Reads and checks every
 * file that the runs need, so that mistakes show before a desktop starts; throws UsageError.
 */
export function planRuns(request: PlanRequest): Plan {
  const { suite } = request;
  const { name, path, manifest } = loadManifest(suite, request.manifest);
  const domains = domainsOf(manifest, request.domain, path);
  const warnings: string[] = [];
  const checked = (path: string): CheckedFile => ({ path, assetRoot: suite.isCheckout ? null : suite.assetRoot });
  const { tasks, skipped } = runnableTasks(
    domains.flatMap((domain) =>
      (manifest[domain] ?? []).map((id) => varyTask(loadTask(suite, domain, id), request.settings.seed)),
    ),
    (task) => checkTaskVocabulary(task.task, checked(task.path), request.vocabulary),
    request.skipUnsupported === true,
  );
  if (skipped.length > 0) warnings.push(`Left out: ${counted(skipped.length, 'task')}; --dry-run says why.`);
  const injectable = tasks.filter((task) => (task.task.injections ?? []).length > 0);
  const asked = request.inject ? request.pairs : undefined;
  if (request.inject && asked === undefined && injectable.length === 0 && tasks.length > 0) {
    throw new UsageError(`--inject: no task of ${path} has injections.`, {
      code: 'plan-nothing-to-inject',
      hint: 'Leave --inject out, or choose the manifest of the injection tasks (--manifest injection), or cross tasks with vectors and goals: --all-pairs.',
    });
  }
  if (!request.inject && injectable.length > 0) {
    warnings.push(
      `${injectable.length} of ${counted(tasks.length, 'task')} ${injectable.length === 1 ? 'has' : 'have'} injections, and without --inject they run as plain benign tasks.`,
    );
  }

  const runs = new Map<string, PlannedRun>();
  const goals = new Map<string, LoadedGoal>();
  const goalOf = (id: string, task: VariedTask): VariedGoal => {
    const loaded = goals.get(id) ?? loadGoal(suite, id);
    goals.set(id, loaded);
    const goal = varyGoal(loaded, task.variation, request.settings.seed);
    checkGoalVocabulary(goal.goal, checked(goal.path), request.vocabulary);
    return goal;
  };
  const categoryIn = (task: VariedTask): Category | null => categoryOfTask(task.task, name, suite.isCheckout);
  const crossed = asked === undefined ? null : crossTasks(request, asked, tasks, categoryIn, goalOf);
  for (let repeat = 1; repeat <= request.repeat; repeat += 1) {
    for (const task of tasks) {
      const add = (entry: InjectionEntry | null, goal: VariedGoal | null): void => {
        const run = plannedRun(request, task, categoryIn(task), entry, goal, repeat);
        if (runs.has(run.spec.directory)) {
          if (repeat === 1) warnings.push(`${label(run.spec)} is listed twice: it runs once.`);
        } else runs.set(run.spec.directory, run);
      };
      if (crossed !== null) {
        const own = crossed.pairs.filter((pair) => pair.task === task);
        if (own.length > 0 && request.withBenign) add(null, null);
        for (const { entry, goal } of own) add(entry, goal);
        continue;
      }
      const entries = request.inject ? (task.task.injections ?? []) : [];
      if (entries.length === 0 || request.withBenign) add(null, null);
      for (const entry of entries) {
        checkVector(entry.type, checked(task.path), request.vocabulary);
        const goals = entry.goals.map((goal) => goalOf(goal, task));
        const fitted = withParameters(entry, task, request);
        for (const goal of goals) add(fitted, goal);
      }
    }
  }
  const refused = crossed?.refused ?? [];
  if (refused.length > 0) warnings.push(`${refused.length} of the pairs asked for are not legal: --dry-run says why.`);
  return { runs: [...runs.values()], refused, skipped, warnings };
}

/** The tasks that `check` lets pass. Throws the first one's UsageError, which then says how many more there are, unless they are to be left out. */
function runnableTasks(
  tasks: readonly VariedTask[],
  check: (task: VariedTask) => void,
  isSkipping: boolean,
): { tasks: VariedTask[]; skipped: SkippedTask[] } {
  const failed: { task: VariedTask; error: UsageError }[] = [];
  const runnable = tasks.filter((task) => {
    try {
      check(task);
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      failed.push({ task, error });
      return false;
    }
  });
  const [first] = failed;
  if (first !== undefined && (!isSkipping || runnable.length === 0)) {
    if (failed.length === 1) throw first.error;
    throw new UsageError(`${first.error.message} ${failed.length - 1} more tasks can't be run either.`, {
      code: first.error.code,
      hint: '`osharm suite lint` names them all; --skip-unsupported runs the others.',
    });
  }
  return {
    tasks: runnable,
    skipped: failed.map(({ task, error }) => ({
      domain: task.domain,
      task: task.task.id,
      reason: error.message.replace(`${task.path}: `, ''),
    })),
  };
}

/** The legal pairs of all tasks with the vectors and goals that were asked for. Throws UsageError for a name that there isn't. */
function crossTasks(
  request: PlanRequest,
  asked: { vectors: readonly string[]; goals: readonly string[] },
  tasks: readonly VariedTask[],
  categoryIn: (task: VariedTask) => Category | null,
  goalFor: (id: string, task: VariedTask) => VariedGoal,
): ReturnType<typeof legalPairs> {
  const known = request.vocabulary.vectors;
  const all = listGoals(request.suite);
  for (const [flag, names, there] of [
    ['--vector', asked.vectors, [...known.keys()]],
    ['--goal', asked.goals, all],
  ] as const) {
    const wrong = names.find((one) => !there.includes(one));
    if (wrong === undefined) continue;
    throw new UsageError(`${flag}: there is no ${JSON.stringify(wrong)}.`, {
      code: 'plan-pair-unknown',
      hint: `Known: ${there.join(', ') || 'none'}.`,
    });
  }
  return legalPairs({
    tasks: tasks.map((task) => ({ task, category: categoryIn(task) })),
    vectors: new Map([...known].filter(([name]) => asked.vectors.length === 0 || asked.vectors.includes(name))),
    goals: asked.goals.length === 0 ? all : asked.goals,
    goalFor,
    suiteFolder: request.suite.assetRoot,
  });
}

/** A task's own entry, with parameters. Throws UsageError where it has none and the task doesn't show which. */
function withParameters(entry: InjectionEntry, task: VariedTask, request: PlanRequest): InjectionEntry {
  const vector = request.vocabulary.vectors.get(entry.type);
  if (entry.params !== undefined || vector === undefined) return entry;
  const fit = fitOf({ ...task.task, injections: [entry] }, entry.type, vector, request.suite.assetRoot);
  if ('params' in fit) return { ...entry, params: fit.params };
  throw new UsageError(`${task.path}: the injection by ${entry.type} has no params, and ${fit.reason}.`, {
    code: 'plan-vector-unfit',
    hint: 'Say in "params" where the text goes, or take the entry out.',
  });
}

/** How a run is called in messages: `domain/id[__inject__…][ #k]`. */
export function label(spec: Pick<RunSpec, 'domain' | 'taskId' | 'injection' | 'repeat'>): string {
  return `${spec.domain}/${runName(spec.taskId, spec.injection)}${spec.repeat > 1 ? ` #${spec.repeat}` : ''}`;
}

function plannedRun(
  request: PlanRequest,
  task: VariedTask,
  category: Category | null,
  entry: InjectionEntry | null,
  goal: VariedGoal | null,
  repeat: number,
): PlannedRun {
  const { settings } = request;
  const injection = entry === null || goal === null ? null : { vector: entry.type, goal: goal.goal.id };
  const path: RunPath = {
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    model: settings.model,
    jailbreak: settings.jailbreak,
    domain: task.domain,
    taskId: task.task.id,
    injection,
    repeat,
  };
  const own = runDirectory(request.resultDir, path);
  const theirs = osHarmDirectory(request.resultDir, path);
  // What OS-Harm has made of it, under the model's name as it is, is not made again.
  const directory = theirs !== null && !isComplete(own) && isComplete(theirs) ? theirs : own;
  return {
    spec: {
      suite: request.suite.name,
      domain: task.domain,
      taskId: task.task.id,
      category,
      injection,
      repeat,
      settings,
      directory,
    },
    task,
    entry,
    goal,
  };
}

function domainsOf(manifest: Record<string, string[]>, domain: string, path: string): string[] {
  if (domain === 'all') return Object.keys(manifest);
  if (!Object.hasOwn(manifest, domain)) {
    throw new UsageError(`${path} has no domain ${JSON.stringify(domain)}.`, {
      code: 'plan-domain-unknown',
      hint: `Domains: ${Object.keys(manifest).join(', ')}.`,
    });
  }
  return [domain];
}
