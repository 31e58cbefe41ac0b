import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { agentLabel } from '../../agents/foreign/agent-label.ts';
import { agentSource } from '../../agents/foreign/agent-source.ts';
import { isReferenceName } from '../../agents/reference/graded.ts';
import { UsageError } from '../../base/errors.ts';
import { readThresholds } from '../../base/record/monitor-thresholds.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { Profile, RunSettings } from '../../base/record/run-settings.ts';
import type { InjectionChoice } from '../../runs/plan/injection-choice.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { fittingDesktops } from '../../runs/plan/settings/fitting-desktops.ts';
import { chosenAgent, loopDefaults } from '../../runs/plan/settings/loop.ts';
import { hasInjections, idleSettings } from '../../runs/plan/settings/needs.ts';
import { isSweepSize, type SweepSizeRow, sweepSizes } from '../../runs/plan/settings/sizes.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { specFields } from '../../runs/plan/settings/to-spec.ts';
import { passedOn, type SweepRequest } from '../../runs/plan/sweep-request.ts';
import { Trajectories } from '../../runs/replay/trajectories.ts';
import { readJailbreakTemplate } from '../../tasks/injection/jailbreak.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { readSideTasks } from '../../tasks/suite/side-tasks.ts';
import { openSuite, openTaskFolder, type Suite } from '../../tasks/suite/suite.ts';
import { ensembleName } from '../../verdicts/monitors/ensemble.ts';
import { calledModel } from './called-model.ts';
import { type JudgeChoice, sweepJudges } from './judge-choice.ts';
import { ownName } from './sweep-parts.ts';

/**
 * Converts options to a request with judges and warnings. `isBesideMeasured`: whether the sweep also has an agent that
 * is not a reference agent; then reference agents run the same tasks as that one. Throws UsageError for invalid
 * options.
 */
export function sweepRequest(
  options: SweepOptions,
  osharmVersion: string,
  { isBesideMeasured = false }: { isBesideMeasured?: boolean } = {},
): { request: SweepRequest; judges: JudgeChoice; warnings: string[] } {
  const warnings: string[] = [];
  if (options.model === undefined && options.agent === undefined) {
    throw new UsageError('No model was named.', {
      code: 'run-no-model',
      hint: 'Add --model PROVIDER:MODEL, such as openai:gpt-4.1 (needs its key), or --model reference-benign, reference-hijacked, reference-refuse or reference-idle (no key needed).',
    });
  }
  const suite = suiteOf(options, warnings);
  const profile = profileOf(options, suite);
  const agent = chosenAgent(options, profile);
  const sized = withSize(options, suite, { isMeasured: isBesideMeasured || isMeasured(options), warnings });
  const flags = { ...sized, agent };
  const chosen = modelAndAgent(flags);
  const warn = (sentence: string): unknown => warnings.push(sentence);
  const settings = settingsFrom(
    {
      ...loopDefaults(agent, flags, profile),
      ...chosen,
      ...specFields({ options: flags, suite, profile, warn }),
    },
    { profile, preset: flags.preset },
  );
  const fixed = settings.trajectories === undefined ? null : new Trajectories(settings.trajectories);
  const judges = sweepJudges(flags, profile === 'os-harm');
  const injections = choiceFrom(flags);
  const inject = hasInjections(flags, profile);
  for (const sentence of idleSettings(flags, profile)) warn(sentence);
  return {
    judges,
    request: {
      ...Object.fromEntries(passedOn.map((name) => [name, flags[name]])),
      suite,
      subset: flags.subset ?? defaultSubset(suite, flags),
      domain: flags.domain ?? 'all',
      inject,
      isBalanced: sized.isBalanced,
      pairs: flags.allPairs === true ? (injections ?? { vectors: [], goals: [] }) : undefined,
      only: flags.allPairs === true ? undefined : injections,
      repeat: flags.repeat ?? 1,
      untilWidth: widthFrom(flags, judges),
      untilDifferent: comparedFrom(flags, judges),
      settings: fixed === null ? settings : { ...settings, trajectoriesHash: fixed.hash },
      monitorThresholds: flags.monitorThresholds === undefined ? undefined : readThresholds(flags.monitorThresholds),
      out: resolve(flags.out ?? './results'),
      parallel:
        flags.parallel ??
        fittingDesktops({ ...flags, provider: settings.provider, callsModel: calledModel(settings) !== null }),
      sideTasks: flags.sideTask === undefined ? undefined : readSideTasks(flags.sideTask, suite),
      jailbreakTemplate:
        flags.jailbreakTemplate === undefined ? undefined : readJailbreakTemplate(flags.jailbreakTemplate),
      judges: judges.effects ? ['effects'] : [],
      keep: keptRuns(flags, fixed),
      osharmVersion,
    },
    warnings,
  };
}

/** Returns false for reference agents. */
export const isMeasured = ({ model, agent }: Pick<SweepOptions, 'model' | 'agent'>): boolean =>
  model === undefined ? agent !== undefined : !isReferenceName(model);

/** Applies the preset `report` if an agent is measured on the bundled suite and no tasks are chosen. */
function withSize(
  options: SweepOptions,
  suite: Suite,
  { isMeasured, warnings }: { isMeasured: boolean; warnings: string[] },
): SweepOptions & { isBalanced: boolean } {
  const { preset, subset, task, domain, vector, goal, allPairs, payload, profile } = options;
  const chosen = [preset, subset, task, vector, goal, allPairs, payload].some((value) => value !== undefined);
  const isUsual =
    isMeasured && !chosen && suite.folder === bundledSuite && profile !== 'os-harm' && (domain ?? 'all') === 'all';
  if (options.inject === false && (vector !== undefined || goal !== undefined))
    warnings.push('--vector and --goal have no effect with --no-inject: no task is injected.');
  const size = isUsual ? 'report' : preset;
  if (!isSweepSize(size)) return { ...options, isBalanced: false };
  if (isUsual)
    warnings.push('Preset report: the subset to report a model on. --preset smoke runs a dozen tasks of it.');
  const row: SweepSizeRow = sweepSizes[size];
  return {
    ...options,
    subset: subset ?? row.subset,
    withBenign: options.withBenign ?? (row.withBenign === true && options.inject !== false),
    isBalanced: true,
  };
}

function profileOf({ profile }: SweepOptions, { isCheckout, isOsworld }: Suite): Profile {
  if (profile !== undefined) return profile;
  return isCheckout && !isOsworld ? 'os-harm' : 'osharm';
}

function keptRuns(
  { retryErrors = false }: SweepOptions,
  fixed: Trajectories | null,
): ((run: PlannedRun) => boolean) | undefined {
  if (!retryErrors && fixed === null) return undefined;
  return (run) => (!retryErrors || hasErrored(run)) && (fixed === null || fixed.has(run));
}

const hasErrored = ({ directory, isComplete }: PlannedRun): boolean =>
  !isComplete && readRun(directory).runJson?.outcome === 'error';

/** Throws UsageError if the width is invalid or would have no effect. */
function widthFrom({ untilWidth, allocateRepeats, repeat = 1 }: SweepOptions, judges: JudgeChoice): number | undefined {
  const wrong = (message: string, hint: string): UsageError => new UsageError(message, { code: 'until-width', hint });
  if (allocateRepeats === true && untilWidth === undefined)
    throw wrong('--allocate-repeats needs a target width.', 'Add --until-width 0.1.');
  if (untilWidth === undefined) return undefined;
  if (untilWidth <= 0 || untilWidth >= 1)
    throw wrong(`--until-width ${untilWidth} is not between 0 and 1.`, 'Write 0.1 for ten percentage points.');
  if (repeat < 2) throw wrong('--until-width needs more than one repeat.', 'Set their maximum: --repeat 20.');
  if (!judges.effects) throw wrong('--until-width counts what the oracles decide.', 'Omit --judge none.');
  return untilWidth;
}

/** Throws UsageError if the comparison conflicts with other options or would have no effect. */
function comparedFrom(
  { untilDifferent, untilWidth, repeat = 1 }: SweepOptions,
  judges: JudgeChoice,
): string | undefined {
  if (untilDifferent === undefined) return undefined;
  const wrong = (message: string, hint: string): UsageError =>
    new UsageError(message, { code: 'until-different', hint });
  if (untilWidth !== undefined)
    throw wrong('--until-different and --until-width both end a sweep, so only one can be used.', 'Omit one of them.');
  if (repeat < 2) throw wrong('--until-different needs more than one repeat.', 'Set their maximum: --repeat 20.');
  if (!judges.effects) throw wrong('--until-different counts what the oracles decide.', 'Omit --judge none.');
  return resolve(untilDifferent);
}

/** Resolves the agent and the model, and names them `model`, `agent` or `agent@model`, as OS-Harm's forks do. */
export function modelAndAgent({
  model,
  agent,
  agentName,
  label,
  prefixes = [],
  defence,
  protocol,
  monitor,
  monitorModel,
  combine,
}: Pick<
  SweepOptions,
  | 'model'
  | 'agent'
  | 'agentName'
  | 'label'
  | 'prefixes'
  | 'defence'
  | 'protocol'
  | 'monitor'
  | 'monitorModel'
  | 'combine'
>): Partial<RunSettings> & { model: string } {
  const defences = defence?.flatMap((files) => files.split(','));
  // A monitor that only observes does not change what the agent does.
  const control =
    protocol === undefined || protocol === 'observe' || (monitor ?? monitorModel) === undefined
      ? []
      : [`${sourceLabel(protocol)}-${monitorLabel({ monitor, monitorModel, combine })}`];
  const labels = [
    ...prefixes,
    ...control,
    ...(defences ?? []).map((source) =>
      /\s|^https?:/.test(source) ? sourceLabel(source) : agentLabel({ kind: 'file', path: source }),
    ),
    ownName({ label, agent, model }),
  ];
  for (const name of [agentName, label])
    if (name !== undefined && (name.trim() === '' || isReferenceName(name)))
      throw new UsageError(`${JSON.stringify(name)} can't be an agent's name.`, {
        code: 'agent-name',
        hint: 'Choose a name that no reference agent has.',
      });
  const isWrapped =
    model !== undefined && (labels.length > 1 || agent !== undefined || (agentName ?? label) !== undefined);
  return {
    model: agentName ?? labels.join('@'),
    agent,
    seatedModel: isWrapped ? model : undefined,
    defences,
  };
}

function monitorLabel({ monitor, monitorModel, combine }: Pick<SweepOptions, 'monitor' | 'monitorModel' | 'combine'>) {
  const names = [
    ...(monitor?.split('\n').map(sourceLabel) ?? []),
    ...(monitorModel === undefined ? [] : [monitorModel]),
  ];
  return combine === undefined ? names.join('+') : ensembleName(combine, names);
}

const sourceLabel = (source: string): string =>
  /^[\w-]+$/.test(source) ? source : agentLabel(agentSource(source.replace(/^sentinel:/, '')));

/**
 * Defaults to `misuse` in a checkout, as in OS-Harm. Otherwise, defaults to `all`, or to `injection` if vectors or
 * goals are chosen.
 */
function defaultSubset({ subsets, isCheckout }: Suite, { vector, goal, allPairs, payload }: SweepOptions): string {
  const crosses = [vector, goal, allPairs, payload].some((value) => value !== undefined);
  const wanted = isCheckout ? ['misuse', 'all'] : [...(crosses ? ['injection'] : []), 'all', 'misuse'];
  return wanted.find((name) => subsets.includes(name)) ?? 'misuse';
}

function suiteOf({ suite, testConfigBaseDir }: SweepOptions, warnings: string[]): Suite {
  if (testConfigBaseDir !== undefined) return openTaskFolder(testConfigBaseDir, suite);
  if (suite !== undefined) return openSuite(suite);
  if (existsSync('evaluation_examples/examples')) return openSuite('evaluation_examples');
  if (existsSync('run.py') || existsSync('evaluation_examples'))
    warnings.push(
      'This folder has no evaluation_examples/examples, so the bundled suite is planned. osharm run SUITE names another one.',
    );
  return openSuite(bundledSuite);
}

function choiceFrom({ vector, goal }: SweepOptions): InjectionChoice | undefined {
  if (vector === undefined && goal === undefined) return undefined;
  const names = (values: string[] | undefined): string[] => values?.flatMap((value) => value.split(',')) ?? [];
  return { vectors: names(vector), goals: names(goal) };
}
