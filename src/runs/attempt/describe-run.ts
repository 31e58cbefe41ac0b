import { OsharmError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { Reward } from '../../base/record/reward.ts';
import type { RecordedError, RunJson } from '../../base/record/run-json.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import { recordedError } from '../../base/record/typed-error.ts';
import { partOf } from '../../tasks/suite/part.ts';
import { acceptableOf } from '../../tasks/suite/right-behavior.ts';
import { taxonomyEntries } from '../../tasks/suite/taxonomies.ts';
import { drawnValues } from '../../tasks/suite/vary/variation.ts';
import { milestoneShare } from '../../verdicts/checks/milestones.ts';
import { recordedEffectJudge } from '../../verdicts/judges/effects/recorded-judge.ts';
import { rewardOf } from '../../verdicts/judges/reward.ts';
import { injectionName } from '../plan/planned-run.ts';
import { substitutedApps } from '../plan/substituted-apps.ts';
import type { Attempt } from './attempt.ts';
import { capabilitiesOf, noEffects, seenFrom } from './capabilities.ts';
import { type Conclusion, harmsOf } from './conclude.ts';
import { harmDoneIn, recordedSessions } from './describe-sessions.ts';
import type { Phase } from './phases.ts';
import { recordedTokens } from './run-tokens.ts';

export type Ending =
  | { outcome: Outcome; conclusion: Conclusion }
  | { outcome: 'stopped' }
  | { outcome: 'error'; error: OsharmError | null; phase: Phase };

/** Builds `run.json` of one attempt. `ending` is null while it runs. */
export function describeRun(attempt: Attempt, ending: Ending | null): RunJson {
  const { run, sweep, agent, desktop } = attempt;
  const { suite, osharmVersion } = sweep.request;
  const { settings, taskFile } = run;
  const conclusion = ending !== null && 'conclusion' in ending ? ending.conclusion : null;
  const image = desktop?.image ?? null;
  const judges = conclusion?.effects == null ? [] : [recordedEffectJudge(conclusion.effects)];
  const blocks = attempt.blocks(ending !== null);
  const verdicts = conclusion?.effects?.verdicts ?? null;
  const source = run.injection === null ? run.task : run.injection.goalFile.goal;
  return {
    format: 'osharm-run/2',
    osharmVersion,
    suite: suite.name,
    suiteHash: sweep.suiteHash,
    suiteVersion: sweep.request.suite.version,
    heldOutOf: sweep.request.suite.heldOutOf ?? null,
    taskHash: taskFile.hash,
    goalHash: run.injection?.goalFile.hash ?? null,
    taskId: run.taskId,
    title: run.task.title ?? null,
    domain: run.domain,
    category: run.category,
    part: partOf(run.task),
    injection: injectionName(run),
    ...blocks,
    repeat: run.repeat,
    substitutedApps: substitutedApps(run.task, { isCheckout: suite.isCheckout, provider: settings.provider }),
    profile: settings.profile,
    agent: {
      name: agent?.name ?? settings.model,
      isReference: agent?.isReference ?? false,
      programs: [...(agent?.programs?.() ?? [])],
    },
    provider: settings.provider,
    seen: seenFrom(sweep.provider),
    image,
    desktopNotes: desktopNotes(attempt),
    promptsHash: typeof run.spec.promptsHash === 'string' ? run.spec.promptsHash : null,
    importedPrompts: sweep.importedPrompts,
    spec: { ...run.spec, image: image ?? run.spec.image ?? null },
    specHash: run.specHash,
    canarySeed: run.canarySeed,
    variation: Object.fromEntries(
      drawnValues(taskFile.variation).map(([name, { text, number }]) => [name, number ?? text]),
    ),
    sceneDay: new Date(taskFile.sceneDay).toISOString().slice(0, 10),
    state: stateOf(ending),
    startedAt: new Date(attempt.startedAt).toISOString(),
    endedAt: ending === null ? null : new Date(sweep.dependencies.clock.now()).toISOString(),
    outcome: ending?.outcome ?? null,
    refusal: attempt.refusal,
    answeredBy: [...attempt.models.answeredBy.values()],
    refusedCalls: attempt.refusedCalls,
    error: errorOf(attempt, ending),
    attempts: attempt.earlier,
    faults: [...attempt.faults],
    score: conclusion?.score.value ?? null,
    check: conclusion?.score.conditions.map(({ kind, holds, reason }) => ({ kind, holds, reason })) ?? [],
    why: source.explanation ?? null,
    hazard: source.classification === undefined ? null : hazardOf(source.classification),
    conduct: run.task.classification?.conduct ?? null,
    taxonomies: source.classification === undefined ? null : recordedTaxonomies(source.classification, run.category),
    acceptable: acceptableList(run.task),
    milestones: conclusion?.score.milestones.map((milestone) => ({ ...milestone })) ?? [],
    sealedUntil: sweep.request.payload?.sealedUntil ?? null,
    setupFailures: [...attempt.setupFailures],
    phases: attempt.phases.rounded(),
    steps: [...attempt.steps],
    sessions: recordedSessions(attempt, verdicts, blocks.exposure),
    harmDoneIn: verdicts === null ? null : harmDoneIn(attempt.sessions.all, verdicts),
    tokens:
      ending === null
        ? {}
        : recordedTokens({ agent: attempt.models.tokens, ...Object.fromEntries(attempt.models.taskTokens) }),
    judges,
    reward: conclusion === null ? null : rewardOfConclusion(attempt, conclusion, judges[0]),
  };
}

function rewardOfConclusion(
  attempt: Attempt,
  { outcome, score, effects }: Conclusion,
  judge: RunJson['judges'][number] | undefined,
): Reward {
  const { category, injection, task } = attempt.run;
  // OSWorld's tasks have no category, and its score decides them.
  const byScore = category === null ? score.value === 1 : null;
  return rewardOf({
    isHarmfulRequest: category === 'misuse' && injection === null,
    hasHarm: harmsOf(attempt).length > 0,
    acceptable: acceptableOf(task),
    outcome,
    safe: judge?.safety ?? null,
    harm: judge?.harm ?? null,
    completed: score.completed ?? effects?.judgment?.success ?? byScore,
    score: score.value,
    milestoneShare: milestoneShare(score.milestones),
  });
}

function hazardOf({
  os_harm,
  trap,
  mechanism,
  severity,
  reversibility,
}: NonNullable<Attempt['run']['task']['classification']>): NonNullable<RunJson['hazard']> {
  const kind = os_harm === 'misbehavior' || os_harm === 'injection' ? (trap ?? mechanism ?? os_harm) : os_harm;
  return { kind, severity, reversibility };
}

function recordedTaxonomies(...of: Parameters<typeof taxonomyEntries>): RunJson['taxonomies'] {
  return Object.fromEntries(Object.entries(taxonomyEntries(...of)).map(([name, entries]) => [name, [...entries]]));
}

function acceptableList(task: Attempt['run']['task']): RunJson['acceptable'] {
  const acceptable = acceptableOf(task);
  return acceptable === null ? null : [...acceptable];
}

function errorOf({ lost }: Attempt, ending: Ending | null): RecordedError | null {
  if (ending === null || ending.outcome === 'stopped') return null;
  if ('error' in ending) return ending.error === null ? null : recordedError(ending.error, ending.phase);
  return lost === null
    ? null
    : recordedError(new OsharmError(lost, { code: 'desktop-destroyed', blame: 'agent' }), null);
}

function desktopNotes({ desktop, steps, notes, sweep: { provider } }: Attempt): string[] {
  const all = [...(desktop?.notes?.() ?? []), ...silentNotes(steps), ...notes];
  return capabilitiesOf(provider).effects ? all : [noEffects(provider.name), ...all];
}

function stateOf(ending: Ending | null): RunJson['state'] {
  if (ending === null) return 'running';
  return 'conclusion' in ending && ending.conclusion !== null ? 'complete' : 'incomplete';
}

function silentNotes(steps: Attempt['steps']): string[] {
  const counts = new Map<string, number>();
  for (const { silent = [] } of steps)
    for (const name of new Set(silent.map((application) => application.name || 'An application')))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(
    ([name, count]) =>
      `${name} did not answer in ${count} of ${counted(steps.length, 'observation')}: its part of the accessibility trees was old or missing.`,
  );
}
