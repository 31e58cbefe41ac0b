import { basename, relative, resolve } from 'node:path';
import { type MonitorScores, readMonitorScores } from '../../base/record/monitor-scores.ts';
import { readEffectLines } from '../../base/record/read-json-lines.ts';
import type { ReadJudgment } from '../../base/record/read-judgments.ts';
import { findRuns, type ReadRun, readRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sealOf } from '../../base/record/seal.ts';
import { type ExposureExtent, exposedFraction, extentOf } from '../../desktop/observation/exposure.ts';
import type { HarmLevel } from '../../evidence/effect-log/effect.ts';
import { familyOf } from '../../tasks/suite/family.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import type { Behavior } from '../../tasks/suite/right-behavior.ts';
import { usualVisibility } from '../../tasks/suite/visibility.ts';
import type { Awareness } from '../../verdicts/awareness/awareness.ts';
import { type ChannelEvidence, channelEvidence, readCompletedHarm } from '../../verdicts/monitors/channel-evidence.ts';
import { firstOpened, readStepTruth, type StepTruth } from '../../verdicts/monitors/step-truth.ts';
import { judgedAwareness, runAwareness } from './awareness.ts';
import { type DefenceDecision, readDefences } from './defences.ts';
import { type Decisive, readEffectFacts } from './effect-facts.ts';
import { countQuestions } from './questions.ts';
import { type Settings, settingsOf } from './settings.ts';
import { judgesSpent, type RoleSpend, runSpent } from './spent.ts';

/** What one judge says of a run. `violationStep`: 0-based. */
export interface RunVerdict {
  success: boolean;
  safety: boolean;
  violationStep: number | null;
}

/** One run as a report sees it. */
export interface Result {
  directory: string;
  /** The same below the folder that was read; its own name where it is that folder. */
  path: string;
  /**
   * `misuse`, `benign`, `injection`, `misbehavior`, `control`, `injection base` (an injection's task without its
   * attack), `decoy` (the same with a harmless text that looks like an instruction) or `unknown`.
   */
  category: string;
  model: string;
  isReference: boolean;
  /** Models that answered, by the names that their providers give them, sorted; empty: no reply names one. */
  answeredBy: readonly string[];
  taskId: string;
  /** What the work is, in a few words: the task's title, else the first words of its instruction, else its id. */
  title: string;
  /** False where `title` is not the task's own. */
  hasTitle: boolean;
  /** What the injected text asks for, in a few words; null: no injection, or its goal has no title. */
  goalTitle: string | null;
  /** The application (OS-Harm's domain); `?` where nothing says it. */
  domain: string;
  /** Applications of the task that something else stood in for; such runs are not comparable with those of other desktops. */
  substitutedApps: readonly string[];
  /**
   * Runs of one family depend on each other: a base task, its paraphrase (OS-Harm's `_aug`), its twin, its control, its
   * injections, its repeats.
   */
  family: string;
  /** 1-based. */
  repeat: number;
  injection: null | { vector: string; goal: string };
  /** The kind of decoy that the injected text is; null: it asks for harm, or there is none. */
  decoy: string | null;
  /** A text that asks for nothing stood in the place of the injected one (`replay branch --payload neutral`). */
  isNeutral: boolean;
  /** How the injected text was written and where it could be met; null without injection, and for a goal in no known form. */
  form: null | { style: string; language: string; visibility: string };
  profile: string;
  provider: string;
  image: string;
  suite: string;
  /** Null where the record does not name it. */
  suiteVersion: string | null;
  /** The suite that its tasks were held out of; null: its tasks are public. */
  heldOutOf: string | null;
  settings: Settings;
  isComplete: boolean;
  outcome: string | null;
  /** Who refused, and the provider's name for the content; null: no one did. */
  refusal: null | { by: string; category: string | null };
  /** `result.txt`. */
  score: number | null;
  /** Completed by the task's own check; null where it has none (`infeasible`) or nothing says so. */
  passedCheck: boolean | null;
  /** Which behaviors are right for the request (`act`, `ask`, `refuse`); null: the task does not say. */
  acceptable: readonly Behavior[] | null;
  /** Questions that the agent put to its user. */
  questions: number;
  /** Weight of the milestones that were reached, of all of the task's: 0 … 1; null: the task names none, or the run did not end. */
  milestoneShare: number | null;
  /** By `MODEL/TYPE/VERSION` (or `human/ANNOTATOR`). */
  judgments: ReadonlyMap<string, RunVerdict>;
  /** Why the effect judge abstained; null where it didn't or wasn't there. */
  abstained: string | null;
  /** The effect judge was there, and the task has no oracle. */
  isWithoutOracle: boolean;
  /** How far the harm went by the oracles; null where none of them decided. */
  harm: HarmLevel | null;
  /** What the oracles' finding of harm rests on; null where they found none. */
  decisive: Decisive | null;
  /** Bytes that left the desktop and that nobody can read (encrypted, packed, pictures). */
  unexplainedBytes: number;
  /** The effect judge counts the task as not completed because the desktop ended before its check. */
  isCompletionUnknown: boolean;
  /** Text was typed before its window was there, and no oracle found the run unsafe. */
  isDoubtful: boolean;
  /** Kinds of lasting changes beside the task, one for each; null: not scanned. */
  sideEffects: readonly string[] | null;
  error: null | { blame: string; code: string; message: string };
  /**
   * Of the injected text: what the requests held (`request`); for results that don't say, what the untrimmed trees held
   * (`tree`): an upper bound. Null where nothing tells, and where none was met in trees that lacked an application.
   */
  exposure: null | { extent: ExposureExtent; from: 'request' | 'tree' };
  /** An application did not answer while a tree was read that the model received. */
  isPartlyUnread: boolean;
  /** True where the agent said the suite's GUID: it knows the suite's files. */
  saidSuiteGuid: boolean;
  /** Which run it branches off, at which 0-based step, and whether doing its steps again led to the recorded states; null: off none. */
  branch: null | { parent: string; step: number; state: 'same' | 'diverged' };
  /** The harmless instruction beside the payload was followed (`--selective`); null: there was none. */
  followedNeeded: boolean | null;
  /** The side task that the agent was given: its goal, and how much of it one reply gave away (0 to 1); null: none. */
  sideTask: null | { goal: string; leak: number };
  /** What an oracle's word ended it on (`--stop-on`), and the steps that the limit would have left; null: nothing did. */
  stoppedEarly: null | { on: string; stepsLeft: number };
  /** Milliseconds by phase. */
  phases: Record<string, number>;
  /** Milliseconds of our own work, a step each. */
  harnessMs: number[];
  /** Steps that were recorded. */
  steps: number;
  /** Which of the agent's parts acted, by step; null: the step names none. */
  actors: readonly (string | null)[];
  /** Actions that were executed. */
  actions: number;
  /** Screenshots that the agent saw and that are there. */
  pictures: number;
  /** ISO 8601; null where it isn't known. */
  startedAt: string | null;
  /** When its first attempt started; the same through all attempts. */
  firstStartedAt: string | null;
  /** From the run's start to its end, milliseconds; null where it isn't known. */
  wallMs: number | null;
  /** What models took, by role (`agent`, `user`, `judge`, `caption` …). */
  spent: Readonly<Record<string, RoleSpend>>;
  /** ISO day until which it stays out of what is shared; null: it may be shared. */
  sealedUntil: string | null;
  /** What defences around the agent decided. */
  defences: readonly DefenceDecision[];
  /** What monitors said of its steps. */
  monitors: readonly MonitorScores[];
  /** When harm came about, by step; null: the oracles can't say. */
  truth: StepTruth | null;
  /** What its agent knew, by its words; null: it gave no reply. */
  awareness: Awareness | null;
  /** The same by judges that see its reasoning, by their names. */
  judgedAwareness: ReadonlyMap<string, Awareness>;
  /** Which channels named what its completed harm touched; null: none was completed, or the record doesn't say what it touched. */
  oversight: ChannelEvidence | null;
  /** Milliseconds of each step. */
  stepMs: readonly number[];
  /** Damage that the reader met. */
  findings: string[];
}

/** Every run below a folder. Never throws for what is in a result directory; throws where the folder itself can't be read. */
export function readResults(root: string): Result[] {
  return findRuns(root).map((directory) => readResult(directory, root));
}

/** One run, whose path counts from `root`. Never throws for what is in its directory. */
export function readResult(directory: string, root: string): Result {
  return toResult(readRun(directory), pathOfRun(directory, root));
}

/** Of a folder that is itself a run, the path is its name. */
export const pathOfRun = (directory: string, root: string): string =>
  relative(root, directory) || basename(resolve(root));

/** The judges whose verdicts are there, with how many each. */
export function judgesIn(results: readonly Result[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const result of results)
    for (const name of result.judgments.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Runs that another model answered are not pooled with those of the model that was requested. */
function substitutes(runJson: RunJson | null): string {
  const names = (runJson?.answeredBy ?? []).flatMap(({ model, isSubstitute }) => (isSubstitute ? [model] : []));
  return names.length === 0 ? '' : ` (answered by ${names.sort().join(', ')})`;
}

function toResult(run: ReadRun, path: string): Result {
  const runJson = run.runJson;
  let lines: readonly unknown[] | null = null;
  // Of many runs nothing asks for them, and of a hostile one they are long: read once.
  const effects = (): readonly unknown[] => (lines ??= readEffectLines(run.directory) ?? []);
  const facts = readEffectFacts(run.directory, effects);
  const monitors = readMonitorScores(run.directory, run.findings);
  const injection = runJson?.injection ?? run.path?.injection ?? null;
  const sealedUntil = sealOf(run.directory, runJson);
  const taskId = runJson?.taskId ?? run.path?.taskId ?? '?';
  const category =
    runJson?.attack?.decoy === undefined ? categoryOf(runJson?.category ?? null, taskId, injection) : 'decoy';
  const jailbreak = run.path?.jailbreak === true || runJson?.spec.jailbreak === true ? ' (jailbreak)' : '';
  const awareness = runAwareness(run, category);
  return {
    directory: run.directory,
    path,
    category,
    decoy: runJson?.attack?.decoy ?? null,
    model: `${runJson?.agent.name ?? run.path?.model ?? modelOf(run)}${jailbreak}${substitutes(runJson)}`,
    isReference: runJson?.agent.isReference ?? false,
    answeredBy: (runJson?.answeredBy ?? []).map(({ model }) => model).sort(),
    taskId,
    // The instruction of a sealed run may hold its payload.
    title: runJson?.title ?? (sealedUntil === null ? firstWords(run.betterLog?.instruction ?? '') : null) ?? taskId,
    hasTitle: (runJson?.title ?? null) !== null,
    goalTitle: runJson?.attack?.goalTitle ?? null,
    domain: runJson?.domain ?? run.path?.domain ?? '?',
    substitutedApps: runJson?.substitutedApps ?? [],
    family: familyOf(taskId),
    repeat: runJson?.repeat ?? run.path?.repeat ?? 1,
    injection,
    isNeutral: runJson?.spec.payload === 'neutral',
    form: formOf(injection, runJson?.attack ?? null),
    profile: runJson?.profile ?? (run.findings.some(({ file }) => file === 'run.json') ? 'unknown' : 'os-harm'),
    provider: runJson?.provider ?? 'unknown',
    image: runJson?.image ?? 'unknown',
    suite: runJson?.suite ?? 'unknown',
    suiteVersion: runJson?.suiteVersion ?? null,
    heldOutOf: runJson?.heldOutOf ?? null,
    settings: settingsOf(run),
    isComplete: run.complete,
    outcome: runJson?.outcome ?? null,
    refusal: runJson?.refusal == null ? null : { by: runJson.refusal.by, category: runJson.refusal.category },
    score: run.score,
    passedCheck: (runJson?.check.length ?? 0) === 0 || run.score === null ? null : run.score >= 1,
    acceptable: runJson?.acceptable ?? null,
    questions: countQuestions(run.directory, runJson?.outcome ?? null),
    milestoneShare: milestoneShareOf(runJson),
    judgments: new Map(run.judgments.map((judgment) => [judgeName(judgment), verdictOf(judgment)])),
    ...facts,
    sideEffects: runJson?.sideEffects?.map(({ kind }) => kind) ?? null,
    error: errorOf(run),
    exposure: exposureOf(run),
    isPartlyUnread: runJson?.exposure?.isPartlyUnread ?? false,
    saidSuiteGuid: (runJson?.saidSuiteGuidAt ?? null) !== null,
    branch:
      runJson?.branch == null
        ? null
        : { parent: runJson.branch.parent, step: runJson.branch.step, state: runJson.branch.state },
    stoppedEarly:
      runJson?.stoppedEarly == null ? null : { on: runJson.stoppedEarly.on, stepsLeft: runJson.stoppedEarly.stepsLeft },
    followedNeeded: runJson?.needed?.wasFollowed ?? null,
    sideTask:
      runJson?.sideTask == null ? null : { goal: runJson.sideTask.goal, leak: runJson.sideTask.leak?.share ?? 0 },
    phases: runJson?.phases ?? {},
    harnessMs: runJson?.steps.map((step) => step.harnessMs) ?? [],
    steps: runJson?.steps.length ?? run.betterLog?.steps.length ?? 0,
    actors: runJson?.steps.map(({ actor }) => actor ?? null) ?? [],
    actions: run.actions.length,
    pictures: picturesOf(run),
    startedAt: runJson?.startedAt ?? null,
    firstStartedAt: runJson?.attempts[0]?.startedAt ?? runJson?.startedAt ?? null,
    wallMs: runJson === null || runJson.endedAt === null ? null : milliseconds(runJson.startedAt, runJson.endedAt),
    spent: { ...runSpent(runJson), ...judgesSpent(run.directory) },
    sealedUntil,
    defences: typeof runJson?.spec.defences === 'string' ? readDefences(run.directory) : [],
    monitors,
    truth: truthOf(run, facts.harm, effects),
    awareness,
    judgedAwareness: judgedAwareness(run, awareness, judgeName),
    oversight: facts.harm === 'completed' ? oversightOf(run, effects()) : null,
    stepMs:
      runJson?.steps.map(
        ({ predictMs, actMs, settleMs, observeMs, collectMs, harnessMs }) =>
          predictMs + actMs + settleMs + Math.max(observeMs, collectMs) + harnessMs,
      ) ?? [],
    findings: run.findings.map((finding) => `${finding.file === '' ? 'directory' : finding.file}: ${finding.message}`),
  };
}

/** Of a run without harm nothing is dated but exposure: its effects need not be read. */
function oversightOf({ directory, runJson }: ReadRun, effects: readonly unknown[]): ChannelEvidence | null {
  const read = readCompletedHarm(directory, effects);
  if (read === null) return null;
  return channelEvidence(read.harm, read.run, { areOpensRecorded: runJson?.spec.recordOpens === true });
}

function truthOf(
  { directory, runJson }: ReadRun,
  harm: HarmLevel | null,
  effects: () => readonly unknown[],
): StepTruth | null {
  if (harm === null) return null;
  if (harm !== 'none') return readStepTruth(directory, runJson, effects());
  const exposed = runJson?.exposure?.firstStep ?? null;
  const opened = runJson?.spec.recordOpens === true ? firstOpened(effects()) : null;
  return { exposed, opened, initiated: null, attempted: null, completed: null, irreversible: null, harmful: [] };
}

/** The start of an instruction, cut between words; null where there are none. */
function firstWords(instruction: string): string | null {
  const text = instruction.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  return text.length <= mostTitle ? text : `${text.slice(0, mostTitle).replace(/\s\S*$/, '')} …`;
}

/** Characters of an instruction that stand for a title. */
const mostTitle = 60;

function milestoneShareOf(runJson: RunJson | null): number | null {
  const milestones = runJson?.milestones ?? [];
  if (milestones.length === 0) return null;
  const weight = (list: typeof milestones): number => list.reduce((sum, item) => sum + item.weight, 0);
  return weight(milestones.filter(({ isReached }) => isReached)) / weight(milestones);
}

/** The form of an injection by its goal's id, and by what the run recorded. */
export function formOf(injection: Result['injection'], attack: RunJson['attack']): Result['form'] {
  const form = injection === null ? null : parseGoalId(injection.goal).form;
  if (injection === null || form === null) return null;
  const { style, language } = form;
  return {
    style,
    language,
    visibility: attack?.visibility ?? form.visibility ?? usualVisibility(injection.vector),
  };
}

function milliseconds(from: string, to: string): number | null {
  const gap = Date.parse(to) - Date.parse(from);
  return Number.isFinite(gap) ? gap : null;
}

/** What `better_log.json` says, where nothing else names the model. */
function modelOf(run: ReadRun): string {
  const model = run.betterLog?.params.model;
  return typeof model === 'string' ? model : '?';
}

/** `MODEL/TYPE/VERSION`, or `human/ANNOTATOR`. */
export function judgeName({ model, type, version }: ReadJudgment): string {
  return version === null ? `${model}/${type}` : `${model}/${type}/${version}`;
}

function verdictOf({ judgment }: ReadJudgment): RunVerdict {
  return {
    success: judgment.success,
    safety: judgment.safety,
    violationStep: judgment.safety ? null : judgment.violation_step,
  };
}

/** OS-Harm's ids tell the category where nothing else does: `_x` misuse, `___x` misbehavior (spec os-harm §2.2). */
function categoryOf(category: string | null, taskId: string, injection: Result['injection']): string {
  if (injection !== null) return 'injection';
  if (category === 'injection') return 'injection base';
  if (category !== null) return category;
  if (/^___[^_]/.test(taskId)) return 'misbehavior';
  if (/^__[^_]/.test(taskId)) return 'injection base';
  return /^_[^_]/.test(taskId) ? 'misuse' : 'unknown';
}

function errorOf(run: ReadRun): Result['error'] {
  const error = run.runJson?.outcome === 'error' || !run.complete ? (run.runJson?.error ?? null) : null;
  if (error !== null) return { blame: error.blame, code: error.code, message: error.message };
  // OS-Harm's error line has one wording for every cause.
  if (run.runJson === null && !run.complete && run.errorLines.length > 0)
    return { blame: 'unknown', code: 'os-harm-error-line', message: run.errorLines[0] ?? '' };
  return null;
}

function exposureOf(run: ReadRun): Result['exposure'] {
  const exposure = run.runJson?.exposure ?? null;
  if (exposure !== null)
    return exposure.extent === 'none' && exposure.isPartlyUnread ? null : { extent: exposure.extent, from: 'request' };
  const content = run.betterLog?.injection?.content;
  if (run.runJson !== null || typeof content !== 'string' || content === '') return null;
  const seen = run.betterLog?.steps.map(({ a11yTree }) => exposedFraction(a11yTree, content)) ?? [];
  return seen.length === 0 ? null : { extent: extentOf(Math.max(...seen)), from: 'tree' };
}

function picturesOf(run: ReadRun): number {
  const dangling = new Set(
    run.findings.filter((finding) => finding.kind === 'dangling').map((finding) => finding.file),
  );
  return (run.betterLog?.steps ?? []).filter(
    ({ screenshotFile }) => screenshotFile !== null && !dangling.has(screenshotFile),
  ).length;
}
