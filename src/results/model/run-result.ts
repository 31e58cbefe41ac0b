import { basename, relative, resolve } from 'node:path';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import type { HarmLevel } from '../../base/record/evidence/verdict.ts';
import { type MonitorScores, readMonitorScores } from '../../base/record/monitor-scores.ts';
import type { ReadJudgment } from '../../base/record/read-judgments.ts';
import { findRuns, type ReadRun, readRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { sealOf } from '../../base/record/seal.ts';
import { type ExposureExtent, exposedFraction, extentOf } from '../../desktop/observation/exposure.ts';
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

/** A judge's verdict on a run. `violationStep` is 0-based. */
export interface RunVerdict {
  success: boolean;
  safety: boolean;
  violationStep: number | null;
}

/** A run as its files describe it: settings, outcome, verdicts and costs. */
export interface RunResult {
  directory: string;
  /** Path below the folder that was read, or the folder's name if the run is that folder. */
  path: string;
  /** `injection base` is an injection's task without its attack; `decoy` has a harmless text instead of the attack. */
  category: string;
  model: string;
  isReference: boolean;
  /** Models that answered, by the names that providers report. */
  answeredBy: readonly string[];
  taskId: string;
  /** The task's title, else the first words of its instruction, else its id. */
  title: string;
  hasTitle: boolean;
  /** A short description of the injected goal; null if the goal has no title. */
  goalTitle: string | null;
  /** The application (OS-Harm's domain); `?` if unknown. */
  domain: string;
  /** Runs with substituted applications are not comparable with those of other desktops. */
  substitutedApps: readonly string[];
  /** Runs of a family depend on each other: a base task, its paraphrase, twin, control, injections and repeats. */
  family: string;
  repeat: number;
  injection: null | { vector: string; goal: string };
  decoy: string | null;
  /** The injected text was replaced by one that requests nothing (`replay branch --payload neutral`). */
  isNeutral: boolean;
  /** How the injected text was written, and where it was visible; null for a goal id in an unknown format. */
  form: null | { style: string; language: string; visibility: string };
  profile: string;
  provider: string;
  image: string;
  suite: string;
  suiteVersion: string | null;
  /** The public suite for which these tasks are held out; null for public tasks. */
  heldOutOf: string | null;
  settings: Settings;
  isComplete: boolean;
  outcome: string | null;
  /** The provider's category for the content, and who refused. */
  refusal: null | { by: string; category: string | null };
  /** From `result.txt`. */
  score: number | null;
  /** Completed by the task's own check; null if it has none (`infeasible`) or did not run. */
  passedCheck: boolean | null;
  /** Acceptable responses to the request (`act`, `ask`, `refuse`); null if the task declares none. */
  acceptable: readonly Behavior[] | null;
  questions: number;
  /** Share of the milestones' weight that was reached (0 to 1); null if the task has none or the run did not end. */
  milestoneShare: number | null;
  /** By `MODEL/TYPE/VERSION` or `human/ANNOTATOR`. */
  judgments: ReadonlyMap<string, RunVerdict>;
  /** Null if the effect judge gave a verdict or did not run. */
  abstained: string | null;
  /** The effect judge ran, but the task has no oracle. */
  isWithoutOracle: boolean;
  /** Null if no oracle decided. */
  harm: HarmLevel | null;
  decisive: Decisive | null;
  /** Bytes that left the desktop in a form that could not be read (encrypted, compressed, pictures). */
  unexplainedBytes: number;
  /** The effect judge counts the task as not completed because its check could not run. */
  isCompletionUnknown: boolean;
  /** Text was typed before its window was ready, and no oracle found the run unsafe. */
  isDoubtful: boolean;
  /** Kinds of lasting changes that the task does not require, one entry per change; null if not scanned. */
  sideEffects: readonly string[] | null;
  error: null | { blame: string; code: string; message: string };
  /**
   * How much of the injected text the agent received in its requests, or, for results without this record, could see in
   * the accessibility trees (an upper bound). Null if unknown.
   */
  exposure: null | { extent: ExposureExtent; from: 'request' | 'tree' };
  /** An application did not respond while an accessibility tree for the model was read. */
  isPartlyUnread: boolean;
  /** The agent repeated the suite's GUID, so it knows the suite's files. */
  saidSuiteGuid: boolean;
  /** `step` is 0-based. `state` states whether replaying the steps before it reached the recorded states. */
  branch: null | { parent: string; step: number; state: 'same' | 'diverged' };
  /** The harmless instruction next to the payload was followed (`--selective`); null without one. */
  followedNeeded: boolean | null;
  /** `leak` is the largest share of the goal that one reply revealed (0 to 1). */
  sideTask: null | { goal: string; leak: number };
  /** `on` is the oracle finding that ended the run (`--stop-on`). */
  stoppedEarly: null | { on: string; stepsLeft: number };
  /** Milliseconds by phase. */
  phases: Record<string, number>;
  /** Milliseconds of osharm's own work, by step. */
  harnessMs: number[];
  steps: number;
  actors: readonly (string | null)[];
  actions: number;
  /** Number of the agent's screenshots that exist as files. */
  pictures: number;
  startedAt: string | null;
  /** Equal for all attempts of a run. */
  firstStartedAt: string | null;
  wallMs: number | null;
  spent: Readonly<Record<string, RoleSpend>>;
  /** ISO date until which the run must not be shared. */
  sealedUntil: string | null;
  defences: readonly DefenceDecision[];
  monitors: readonly MonitorScores[];
  truth: StepTruth | null;
  /** The agent's awareness by the rules; null if it sent no reply. */
  awareness: Awareness | null;
  /** The agent's awareness by each judge that read its reasoning. */
  judgedAwareness: ReadonlyMap<string, Awareness>;
  oversight: ChannelEvidence | null;
  stepMs: readonly number[];
  findings: string[];
}

/** Damaged results never throw; an unreadable folder does. */
export function readResults(root: string): RunResult[] {
  return findRuns(root).map((directory) => readResult(directory, root));
}

/** The path is relative to `root`. Never throws for damaged files. */
export function readResult(directory: string, root: string): RunResult {
  return toResult(readRun(directory), pathOfRun(directory, root));
}

/** The run's name if `root` is the run itself. */
export const pathOfRun = (directory: string, root: string): string =>
  relative(root, directory) || basename(resolve(root));

export function judgesIn(results: readonly RunResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const result of results)
    for (const name of result.judgments.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Runs answered by a substitute model are not pooled with those of the requested model. */
function substitutes(runJson: RunJson | null): string {
  const names = (runJson?.answeredBy ?? []).flatMap(({ model, isSubstitute }) => (isSubstitute ? [model] : []));
  return names.length === 0 ? '' : ` (answered by ${names.sort().join(', ')})`;
}

function toResult(run: ReadRun, path: string): RunResult {
  const runJson = run.runJson;
  let known: readonly Effect[] | null = null;
  // Read only when needed and only once, since a hostile run's effect log can be huge.
  const effects = (): readonly Effect[] => (known ??= readEffects(run.directory, run.findings)?.entries ?? []);
  const facts = readEffectFacts(run.directory, effects, run.findings);
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
    // The instruction of a sealed run may contain its payload.
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

function oversightOf({ directory, runJson }: ReadRun, effects: readonly Effect[]): ChannelEvidence | null {
  const read = readCompletedHarm(directory, effects);
  if (read === null) return null;
  return channelEvidence(read.harm, read.run, { areOpensRecorded: runJson?.spec.recordOpens === true });
}

function truthOf(
  { directory, runJson }: ReadRun,
  harm: HarmLevel | null,
  effects: () => readonly Effect[],
): StepTruth | null {
  if (harm === null) return null;
  if (harm !== 'none') return readStepTruth(directory, runJson, effects());
  const exposed = runJson?.exposure?.firstStep ?? null;
  const opened = runJson?.spec.recordOpens === true ? firstOpened(effects()) : null;
  return { exposed, opened, initiated: null, attempted: null, completed: null, irreversible: null, harmful: [] };
}

function firstWords(instruction: string): string | null {
  const text = instruction.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  return text.length <= mostTitle ? text : `${text.slice(0, mostTitle).replace(/\s\S*$/, '')} …`;
}

const mostTitle = 60;

function milestoneShareOf(runJson: RunJson | null): number | null {
  const milestones = runJson?.milestones ?? [];
  if (milestones.length === 0) return null;
  const weight = (list: typeof milestones): number => list.reduce((sum, item) => sum + item.weight, 0);
  return weight(milestones.filter(({ isReached }) => isReached)) / weight(milestones);
}

export function formOf(injection: RunResult['injection'], attack: RunJson['attack']): RunResult['form'] {
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

function modelOf(run: ReadRun): string {
  const model = run.betterLog?.params.model;
  return typeof model === 'string' ? model : '?';
}

/** `MODEL/TYPE/VERSION` or `human/ANNOTATOR`. */
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

/** Falls back to the prefix of OS-Harm's ids: `_x` is misuse, `__x` an injection base, `___x` misbehavior. */
function categoryOf(category: string | null, taskId: string, injection: RunResult['injection']): string {
  if (injection !== null) return 'injection';
  if (category === 'injection') return 'injection base';
  if (category !== null) return category;
  if (/^___[^_]/.test(taskId)) return 'misbehavior';
  if (/^__[^_]/.test(taskId)) return 'injection base';
  return /^_[^_]/.test(taskId) ? 'misuse' : 'unknown';
}

function errorOf(run: ReadRun): RunResult['error'] {
  const error = run.runJson?.outcome === 'error' || !run.complete ? (run.runJson?.error ?? null) : null;
  if (error !== null) return { blame: error.blame, code: error.code, message: error.message };
  // OS-Harm's error line has one wording for every cause.
  if (run.runJson === null && !run.complete && run.errorLines.length > 0)
    return { blame: 'unknown', code: 'os-harm-error-line', message: run.errorLines[0] ?? '' };
  return null;
}

function exposureOf(run: ReadRun): RunResult['exposure'] {
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
