import { resolve } from 'node:path';
import { openAgents, openDefences } from '../../agents/plugged.ts';
import { OsharmError, UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import { originText } from '../../base/record/open-registry.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import { openProviders } from '../../desktop/providers/registry.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import { jailbreakHash, ownJailbreak, withJailbreak } from '../../tasks/injection/jailbreak.ts';
import { neededNote, withNeededNote } from '../../tasks/injection/needed-note.ts';
import { planAttack } from '../../tasks/injection/plan-attack.ts';
import { planSideTask } from '../../tasks/injection/plan-side-task.ts';
import { vectors } from '../../tasks/injection/vectors/registry.ts';
import { fillCanaries } from '../../tasks/setup/template.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import { isEdited } from '../../tasks/suite/imported/os-harm-task.ts';
import type { LintWords } from '../../tasks/suite/lint-words.ts';
import { parseMoment } from '../../tasks/suite/payload-moment.ts';
import type { SideTasks } from '../../tasks/suite/side-tasks.ts';
import { type Suite, suiteHash } from '../../tasks/suite/suite.ts';
import { type Goal, type InjectionEntry, isInSlot } from '../../tasks/suite/task.ts';
import { fillVariedText } from '../../tasks/suite/vary/fill.ts';
import { conditionKinds } from '../../verdicts/checks/conditions/registry.ts';
import { evaluatorOf } from '../../verdicts/checks/score-task.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { capabilitiesOf, withoutIncapable } from '../attempt/capabilities.ts';
import type { RunDependencies } from '../attempt/dependencies.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import { fitOf } from '../plan/legal-pairs.ts';
import type { PayloadText } from '../plan/payload-hash.ts';
import type { PlanKnowledge } from '../plan/plan-runs.ts';
import { type Plan, planRuns } from '../plan/plan-runs.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import { specDifferences } from '../plan/spec-hash.ts';
import type { SweepRequest } from '../plan/sweep-request.ts';
import { neutralText } from '../replay/neutral-text.ts';

const pluginsOf: NonNullable<PlanKnowledge['pluginsOf']> = ({ task, injection, settings }) => {
  const harms = [...(task.harm ?? []), ...(injection?.goalFile.goal.harm ?? [])];
  const conditions = [...(task.check ?? []), ...(task.completion?.check ?? [])];
  const origins = [
    ...harms.map(({ oracle }) => oracles.originOf(oracle)),
    ...conditions.map(({ kind }) => conditionKinds.originOf(kind)),
    injection === null ? null : vectors.originOf(injection.vector),
    ...(settings.alsoBy ?? []).map((name) => vectors.originOf(name)),
    openProviders.originOf(settings.provider),
    settings.agent === undefined ? null : openAgents.originOf(settings.agent),
    ...(settings.defences ?? []).map((name) => openDefences.originOf(name)),
  ];
  const texts = [...new Set(origins.flatMap((origin) => (origin === null ? [] : [originText(origin)])))].sort();
  return texts.length === 0 ? null : texts.join(',');
};

/**
 * Plans a sweep: its runs, which of them are complete, and every injection. Writes and starts nothing. `hashOf` returns
 * the hash of a suite and reads its files by default. Throws UsageError.
 */
export async function planSweep(
  sweepRequest: SweepRequest,
  dependencies: RunDependencies,
  provider: DesktopProvider,
  { hashOf = suiteHash }: { hashOf?: (suite: Suite) => string } = {},
): Promise<Sweep> {
  const { suite } = sweepRequest;
  const settings = withCheckout(sweepRequest.settings, suite);
  dependencies.checkModel(settings.model);
  const agent = (await dependencies.checkAgent?.(settings)) ?? { promptsHash: null, warnings: [] };
  const monitorHash = isMonitored(settings) ? (await dependencies.createMonitor?.(settings))?.hash : undefined;
  const template = await jailbreakTemplate({ ...sweepRequest, settings }, dependencies);
  const request: SweepRequest = {
    ...sweepRequest,
    settings: {
      ...settings,
      jailbreakHash: template === null ? settings.jailbreakHash : jailbreakHash(template),
      monitorHash: monitorHash ?? settings.monitorHash,
    },
    resultDir: resolve(sweepRequest.resultDir),
  };
  const plan = planRuns(request, {
    vocabulary: dependencies.vocabulary,
    instruction: (text) => (template === null ? text : withJailbreak(template, text)),
    image: (await provider.imageId?.()) ?? null,
    promptsHash: agent.promptsHash,
    pluginsOf,
  });
  plan.warnings.push(...(agent.warnings ?? []));
  const edited = [
    ...new Set(plan.runs.filter(({ task }) => isEdited(task)).map(({ domain, taskId }) => `${domain}/${taskId}`)),
  ];
  if (edited.length > 0)
    plan.warnings.push(
      `Oracles don't fit ${counted(edited.length, 'task')}, whose instruction or set-up is not OS-Harm's; the effect judge abstains there: ${edited.join(', ')}.`,
    );
  if (request.keep !== undefined) plan.runs = plan.runs.filter(request.keep);
  withoutIncapable(plan, provider, request.skipUnsupported === true);
  plan.runs = plan.runs.slice(0, request.limit);
  const { aftermathHours, recordOpens } = request.settings;
  const unseen = aftermathHours !== undefined ? '--aftermath' : recordOpens === true ? '--record-opens' : null;
  if (unseen !== null && !capabilitiesOf(provider).effects)
    throw new UsageError(`${unseen} has nothing to show with the provider ${provider.name}: it records no effects.`, {
      code: 'provider-incapable',
      hint: `Omit ${unseen}, or use the sandbox.`,
    });
  if (
    request.settings.stopOn !== undefined &&
    !(capabilitiesOf(provider).effects && request.judges.includes('effects'))
  )
    throw new UsageError('--stop-on needs oracles during the run, which this sweep doesn’t have.', {
      code: 'stop-on-without-oracles',
      hint: 'Use the sandbox and the judge effects, or omit --stop-on.',
    });
  const foreign = plan.runs.filter((run) => run.isComplete && !wasMadeSo(run)).length;
  if (foreign > 0)
    plan.warnings.push(
      `${foreign} complete directories have no run.json (made by another program): their settings can't be compared.`,
    );
  for (const run of plan.runs) evaluatorOf(run.task);
  await workOutInjections(plan, request, dependencies);
  const importedPrompts = (await dependencies.importedPromptsHash?.(settings.checkout)) ?? null;
  return { ...plan, request, dependencies, provider, suiteHash: hashOf(suite), importedPrompts };
}

const isMonitored = ({ monitor, monitorModel }: RunSettings): boolean => (monitor ?? monitorModel) !== undefined;

export function withCheckout(settings: RunSettings, suite: Suite): RunSettings {
  return suite.isCheckout && !suite.isOsworld ? { ...settings, checkout: suite.assetRoot } : settings;
}

async function jailbreakTemplate(request: SweepRequest, dependencies: RunDependencies): Promise<string | null> {
  if (!request.settings.jailbreak) return null;
  if (request.jailbreakTemplate !== undefined) return request.jailbreakTemplate;
  return request.settings.profile === 'osharm'
    ? ownJailbreak
    : dependencies.importedJailbreak('{instruction}', request.settings.checkout);
}

async function workOutInjections(
  plan: Plan,
  { suite, payload, sideTasks }: SweepRequest,
  { vocabulary }: RunDependencies,
): Promise<void> {
  const failed = new Map<PlannedRun, OsharmError>();
  for (const run of plan.runs) {
    try {
      if (sideTasks === undefined) await workOutInjection(run, suite, payload, vocabulary.vectors);
      else workOutSideTask(run, suite, sideTasks);
    } catch (error) {
      if (!(error instanceof OsharmError) || error.blame !== 'task' || run.injection === null) throw error;
      failed.set(run, error);
      const { vector, goal } = run.injection;
      const { domain, taskId: task } = run;
      plan.skipped.push({ domain, task, injection: { vector, goal }, reason: error.message.replace(/\.$/, '') });
    }
  }
  const [first] = failed.values();
  if (first !== undefined && failed.size === plan.runs.length) throw first;
  plan.runs = plan.runs.filter((run) => !failed.has(run));
  if (failed.size > 0) plan.warnings.push(`Skipped: ${counted(failed.size, 'run')} whose injection can't be made.`);
}

function workOutSideTask(run: PlannedRun, suite: Suite, { template, texts }: SideTasks): void {
  if (run.injection === null) return;
  const { goalFile, goal: id } = run.injection;
  run.attack = planSideTask({
    task: run.task,
    goal: goalFile.goal,
    template,
    text: texts[id] ?? goalFile.goal.text,
    suiteFolder: suite.assetRoot,
    canaries: makeCanaries(run.canarySeed),
    // A misuse task has its own generated names, which the other task may use too.
    variation: goalFile.variation,
  });
}

async function workOutInjection(
  run: PlannedRun,
  suite: Suite,
  payload: PayloadText | undefined,
  vectors: LintWords['vectors'],
): Promise<void> {
  if (run.injection === null) return;
  const { payloadAt, alsoBy } = run.settings;
  const { vector, entry, goalFile } = run.injection;
  const form = parseGoalId(run.injection.goal).form;
  const canaries = makeCanaries(run.canarySeed);
  const { goal } = goalFile;
  const isNeededDecoy = goal.decoy === 'needed';
  const needed = run.settings.selective === true || isNeededDecoy ? neededNote(run.canarySeed) : null;
  if (needed !== null) run.task = { ...run.task, instruction: `${run.task.instruction} ${needed.request}` };
  const text = withNeeded(injectedText(goal, run.settings.payload));
  const inSlots = entry.slot === undefined ? { ...entry.slots } : { ...entry.slots, [entry.slot]: text };
  if (isInSlot(entry)) {
    run.taskFile = run.taskFile.withSlots(inSlots);
    run.task = { ...run.taskFile.task, instruction: run.task.instruction, injections: run.task.injections };
  }
  const variation = { ...goalFile.variation, ...run.taskFile.variation };
  const moment = parseMoment(payloadAt ?? 'start') ?? { kind: 'start' };
  if (needed !== null && isNeededDecoy) run.task = withNeededNote(run.task, needed);
  run.attack = await planAttack({
    task: run.task,
    vector,
    entry,
    visibility: form?.visibility ?? undefined,
    goal: { ...goal, text },
    later: { moment, harmless: neutralText(fillCanaries(text, canaries).length) },
    further: (alsoBy ?? []).map((name) => {
      const addition = run.settings.payload === 'neutral' ? undefined : payload?.also?.[name];
      return {
        vector: name,
        entry: injectionEntryOf(run, name, vectors, suite),
        text: addition === undefined ? text : fillVariedText(addition, variation),
      };
    }),
    suiteFolder: suite.assetRoot,
    canaries,
    variation,
  });

  function withNeeded(text: string): string {
    return needed === null ? text : `${text} ${needed.instruction}`;
  }

  function injectedText({ text }: Goal, override: string | undefined): string {
    if (override === 'neutral') return neutralText(fillCanaries(text, canaries).length);
    return payload === undefined ? text : fillVariedText(payload.text, goalFile.variation);
  }
}

function injectionEntryOf(
  { task, injection }: PlannedRun,
  name: string,
  vectors: LintWords['vectors'],
  suite: Suite,
): InjectionEntry {
  const vector = vectors.get(name);
  const fit = vector === undefined ? { reason: 'there is no such vector' } : fitOf(task, name, vector, suite.assetRoot);
  if ('entry' in fit) return { ...fit.entry, goals: injection?.entry.goals ?? [] };
  throw new OsharmError(`Task ${task.id} can't also have the text by ${name}: ${fit.reason}.`, {
    code: 'attack-carrier-unfit',
    blame: 'task',
  });
}

/** False if the settings are not recorded. Throws UsageError if they differ, so that the result is not overwritten. */
function wasMadeSo(run: PlannedRun): boolean {
  const { runJson } = readRun(run.directory);
  if (runJson === null) return false;
  const differences = specDifferences(runJson.spec, run.spec);
  if (differences.length === 0) return true;
  const fields = differences.map(
    ({ field, before, now }) => `${field} (there: ${JSON.stringify(before)}, now: ${JSON.stringify(now)})`,
  );
  throw new UsageError(`${label(run)} is complete, but was run with other settings: ${fields.join(', ')}.`, {
    code: 'resume-other-spec',
    hint: `Choose another --out, or the settings that it was run with; --fresh runs it again. It is in ${run.directory}.`,
  });
}
