import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { type GoalForms, goalsIn } from '../../tasks/suite/goal-id.ts';
import {
  type Inspection,
  inspectGoal,
  inspectionOf,
  inspectTask,
  inspectVector,
  whyStopped,
} from '../../tasks/suite/inspect-task.ts';
import { listGoals } from '../../tasks/suite/list-goals.ts';
import { type LoadedGoal, loadGoal, loadSubset, loadTask, type Suite, subsetListing } from '../../tasks/suite/suite.ts';
import { type Category, type InjectionEntry, injectionsIn, modelDuty, type Task } from '../../tasks/suite/task.ts';
import type { TaskVocabulary } from '../../tasks/suite/task-vocabulary.ts';
import { type VariedGoal, type VariedTask, varyGoal, varyTask } from '../../tasks/suite/vary/vary-task.ts';
import { categoryOfTask } from './category.ts';
import { checkFolderNames } from './folder-names.ts';
import { checkChoice, type InjectionChoice, nothingChosen, withChosen } from './injection-choice.ts';
import { fitOf, legalPairs, type RefusedPair, sidePairs, unshownBy } from './legal-pairs.ts';
import { label, type PlannedInjection, type PlannedRun, plannedRun } from './planned-run.ts';
import { isTolerant } from './settings/defaults.ts';
import type { SweepRequest } from './sweep-request.ts';

export interface PlanKnowledge {
  vocabulary: TaskVocabulary;
  /** Returns the instruction as the agent receives it: the task's, or the jailbreak around it. */
  instruction: (text: string) => string;
  /** Content address of the desktop image, and hash of the agent's prompts and files; null if unknown. */
  image: string | null;
  promptsHash: string | null;
  /** The plug-ins that affect a run, with their hashes; null if none do. */
  pluginsOf?(run: { task: Task; injection: PlannedInjection | null; settings: RunSettings }): string | null;
}

/** With `injection`, only runs with this vector and goal are skipped. A null goal matches every goal. */
export interface SkippedTask {
  domain: string;
  task: string;
  injection?: { vector: string; goal: string | null };
  reason: string;
}

export interface Plan {
  runs: PlannedRun[];
  refused: RefusedPair[];
  skipped: SkippedTask[];
  warnings: string[];
}

/**
 * Plans the runs: task × injection × goal × repeat, in the subset's order, each directory once. Reads and checks every
 * file that the runs need, so that mistakes show before a desktop starts. Lists tasks that can't run in `skipped`.
 * Throws UsageError if no run remains.
 */
export function planRuns(request: SweepRequest, known: PlanKnowledge): Plan {
  const { suite } = request;
  const { vocabulary } = known;
  const { name, path, subset } =
    typeof request.subset === 'string' ? loadSubset(suite, request.subset) : request.subset;
  const domains = domainsOf(subset, request.domain, path);
  const warnings: string[] = [];
  const around = inspectionOf(suite, vocabulary, rulesOf(request));
  const now = Date.now();
  const listed = wanted(
    domains.flatMap((domain) => (subset[domain] ?? []).map((id) => ({ domain, id }))),
    request.task,
    path,
    suite,
  );
  const { tasks, skipped } = runnableTasks(listed, { subset: name, now }, request, around, warnings);
  const injectable = tasks.filter((taskFile) => (taskFile.task.injections ?? []).length > 0);
  const pairs = request.inject ? request.pairs : undefined;
  const only = request.inject ? request.only : undefined;
  if (only !== undefined) checkChoice(only, request.suite, vocabulary);
  // OS-Harm's profile injects only with --inject. By default, injections are on and plain tasks run as they are.
  const isOsHarm = request.settings.profile === 'os-harm';
  if (isOsHarm && request.inject && pairs === undefined && injectable.length === 0 && tasks.length > 0)
    throw new UsageError(`--inject: no task of ${path} has injections.`, {
      code: 'plan-nothing-to-inject',
      hint: 'Omit --inject, or choose the subset of the injection tasks (--subset injection), or cross tasks with vectors and goals: --all-pairs.',
    });
  if (isOsHarm && !request.inject && injectable.length > 0) {
    warnings.push(
      `${injectable.length} of ${counted(tasks.length, 'task')} ${injectable.length === 1 ? 'has' : 'have'} injections, and without --inject they run as plain benign tasks.`,
    );
  }

  const runs = new Map<string, PlannedRun>();
  const goals = new Map<string, LoadedGoal>();
  const goalOf = (id: string, taskFile: VariedTask): VariedGoal => {
    const loaded = goals.get(id) ?? loadGoal(suite, id);
    goals.set(id, loaded);
    const goal = varyGoal(loaded, taskFile.variation, request.settings.seed, taskFile.sceneDay);
    const reason = whyStopped(inspectGoal(id, goal.goal, around).findings);
    if (reason !== null) throw new UsageError(`${goal.path}: ${reason}.`, { code: 'plan-goal-not-runnable' });
    return goal;
  };
  const categoryIn = (taskFile: VariedTask): Category | null => categoryOfTask(taskFile.task, name, suite.isCheckout);
  const { sideTasks } = request;
  const crossed =
    sideTasks !== undefined
      ? sidePairs(sideTasks, tasks, { categoryIn, goalOf })
      : pairs === undefined
        ? null
        : crossTasks(request, pairs, tasks, { categoryIn, goalOf, vocabulary });
  const unshown: RefusedPair[] = [];
  const injected = new Map(
    tasks.map((taskFile) => {
      if (crossed !== null) return [taskFile, crossed.pairs.filter((pair) => pair.taskFile === taskFile)];
      if (!request.inject) return [taskFile, []];
      const chosen = only === undefined ? taskFile : withChosen(taskFile, only);
      return [taskFile, ownInjections(chosen, around, goalOf, { skipped, refused: unshown, forms: request })];
    }),
  );
  if (
    only !== undefined &&
    skipped.length + unshown.length === 0 &&
    ![...injected.values()].some(({ length }) => length > 0)
  )
    throw nothingChosen(only, injectable);
  for (let repeat = 1; repeat <= request.repeat; repeat += 1) {
    for (const taskFile of tasks) {
      const add = (injection: PlannedInjection | null): void => {
        const run = plannedRun(
          {
            suite: suite.name,
            category: categoryIn(taskFile),
            repeat,
            settings: request.settings,
            taskFile,
            injection,
          },
          {
            resultDir: request.out,
            instruction: known.instruction,
            image: known.image,
            prompts: known.promptsHash,
            plugins: known.pluginsOf?.({ task: taskFile.task, injection, settings: request.settings }) ?? null,
            fresh: request.fresh === true,
          },
        );
        checkFolderNames(run, request.out);
        if (runs.has(run.directory)) {
          if (repeat === 1) warnings.push(`${label(run)} is listed twice: it runs once.`);
        } else runs.set(run.directory, run);
      };
      const injections = injected.get(taskFile) ?? [];
      const isChosen = crossed !== null || only !== undefined;
      const hasInjections = request.inject && (isChosen || (taskFile.task.injections ?? []).length > 0);
      if (!hasInjections || (request.withBenign && (!isChosen || injections.length > 0))) add(null);
      for (const { entry, goal } of injections) add(injectionOf(entry, goal));
    }
  }
  const refused = [...(crossed?.refused ?? []), ...unshown];
  if (refused.length > 0)
    warnings.push(`${refused.length} of the requested pairs are not legal: --dry-run --list says why.`);
  const [first] = skipped;
  if (first !== undefined && runs.size === 0 && refused.length === 0)
    throw new UsageError(`${skippedName(first)} can't be run: ${first.reason}.${othersToo(skipped)}`, {
      code: 'plan-nothing-runnable',
      hint: '`osharm suite lint` lists every task that can’t run here, with the reason.',
    });
  if (skipped.length > 0 && request.skipUnsupported !== true)
    warnings.push(
      `Skipped: ${counted(skipped.length, 'task')} that can't be run; --dry-run --list says which, and why.`,
    );
  return { runs: [...runs.values()], refused, skipped, warnings };
}

/** Names what is skipped: `domain/id`, plus the injection if only its runs are. */
export function skippedName({ domain, task, injection }: SkippedTask): string {
  const pair = injection === undefined ? [] : [injection.vector, ...(injection.goal === null ? [] : [injection.goal])];
  return [`${domain}/${task}`, ...pair].join(' × ');
}

function othersToo(skipped: readonly SkippedTask[]): string {
  return skipped.length === 1 ? '' : ` ${skipped.length - 1} more can't be run either.`;
}

/** A checkout with its own profile follows OS-Harm's lenient rules, unless --strict-setup is set. */
function rulesOf({ suite, settings }: SweepRequest): Inspection['rules'] {
  return { isTolerant: isTolerant(suite, settings), isOurImage: settings.provider === 'sandbox' };
}

function runnableTasks(
  listed: readonly { domain: string; id: string }[],
  { subset, now }: { subset: string; now: number },
  { suite, settings }: SweepRequest,
  around: Inspection,
  warnings: string[],
): { tasks: VariedTask[]; skipped: SkippedTask[] } {
  const skipped: SkippedTask[] = [];
  const tasks: VariedTask[] = [];
  let lacking = 0;
  for (const { domain, id } of listed) {
    try {
      const taskFile = forSubset(varyTask(loadTask(suite, domain, id), settings.seed, now), subset);
      const { findings } = inspectTask(`${domain}/${id}`, taskFile.task, taskFile.fileId, around);
      const reason = whyStopped(findings) ?? modelMissing(taskFile.task, settings);
      if (reason !== null) {
        skipped.push({ domain, task: id, reason });
        continue;
      }
      if (taskFile.fileId !== id)
        warnings.push(
          `${domain}/${id}: its file contains the id ${JSON.stringify(taskFile.fileId)}; the file's name is used.`,
        );
      if (findings.some(({ kind }) => kind === 'tolerated')) lacking += 1;
      tasks.push(taskFile);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      skipped.push({ domain, task: id, reason: error.message.replace(/\.$/, '') });
    }
  }
  if (lacking > 0)
    warnings.push(
      `${counted(lacking, 'task')} ${lacking === 1 ? 'runs' : 'run'} without something that the set-up requires: \`osharm suite lint\` says what.`,
    );
  return { tasks, skipped };
}

function modelMissing(task: Task, { taskModel, user }: RunSettings): string | null {
  if (taskModel !== undefined) return null;
  const duty = modelDuty(task);
  if (duty === 'evaluate') return 'its evaluator calls a model, so give --task-model PROVIDER:MODEL';
  if (duty === null || user !== undefined) return null;
  return 'a model plays its user, so give --task-model PROVIDER:MODEL, or another --user';
}

function forSubset(taskFile: VariedTask, subset: string): VariedTask {
  const { task } = taskFile;
  if (task.injections?.every((entry) => entry.subset === undefined) ?? true) return taskFile;
  return { ...taskFile, task: { ...task, injections: injectionsIn(task, subset) } };
}

/**
 * The task's injections that can run. Adds the rest to `refused` if the vector can't show the requested form, otherwise
 * to `skipped`.
 */
function ownInjections(
  taskFile: VariedTask,
  around: Inspection,
  goalOf: (id: string, taskFile: VariedTask) => VariedGoal,
  { skipped, refused, forms }: { skipped: SkippedTask[]; refused: RefusedPair[]; forms: GoalForms },
): { entry: InjectionEntry; goal: VariedGoal }[] {
  const { domain } = taskFile;
  const task = taskFile.task.id;
  const skip = (vector: string, goal: string | null, reason: string): void => {
    skipped.push({ domain, task, injection: { vector, goal }, reason });
  };
  return (taskFile.task.injections ?? []).flatMap((entry, index) => {
    const reason = whyStopped(inspectVector(`${domain}/${task}`, taskFile.task, entry, index, around).findings);
    const vector = around.vocabulary.vectors.get(entry.type);
    if (reason !== null || vector === undefined) {
      skip(entry.type, null, reason ?? 'there is no such vector');
      return [];
    }
    const fitted = withParameters(entry, taskFile, around);
    return entry.goals
      .flatMap((id) => goalsIn(id, forms, vector.visibility))
      .flatMap((id) => {
        const unshown = forms.visibility === undefined ? null : unshownBy(vector, id, around.suite.assetRoot);
        if (unshown !== null) {
          refused.push({ domain, task, vector: entry.type, goal: id, reason: unshown });
          return [];
        }
        try {
          return [{ entry: fitted, goal: goalOf(id, taskFile) }];
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          skip(entry.type, id, error.message.replace(/\.$/, ''));
          return [];
        }
      });
  });
}

function crossTasks(
  request: SweepRequest,
  requested: InjectionChoice,
  tasks: readonly VariedTask[],
  {
    categoryIn,
    goalOf,
    vocabulary,
  }: {
    categoryIn: (taskFile: VariedTask) => Category | null;
    goalOf: (id: string, taskFile: VariedTask) => VariedGoal;
    vocabulary: TaskVocabulary;
  },
): ReturnType<typeof legalPairs> {
  checkChoice(requested, request.suite, vocabulary);
  const known = vocabulary.vectors;
  return legalPairs({
    tasks: tasks.map((taskFile) => ({ taskFile, category: categoryIn(taskFile) })),
    vectors: new Map([...known].filter(([name]) => requested.vectors.length === 0 || requested.vectors.includes(name))),
    goals: requested.goals.length === 0 ? listGoals(request.suite) : requested.goals,
    forms: request,
    goalFor: goalOf,
    suiteFolder: request.suite.assetRoot,
  });
}

function withParameters(
  entry: InjectionEntry,
  taskFile: VariedTask,
  { vocabulary, suite }: Inspection,
): InjectionEntry {
  const vector = vocabulary.vectors.get(entry.type);
  if (vector === undefined) return entry;
  const fit = fitOf({ ...taskFile.task, injections: [entry] }, entry.type, vector, suite.assetRoot);
  if ('entry' in fit) return { ...fit.entry, goals: entry.goals };
  throw new UsageError(`${taskFile.path}: the injection by ${entry.type} has no params, and ${fit.reason}.`, {
    code: 'plan-vector-unfit',
    hint: 'Set in "params" where the text goes, or remove the entry.',
  });
}

function injectionOf(entry: InjectionEntry, goalFile: VariedGoal): PlannedInjection {
  return { vector: entry.type, goal: goalFile.goal.id, entry, goalFile };
}

function wanted<Listed extends { id: string }>(
  listed: readonly Listed[],
  tasks: readonly string[] | undefined,
  path: string,
  suite: Suite,
): readonly Listed[] {
  if (tasks === undefined) return listed;
  const missing = tasks.filter((task) => !listed.some(({ id }) => id === task));
  for (const id of missing) {
    const domain = domainWith(suite, id);
    if (domain === undefined) continue;
    const { category } = loadTask(suite, domain, id).task;
    const listing = subsetListing(suite, id);
    const how = listing === undefined ? 'No subset lists it.' : `osharm run --subset ${listing} --task ${id} runs it.`;
    throw new UsageError(`${path} does not list ${JSON.stringify(id)}, ${categoryWords(category)} of the suite.`, {
      code: 'plan-task-elsewhere',
      hint: `${how} osharm attack needs tasks with an injection.`,
    });
  }
  if (missing.length > 0)
    throw new UsageError(`${path} lists no task ${missing.map((id) => JSON.stringify(id)).join(', ')}.`, {
      code: 'plan-task-unknown',
      hint: `Task ids are the names of the files in examples/DOMAIN/; --dry-run --list without --task prints them.${missing.map((id) => didYouMean(id, new Set(listed.map((task) => task.id)))).join('')}`,
    });
  return listed.filter(({ id }) => tasks.includes(id));
}

/** The domain of the task file with this name; undefined if the suite has none. */
function domainWith(suite: Suite, id: string): string | undefined {
  const examples = join(suite.folder, 'examples');
  const domains = existsSync(examples) ? readdirSync(examples) : [];
  return domains.find((domain) => existsSync(join(examples, domain, `${id}.json`)));
}

const categoryWords = (category: string | undefined): string =>
  category === undefined ? 'a task' : `${category === 'injection' ? 'an' : 'a'} ${category} task`;

function domainsOf(subset: Record<string, string[]>, domain: string, path: string): string[] {
  if (domain === 'all') return Object.keys(subset);
  if (!Object.hasOwn(subset, domain)) {
    throw new UsageError(`${path} has no domain ${JSON.stringify(domain)}.`, {
      code: 'plan-domain-unknown',
      hint: `Domains: ${Object.keys(subset).join(', ')}.`,
    });
  }
  return [domain];
}
