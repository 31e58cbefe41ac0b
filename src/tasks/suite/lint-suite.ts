import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../base/errors.ts';
import { localFileFault } from './below-folder.ts';
import { difficultyOf } from './difficulty.ts';
import { goalIn } from './goal-id.ts';
import { osHarmGoalFiles } from './imported/os-harm-goal.ts';
import { type Inspection, inspectGoal, inspectionOf, inspectTask, inspectVector, whyStopped } from './inspect-task.ts';
import { jsonFiles } from './json-file.ts';
import { denialLists } from './lint/denial-lists.ts';
import { atSourceLines } from './lint/lint-counterparts.ts';
import { lintDays } from './lint/lint-days.ts';
import { downloadsOf, type IsAtHand, type TaskDownloads } from './lint/lint-downloads.ts';
import { lintFacts } from './lint/lint-facts.ts';
import { lintOtherFiles } from './lint/lint-other-files.ts';
import { lintPairs, unexplained, withoutNote } from './lint/lint-pairs.ts';
import { lintPeople } from './lint/lint-people.ts';
import { lintPhrases } from './lint/lint-phrases.ts';
import { lintPieces } from './lint/lint-pieces.ts';
import { lintRequests } from './lint/lint-requests.ts';
import { lintRules } from './lint/lint-rules.ts';
import { lintScenes } from './lint/lint-scenes.ts';
import { lintVoices } from './lint/lint-voices.ts';
import { hasOneDecision } from './lint/one-decision.ts';
import { osworldFields } from './lint/osworld-fields.ts';
import { readLinted } from './lint/read-file.ts';
import { sourceDocuments } from './lint/source-documents.ts';
import { FileLint } from './lint-fields.ts';
import type { LintFinding, LintReason, TaskRules } from './lint-finding.ts';
import { listAligned, listDecoys, listGoals } from './list-goals.ts';
import { loadSubset, type Suite } from './suite.ts';
import {
  type Category,
  categories,
  type Goal,
  goalSchema,
  goalText,
  subsetSchema,
  type Task,
  taskSchema,
  textForms,
} from './task.ts';
import type { TaskVocabulary } from './task-vocabulary.ts';
import { varyTask } from './vary/vary-task.ts';
import { visibilities } from './visibility.ts';

export interface LintReport {
  suite: string;
  folder: string;
  subsets: number;
  tasks: number;
  goals: number;
  downloads: TaskDownloads;
  /** Skipped tasks. `reason` describes the first problem, and `lacks` classifies it. */
  leftOut: { task: string; reason: string; lacks: LintReason }[];
  findings: LintFinding[];
}

export interface LintOptions {
  rules?: TaskRules;
  isAtHand?: IsAtHand;
  /** Limits the check to the tasks of these subsets. */
  subsets?: readonly string[] | undefined;
}

/**
 * Checks every file of a suite without starting anything. In an OS-Harm or OSWorld checkout, reports missing desktop
 * features and doesn't require osharm's own fields.
 */
export function lintSuite(whole: Suite, vocabulary: TaskVocabulary, options: LintOptions = {}): LintReport {
  const suite = options.subsets === undefined ? whole : { ...whole, subsets: [...new Set(options.subsets)] };
  const wanted = options.subsets === undefined ? null : listedBy(suite);
  const rules = options.rules ?? { isTolerant: suite.isCheckout, isOurImage: true };
  const isAtHand = options.isAtHand ?? (() => false);
  const findings: LintFinding[] = [];
  const from = { folder: suite.folder, findings };
  const tasks = new Map<string, LintedTask>();
  const written = new Map<string, Task>();
  for (const path of jsonFiles(join(suite.folder, 'examples'))) {
    const name = relative(join(suite.folder, 'examples'), path).replace(/\.json$/, '');
    if (wanted?.has(name) === false) continue;
    const task = readLinted(path, 'task', taskSchema, { ...from, strict: osworldFields });
    if (task !== null) written.set(name, task);
    const varied = task === null ? null : withVariation(path, task, suite, findings);
    if (varied !== null && task !== null) tasks.set(name, { task: varied, fileId: task.id });
    // Lint the source text, because filled-in names would pass for words.
    if (!suite.isCheckout) findings.push(...mistakes(`examples/${name}.json`, denialLists(task?.harm ?? [])));
    if (task?.category === 'misbehavior' && task.milestones !== undefined && hasOneDecision(task))
      findings.push({
        kind: 'mistake',
        file: `examples/${name}.json`,
        field: 'vary',
        message: 'draws only what the request names: the decision is the same for every seed',
      });
  }
  const goals = new Map<string, Goal>();
  for (const path of ['goals', 'aligned'].flatMap((name) => jsonFiles(join(suite.folder, name)))) {
    const goal = readLinted(path, 'goal', goalSchema, from);
    if (goal !== null) goals.set(basename(path, '.json'), goal);
    findings.push(...mistakes(relative(suite.folder, path), denialLists(goal?.harm ?? [])));
  }
  const decoys = new Map<string, Goal>();
  for (const path of jsonFiles(join(suite.folder, 'decoys'))) {
    const decoy = readLinted(path, 'decoy', goalSchema, from);
    if (decoy !== null) decoys.set(basename(path, '.json'), decoy);
  }
  const listed = lintSubsets(suite, tasks, findings);
  findings.push(...lintOtherFiles(suite, vocabulary));
  const around = {
    ...inspectionOf(suite, vocabulary, rules),
    goals: goalIds([...listGoals(suite), ...listAligned(suite), ...listDecoys(suite)], new Map([...goals, ...decoys])),
  };
  for (const [name, task] of tasks) findings.push(...lintTask(name, task, listed.get(name) ?? [], around));
  if (!suite.isCheckout) findings.push(...lintPairs(new Map([...tasks].map(([name, { task }]) => [name, task]))));
  const sources = suite.isCheckout ? [] : sourceDocuments(suite.folder);
  if (!suite.isCheckout)
    findings.push(
      ...lintVoices(suite.folder, sources),
      ...lintFacts(sources),
      ...lintDays(sources),
      ...lintPeople(suite.folder, sources),
      ...lintRequests(sources),
      ...lintPhrases(sources),
      ...lintScenes(sources),
      ...lintRules(written, sources, suite.assetRoot),
      ...lintPieces(written, goals, (name) => vocabulary.vectors.has(name)),
    );
  const aligned = new Set(listAligned(suite));
  // A goal that belongs to one task may use hosts from this task's set-up.
  const placed = new Set([...around.doubled, ...[...tasks.values()].flatMap(({ task }) => around.placedHosts(task))]);
  for (const [name, goal] of goals) {
    const isAligned = aligned.has(name);
    findings.push(...lintGoal(name, goal, isAligned ? { ...around, doubled: placed } : around, isAligned));
  }
  for (const [name, decoy] of decoys) findings.push(...lintDecoy(name, decoy, goals, around));
  findings.push(...duplicateIds(tasks));
  return {
    suite: suite.name,
    folder: suite.folder,
    subsets: suite.subsets.length,
    tasks: tasks.size,
    goals: listGoals(suite).length,
    downloads: downloadsOf(
      [...tasks].map(([name, { task }]) => ({ task, id: basename(name) })),
      suite,
      isAtHand,
    ),
    leftOut: leftOut(suite, findings),
    findings: atSourceLines(findings, written, sources).sort(
      (a, b) => a.file.localeCompare(b.file) || a.field.localeCompare(b.field),
    ),
  };
}

const mistakes = (file: string, found: readonly { field: string; message: string }[]): LintFinding[] =>
  found.map((item) => ({ kind: 'mistake', file, field: item.field, message: item.message }));

interface Around extends Inspection {
  goals: ReadonlySet<string>;
}

/** A task with the values of seed 0, and the ID in its file. */
interface LintedTask {
  task: Task;
  fileId: string;
}

/** Returns tasks (`domain/id`) that `osharm run` skips. Findings about a single injection don't skip the task. */
function leftOut(suite: Suite, findings: readonly LintFinding[]): LintReport['leftOut'] {
  return [...listedBy(suite)].sort().flatMap((task) => {
    if (!existsSync(join(suite.folder, 'examples', `${task}.json`)))
      return [{ task, reason: 'there is no such file', lacks: { cause: 'file' } }];
    const lintFindings = findings.filter(
      ({ file, field }) => file === `examples/${task}.json` && !field.startsWith('injections.'),
    );
    const reason = whyStopped(lintFindings);
    const lacks = lintFindings.find(({ stops }) => stops === true)?.reason ?? { cause: 'file' };
    return reason === null ? [] : [{ task, reason, lacks }];
  });
}

function listedBy(suite: Suite): Set<string> {
  return new Set(
    suite.subsets.flatMap((name) => {
      try {
        return Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) =>
          ids.map((id) => `${domain}/${id}`),
        );
      } catch (error) {
        if (error instanceof UsageError) return [];
        throw error;
      }
    }),
  );
}

/** Draws the task with seed 0, to lint a task that could run. */
function withVariation(path: string, task: Task, suite: Suite, findings: LintFinding[]): Task | null {
  try {
    return varyTask({ task, fileId: task.id, raw: {}, domain: '', path, hash: '' }, 0).task;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.push({
      kind: 'mistake',
      file: relative(suite.folder, path),
      field: 'vary',
      message: error.message.replace(`${path}: `, ''),
    });
    return null;
  }
}

function lintTask(name: string, { task, fileId }: LintedTask, subsets: string[], around: Around): LintFinding[] {
  const { suite, goals } = around;
  const lint = inspectTask(name, task, fileId, around);
  lint.injections(task, goals, suite.isCheckout, (entry, index) =>
    lint.findings.push(...inspectVector(name, task, entry, index, around).findings),
  );
  if (suite.isCheckout) goalFiles(task, around, lint);
  for (const stale of ['injection_vectors', 'injection_goals'])
    if (stale in task) lint.add(stale, 'is an older form of injections and is not read', 'note');
  if (!suite.isCheckout) lintOurs(task, subsets, lint, around);
  return lint.findings;
}

/** Checks the fields that osharm's tasks need in addition to OS-Harm's. */
function lintOurs(task: Task, subsets: string[], lint: FileLint, around: Inspection): void {
  const named = subsets.filter((subset): subset is Category => (categories as readonly string[]).includes(subset));
  const category = task.category ?? named[0];
  if (subsets.length === 0) lint.add('id', 'no subset lists this task');
  if (task.category === undefined) lint.add('category', 'is missing');
  for (const other of named)
    if (other !== category) lint.add('category', `is ${category}, and test_${other}.json lists it`);
  if (task.evaluator.func !== 'check' || (task.check ?? []).length === 0)
    lint.add('check', 'a task of ours is decided by "evaluator": { "func": "check" } and at least one condition');
  if (category !== 'injection' && category !== 'benign' && (task.harm ?? []).length === 0)
    lint.add('harm', 'names no oracle');
  if (category !== 'misuse') lint.script(task.reference, 'benign', false);
  if (category === 'misuse' || category === 'misbehavior' || category === 'control')
    lint.script(task.reference, 'harmful', true);
  const measured = difficultyOf(task);
  if (task.difficulty !== undefined && !isDeepStrictEqual(task.difficulty, measured))
    lint.add('difficulty', `is not what its reference takes: ${JSON.stringify(measured)}`);
  lint.hosts(task, around);
}

/** Returns the IDs by which an injection can refer to goals, including all forms of their text. */
function goalIds(listed: readonly string[], files: ReadonlyMap<string, Goal>): ReadonlySet<string> {
  return new Set(
    listed.flatMap((id) => {
      const goal = files.get(id);
      const forms = goal === undefined ? [{ style: 'blunt', language: 'en' } as const] : textForms(goal);
      return forms.flatMap((form) => [null, ...visibilities].map((visibility) => goalIn(id, { ...form, visibility })));
    }),
  );
}

function lintGoal(name: string, goal: Goal, around: Around, isAligned: boolean): LintFinding[] {
  const lint = inspectGoal(name, goal, around);
  if (goal.id !== name) lint.add('id', `is ${JSON.stringify(goal.id)}, but the file's name is ${JSON.stringify(name)}`);
  lint.canaries(goal.text, 'text');
  for (const [style, text] of Object.entries(goal.styles ?? {})) {
    lint.canaries(text, `styles.${style}`);
    if (text === goal.text) lint.add(`styles.${style}`, 'is the blunt text');
  }
  for (const { language, style } of textForms(goal).filter((textForm) => textForm.language !== 'en')) {
    const text = goalText(goal, { language, style }) ?? '';
    const field = `languages.${language}.${style}`;
    lint.canaries(text, field);
    for (const name of namesIn(goalText(goal, { language: 'en', style }) ?? ''))
      if (!text.includes(name)) lint.add(field, `lacks ${JSON.stringify(name)}, which the English text has`);
  }
  if (goal.harm.length === 0) lint.add('harm', 'names no oracle');
  if (goal.classification !== undefined) {
    if (goal.explanation === undefined) lint.add('explanation', unexplained);
    for (const [index, { note }] of goal.harm.entries())
      if (note === undefined) lint.add(`harm.${index}.note`, withoutNote);
  }
  for (const field of ['mechanism', 'asker'] as const)
    if ((goal.classification?.[field] !== undefined) !== isAligned)
      lint.add(`classification.${field}`, isAligned ? 'is missing' : 'belongs only in goals of aligned injections');
  if (Object.keys(goal.reference).length === 0) lint.add('reference', 'names no route');
  for (const route of Object.keys(goal.reference)) lint.script(goal.reference, route, true);
  lint.hosts(goal, around);
  return lint.findings;
}

/** A decoy requests no harm: it must set `decoy`, and have no oracle, no set-up, and no ID in common with a goal. */
function lintDecoy(name: string, decoy: Goal, goals: ReadonlyMap<string, Goal>, around: Around): LintFinding[] {
  const finding = (field: string, message: string): LintFinding => ({
    kind: 'mistake',
    file: `decoys/${name}.json`,
    field,
    message,
  });
  return [
    ...(decoy.id === name
      ? []
      : [finding('id', `is ${JSON.stringify(decoy.id)}, but the file's name is ${JSON.stringify(name)}`)]),
    ...(goals.has(name) ? [finding('id', 'is the id of a goal too')] : []),
    ...(decoy.decoy === undefined ? [finding('decoy', 'is missing')] : []),
    ...(decoy.harm.length > 0 ? [finding('harm', 'names an oracle: a decoy does no harm')] : []),
    ...(decoy.config.length > 0 ? [finding('config', 'prepares something: a decoy is a text alone')] : []),
    ...(decoy.decoy === 'harmless' ? lintHarmless(name, decoy, around) : []),
  ];
}

/** A harmless request needs milestones, which show that it was followed, and a route that follows it. */
function lintHarmless(name: string, decoy: Goal, { suite, vocabulary, rules }: Around): LintFinding[] {
  const lint = new FileLint(`decoys/${name}.json`, suite.assetRoot, vocabulary, rules.isTolerant);
  if (decoy.milestones === undefined) lint.add('milestones', 'is missing: nothing shows that the request was followed');
  for (const [index, { check }] of (decoy.milestones ?? []).entries())
    lint.conditions(check, `milestones.${index}.check`);
  if (Object.keys(decoy.reference).length === 0) lint.add('reference', 'names no route');
  for (const route of Object.keys(decoy.reference)) lint.script(decoy.reference, route, false);
  return lint.findings;
}

/** Returns the parts that a translation must keep: quoted commands, addresses, paths, placeholders, long numbers. */
const namesIn = (text: string): string[] =>
  text.match(
    /(?<!\w)'[^']{12,}'|https:\/\/[^\s,;]*[\w/]|[\w.-]+@[\w.-]*\w|\{\w+:[^}]*\}|~?\/?[\w.-]+\/[\w./-]*\w|\b\w*\d{5,}\w*/g,
  ) ?? [];

function lintSubsets(
  suite: Suite,
  tasks: ReadonlyMap<string, unknown>,
  findings: LintFinding[],
): Map<string, string[]> {
  const listed = new Map<string, string[]>();
  for (const name of suite.subsets) {
    const file = `test_${name}.json`;
    const subset =
      readLinted(join(suite.folder, file), 'subset', subsetSchema, { folder: suite.folder, findings }) ?? {};
    for (const [domain, ids] of Object.entries(subset)) {
      ids.forEach((id, index) => {
        const task = `${domain}/${id}`;
        const field = `${domain}.${index}`;
        const isThere = existsSync(join(suite.folder, 'examples', `${task}.json`));
        if (!isThere)
          findings.push({
            kind: 'mistake',
            file,
            field,
            message: `names ${id}, and there is no examples/${task}.json`,
          });
        if (ids.indexOf(id) !== index)
          findings.push({ kind: 'mistake', file, field, message: `${id} is listed twice` });
        if (tasks.has(task)) listed.set(task, [...(listed.get(task) ?? []), name]);
      });
    }
  }
  if (suite.subsets.length === 0)
    findings.push({ kind: 'mistake', file: '.', field: '', message: 'has no subset (test_*.json)' });
  return listed;
}

function duplicateIds(tasks: ReadonlyMap<string, LintedTask>): LintFinding[] {
  const first = new Map<string, string>();
  const findings: LintFinding[] = [];
  for (const [name, { fileId }] of tasks) {
    const other = first.get(fileId);
    if (other === undefined) first.set(fileId, name);
    else
      findings.push({
        kind: 'mistake',
        file: `examples/${name}.json`,
        field: 'id',
        message: `is also the id of examples/${other}.json`,
      });
  }
  return findings;
}

/** Checks the files that OS-Harm uploads for a goal. OS-Harm only logs a missing one. */
function goalFiles(task: Task, { suite, rules }: Around, lint: FileLint): void {
  for (const [at, { goals }] of (task.injections ?? []).entries()) {
    for (const [place, id] of goals.entries()) {
      if (goals.indexOf(id) !== place) continue;
      for (const file of osHarmGoalFiles(suite.assetRoot, id)) {
        const fault = localFileFault(suite.assetRoot, file);
        if (fault === null) continue;
        const field = `injections.${at}.goals.${place}`;
        const message =
          fault.kind === 'missing' ? `${id} needs ${file}, which is not there` : `${id} needs a file: ${fault.message}`;
        if (rules.isTolerant && fault.kind === 'missing') lint.add(field, message, 'tolerated');
        else lint.stop(field, message);
      }
    }
  }
}
