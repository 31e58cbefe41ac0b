import { resolve } from 'node:path';
import { openAgents, openDefences } from '../../agents/plugged.ts';
import { OsharmError, UsageError } from '../../base/errors.ts';
import { addOnPackages, installCommand } from '../../base/packages.ts';
import { counted } from '../../base/record/counted.ts';
import { checkThresholdsOf } from '../../base/record/monitor-thresholds.ts';
import { originText, type PluginOrigin } from '../../base/record/open-registry.ts';
import { readRun } from '../../base/record/read-run.ts';
import { runJsonFile } from '../../base/record/run-json.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import { openProviders } from '../../desktop/providers/registry.ts';
import { jailbreakHash, ownJailbreak, withJailbreak } from '../../tasks/injection/jailbreak.ts';
import { vectors } from '../../tasks/injection/vectors/registry.ts';
import { isEdited } from '../../tasks/suite/imported/os-harm-task.ts';
import { type Suite, suiteHash } from '../../tasks/suite/suite.ts';
import type { Task } from '../../tasks/suite/task.ts';
import { hasRoles } from '../../tasks/suite/task-session.ts';
import { conditionKinds } from '../../verdicts/checks/conditions/registry.ts';
import { evaluatorOf } from '../../verdicts/checks/score-task.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { loadEvaluatorsFor } from '../../verdicts/osworld/evaluator/load-evaluators.ts';
import { getters, metrics } from '../../verdicts/osworld/evaluator/registry.ts';
import { checkProtocolNeeds } from '../../verdicts/protocols/check-needs.ts';
import { prepareProtocol } from '../../verdicts/protocols/protocol-source.ts';
import { capabilitiesOf, refuseUnrecordable, seenFrom, withoutIncapable } from '../attempt/capabilities.ts';
import type { RunDependencies } from '../attempt/dependencies.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import { balancedOrder } from '../plan/balanced-order.ts';
import type { PlanKnowledge } from '../plan/plan-runs.ts';
import { type Plan, planRuns } from '../plan/plan-runs.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import { settingsOfSession } from '../plan/session-settings.ts';
import { specDifferences } from '../plan/spec-hash.ts';
import type { SweepRequest } from '../plan/sweep-request.ts';
import { withoutToolTasks } from '../plan/without-tools.ts';
import { type ChangedRun, changedSettings } from './changed-settings.ts';
import { decidedInside } from './decided-inside.ts';
import { withInjection, withSideTask } from './plan-injection.ts';

const pluginsOf: NonNullable<PlanKnowledge['pluginsOf']> = ({ task, injection, settings }) => {
  const harms = [...(task.harm ?? []), ...(injection?.goalFile.goal.harm ?? [])];
  const conditions = [...(task.check ?? []), ...(task.completion?.check ?? [])];
  const origins = [
    ...harms.map(({ oracle }) => oracles.originOf(oracle)),
    ...conditions.map(({ kind }) => conditionKinds.originOf(kind)),
    ...evaluatorNames(task).map((name) => metrics.originOf(name) ?? getters.originOf(name)),
    injection === null ? null : vectors.originOf(injection.vector),
    ...(settings.alsoBy ?? []).map((name) => vectors.originOf(name)),
    openProviders.originOf(settings.provider),
    settings.agent === undefined ? null : openAgents.originOf(settings.agent),
    ...(settings.defences ?? []).map((name) => openDefences.originOf(name)),
  ];
  const texts = [
    ...new Set(origins.flatMap((origin) => (origin === null || isAddOn(origin) ? [] : [originText(origin)]))),
  ].sort();
  return texts.length === 0 ? null : texts.join(',');
};

/** osharm's packages share osharm's version, which the spec already contains. */
const isAddOn = ({ name }: PluginOrigin): boolean => Object.hasOwn(addOnPackages, name);

function evaluatorNames({ evaluator }: Task): string[] {
  const { func, result, expected } = evaluator as Readonly<Record<string, unknown>>;
  const types = [result, expected].flat().map((item) => (Object(item) as { type?: unknown }).type);
  return [func, types].flat().filter((name) => typeof name === 'string');
}

/**
 * Plans a sweep: its runs, which of them are complete, and every injection. Writes and starts nothing. `hashOf` returns
 * the hash of a suite and reads its files by default. Throws UsageError.
 */
export async function planSweepRequest(
  sweepRequest: SweepRequest,
  dependencies: RunDependencies,
  provider: DesktopProvider,
  { hashOf = suiteHash }: { hashOf?: (suite: Suite) => string } = {},
): Promise<Sweep> {
  const { suite } = sweepRequest;
  const settings = withCheckout(sweepRequest.settings, suite);
  dependencies.checkModel(settings.model);
  const agent = (await dependencies.checkAgent?.(settings)) ?? { promptsHash: null, warnings: [] };
  if (settings.otherModel !== undefined) await dependencies.checkAgent?.(settingsOfSession(settings, true));
  const monitor = isMonitored(settings) ? await dependencies.createMonitor?.(settings) : undefined;
  if (sweepRequest.monitorThresholds !== undefined && monitor !== undefined)
    checkThresholdsOf(sweepRequest.monitorThresholds, { name: monitor.definition.name, hash: monitor.hash });
  const protocolHash = await checkedProtocolHash(settings);
  const template = await jailbreakTemplate({ ...sweepRequest, settings }, dependencies);
  const request: SweepRequest = {
    ...sweepRequest,
    settings: {
      ...settings,
      jailbreakHash: template === null ? settings.jailbreakHash : jailbreakHash(template),
      monitorHash: monitor?.hash ?? settings.monitorHash,
      protocolHash: protocolHash ?? settings.protocolHash,
    },
    out: resolve(sweepRequest.out),
  };
  const hasEvaluators = await loadEvaluatorsFor(suite);
  const plan = planRuns(request, {
    vocabulary: dependencies.vocabulary,
    instruction: (text) => (template === null ? text : withJailbreak(template, text)),
    image: (await provider.imageId?.()) ?? null,
    promptsHash: agent.promptsHash,
    pluginsOf,
  });
  if (!hasEvaluators && plan.skipped.length > 0)
    plan.warnings.push(
      `OSWorld’s evaluators are in @osharm/osworld, which is not installed. Add it: ${installCommand('@osharm/osworld')}`,
    );
  plan.warnings.push(...(agent.warnings ?? []));
  if (settings.otherModel !== undefined && !plan.runs.some(({ task }) => hasRoles(task)))
    plan.warnings.push(`No task of the plan has roles, so ${settings.otherModel} takes part in no run (--with).`);
  const edited = [
    ...new Set(plan.runs.filter(({ task }) => isEdited(task)).map(({ domain, taskId }) => `${domain}/${taskId}`)),
  ];
  if (edited.length > 0)
    plan.warnings.push(
      `Oracles don't fit ${counted(edited.length, 'task')}, whose instruction or set-up is not OS-Harm's; the effect judge abstains there: ${edited.join(', ')}.`,
    );
  if (request.keep !== undefined) plan.runs = plan.runs.filter(request.keep);
  withoutToolTasks(plan);
  withoutIncapable(plan, provider, request.skipUnsupported === true);
  if (request.isBalanced === true) plan.runs = balancedOrder(plan.runs, request.settings.seed);
  plan.runs = plan.runs.slice(0, request.limit);
  if (seenFrom(provider) === 'inside') {
    const isNetworkClosed = capabilitiesOf(provider).isClosed === true && request.settings.network !== 'host';
    plan.warnings.push(decidedInside(plan.runs, { isNetworkClosed }));
  }
  refuseUnrecordable(request.settings, provider);
  if (request.settings.stopOn !== undefined && !(seenFrom(provider) !== null && request.judges.includes('effects')))
    throw new UsageError('--stop-on needs oracles during the run, which this sweep doesn’t have.', {
      code: 'stop-on-without-oracles',
      hint: 'Use the sandbox and the judge effects, or omit --stop-on.',
    });
  const { foreign, damaged } = uncomparedRuns(plan.runs, request.out);
  if (damaged.length > 0) {
    const [them, folders] = damaged.length === 1 ? ['it', 'its folder'] : ['them', 'their folders'];
    plan.warnings.push(
      `run.json of ${counted(damaged.length, 'complete run')} is damaged, so no report counts ${them}: ${damaged.join(', ')}. Delete ${folders} to run ${them} again.`,
    );
  }
  if (foreign > 0)
    plan.warnings.push(
      `${foreign} complete directories have no run.json (written by another program): their settings can't be compared.`,
    );
  for (const run of plan.runs) evaluatorOf(run.task);
  await planInjections(plan, request, dependencies);
  const importedPrompts = (await dependencies.importedPromptsHash?.(settings.checkout)) ?? null;
  return { ...plan, request, dependencies, provider, suiteHash: hashOf(suite), importedPrompts };
}

/** The hash of the protocol's code. Throws UsageError if the settings lack what it needs. */
async function checkedProtocolHash(settings: RunSettings): Promise<string | undefined> {
  const { definition, hash } = await prepareProtocol(settings.protocol ?? 'observe');
  if (!isMonitored(settings)) return undefined;
  checkProtocolNeeds(definition, settings);
  return hash ?? undefined;
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

/** Plans every run's injection. Runs whose injection does not fit are skipped; throws the reason if no run is left. */
async function planInjections(
  plan: Plan,
  { suite, payload, sideTasks }: SweepRequest,
  { vocabulary }: RunDependencies,
): Promise<void> {
  const planned: PlannedRun[] = [];
  const errors: OsharmError[] = [];
  for (const run of plan.runs) {
    try {
      if (sideTasks !== undefined) planned.push(withSideTask(run, suite, sideTasks));
      else planned.push(await withInjection(run, suite, payload, vocabulary.vectors));
    } catch (error) {
      if (!(error instanceof OsharmError) || error.blame !== 'task' || run.injection === null) throw error;
      errors.push(error);
      const { vector, goal } = run.injection;
      const { domain, taskId: task } = run;
      plan.skipped.push({ domain, task, injection: { vector, goal }, reason: error.message.replace(/\.$/, '') });
    }
  }
  const [first] = errors;
  if (first !== undefined && planned.length === 0) throw first;
  plan.runs = planned;
  if (errors.length > 0)
    plan.warnings.push(`Skipped: ${counted(errors.length, 'run')} whose injection can't be placed.`);
}

/**
 * Returns the complete runs whose settings can't be compared. Throws UsageError if other complete runs have different
 * settings, so that no result is overwritten.
 */
function uncomparedRuns(runs: readonly PlannedRun[], out: string): { foreign: number; damaged: string[] } {
  const changed: ChangedRun[] = [];
  const damaged: string[] = [];
  let foreign = 0;
  for (const run of runs) {
    if (!run.isComplete) continue;
    const { runJson, findings } = readRun(run.directory);
    const fault = findings.find(({ file }) => file === runJsonFile);
    if (fault !== undefined && runJson === null) damaged.push(`${label(run)} (${fault.message})`);
    else if (runJson === null) foreign += 1;
    else {
      const differences = specDifferences(runJson.spec, run.spec);
      if (differences.length > 0) changed.push({ run, recorded: runJson, differences });
    }
  }
  if (changed.length > 0) throw changedSettings(changed, runs.length, out);
  return { foreign, damaged };
}
