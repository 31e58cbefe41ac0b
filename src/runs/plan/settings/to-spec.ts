import { resolve } from 'node:path';
import { seesPictures } from '../../../agents/models/sees-pictures.ts';
import { thinks } from '../../../agents/models/thinking-models.ts';
import { onlyObservation } from '../../../agents/observes.ts';
import { readUserScript } from '../../../agents/user-script.ts';
import { UsageError } from '../../../base/errors.ts';
import { readThresholds, thresholdInForce } from '../../../base/record/monitor-thresholds.ts';
import type { MonitorViewName } from '../../../base/record/monitor-words.ts';
import type { ObservationType, Profile, RunSettings } from '../../../base/record/run-settings.ts';
import { personaCues } from '../../../tasks/suite/evaluation-cues.ts';
import { momentForms, parseMoment } from '../../../tasks/suite/payload-moment.ts';
import { readSideTasks } from '../../../tasks/suite/side-tasks.ts';
import type { Suite } from '../../../tasks/suite/suite.ts';
import { seenView } from '../../../verdicts/monitors/seen-view.ts';
import { auditBudgetIn, reviewDelayIn } from '../../../verdicts/protocols/limits.ts';
import { networkFor } from '../network.ts';
import { type PayloadText, payloadHash } from '../payload-hash.ts';
import { isSweepSize } from './sizes.ts';
import { type CommandOptions, type SettingName, type SweepOptions, settingNames, settingOf } from './table.ts';

interface Surroundings {
  options: SweepOptions;
  suite: Suite;
  profile: Profile;
  warn(sentence: string): void;
}

/** For settings whose spec field differs from their value. Undefined omits the field, so that the default applies. */
const conversions: { [N in SettingName]?: (value: CommandOptions[N], surroundings: Surroundings) => unknown } = {
  // Default values are omitted so that recorded specs keep their hashes.
  tools: (value) => (value === 'gui' ? undefined : value),
  observationType: (value, { options, profile }) =>
    value ?? onlyObservation(options.agent) ?? usualObservation(options, profile),
  user: (value) => (value === 'silent' ? undefined : value),
  metrics: (value) => (value === 'osworld' ? value : undefined),
  recordOpens: (value) => (value === true ? true : undefined),
  recordInside: (value) => (value === true ? true : undefined),
  selective: (value) => (value === true ? true : undefined),
  strictSetup: (value, { suite }) => (value === true && suite.isCheckout ? true : undefined),
  jailbreak: (value, { options }) => (options.jailbreakTemplate === undefined ? value : true),
  userAnswers: (_, { options }) => userScript(options),
  network: (value, { options }) => networkFor(options.provider ?? 'sandbox', value),
  injectAt: (value, { options }) => moment(value, options.startAt),
  payload: (value) => (value === undefined ? undefined : `sha256:${hashOf(value)}`),
  alsoBy: (value) => (value === undefined || value.length === 0 ? undefined : value),
  sideTask: (value, { options, suite }) => sideTask(value, options, suite),
  trajectories: (value, { options }) => trajectories(value, options),
  monitor: (value, { options }) => monitor(value, options),
  monitorView: (_, { options }) => view(options),
  protocol: (value) => (value === 'observe' ? undefined : value),
  onUnscored: (value, { options }) => unscoredRule(value, options),
  monitorThreshold: (value, { options }) => threshold(value, options),
  monitorThresholds: (value) => {
    const learned = value === undefined ? undefined : readThresholds(value).learned;
    return learned === undefined ? undefined : JSON.stringify(learned);
  },
  auditBudget: (value) => checkedBy(auditBudgetIn, value),
  reviewAfter: (value) => checkedBy(reviewDelayIn, value),
  checkpointSteps: (value) => (value === undefined ? undefined : stepList(value)),
  maxTokens: (value, { options, profile }) => value ?? usualMaxTokens(options, profile),
  evaluationCues: (value, { suite, warn }) => cues(value, suite, warn),
};

function stepList(text: string): string {
  const steps = text.split(',').map(Number);
  if (steps.every((step) => Number.isSafeInteger(step) && step > 0))
    return [...new Set(steps)].sort((a, b) => a - b).join(',');
  throw new UsageError(`--checkpoint-steps ${text}: give numbers of steps, such as 150,300.`, {
    code: 'checkpoint-steps',
  });
}

/** Screenshot and tree for models that accept images. Undefined for the default of profile and preset. */
function usualObservation({ model, agent, preset }: SweepOptions, profile: Profile): ObservationType | undefined {
  if (
    profile === 'os-harm' ||
    (preset !== undefined && !isSweepSize(preset)) ||
    (agent !== undefined && agent !== 'prompt') ||
    model === undefined
  )
    return undefined;
  return seesPictures(model) ? 'screenshot_a11y_tree' : undefined;
}

/** Null (the provider's limit) for reasoning models, whose reasoning counts as output. Not for OS-Harm's loop. */
function usualMaxTokens(
  { model, preset, reasoningEffort, thinkingBudget }: SweepOptions,
  profile: Profile,
): null | undefined {
  if (model === undefined || profile === 'os-harm' || (preset !== undefined && !isSweepSize(preset))) return undefined;
  const isThinking = thinks(model) || thinkingBudget !== undefined || (reasoningEffort ?? 'none') !== 'none';
  return isThinking ? null : undefined;
}

export function specFields(surroundings: Surroundings): Partial<RunSettings> {
  const { options } = surroundings;
  const fields = settingNames.flatMap((name) => {
    const { spec } = settingOf(name);
    if (spec === undefined) return [];
    const convert = conversions[name] as ((value: unknown, around: Surroundings) => unknown) | undefined;
    const value =
      convert === undefined
        ? (options as CommandOptions)[name]
        : convert((options as CommandOptions)[name], surroundings);
    return value === undefined ? [] : [[spec, value]];
  });
  return Object.fromEntries(fields);
}

function moment(injectAt = 'start', startAt: SweepOptions['startAt']): string | undefined {
  const parsed = parseMoment(injectAt);
  if (parsed === null)
    throw new UsageError(`--inject-at ${injectAt} is not a valid moment.`, {
      code: 'inject-at-unknown',
      hint: `Use one of: start, ${momentForms}.`,
    });
  if (parsed.kind === 'start') return undefined;
  if (startAt !== undefined)
    throw new UsageError('--start-at injection begins where the text is, but --inject-at delivers it later.', {
      code: 'inject-at-and-start-at',
      hint: 'Omit one of them.',
    });
  return injectAt;
}

function hashOf({ text, also = {} }: PayloadText): string {
  const others = Object.entries(also).sort(([a], [b]) => (a < b ? -1 : 1));
  return payloadHash(others.length === 0 ? text : JSON.stringify([text, others]));
}

function cues(
  lists: readonly string[] | undefined,
  { persona, name }: Suite,
  warn: (sentence: string) => void,
): readonly string[] | undefined {
  if (lists === undefined) return undefined;
  if (persona === undefined) warn(`--evaluation-cues has no effect: the suite ${name} has no persona.`);
  const ids = lists.flatMap((text) => text.split(','));
  if (ids.includes('all')) return ['all'];
  const unknown = ids.find((id) => !personaCues.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`${JSON.stringify(unknown)} is not a cue that can be kept.`, {
      code: 'evaluation-cue-unknown',
      hint: `Cues: all, ${personaCues.join(', ')}.`,
    });
  return [...new Set(ids)].sort();
}

function sideTask(named: string | undefined, options: SweepOptions, suite: Suite): string | undefined {
  if (named === undefined) return undefined;
  const { inject, vector, goal, allPairs } = options;
  if (inject === false || vector !== undefined || goal !== undefined || allPairs === true)
    throw new UsageError('--side-task gives the goal to the agent itself, so it can’t be combined with injections.', {
      code: 'side-task-and-injections',
      hint: 'Omit --inject, --no-inject, --vector, --goal and --all-pairs.',
    });
  return `sha256:${readSideTasks(named, suite).hash}`;
}

function trajectories(folder: string | undefined, { model }: SweepOptions): string | undefined {
  if (folder === undefined) return undefined;
  if (model === 'reference-replay') return resolve(folder);
  throw new UsageError('Only reference-replay plays fixed trajectories.', {
    code: 'trajectories-model',
    hint: 'Add --model reference-replay.',
  });
}

function threshold(given: number | undefined, options: SweepOptions): number | undefined {
  const { monitorThresholds: file, monitorBudget: budget } = options;
  if (given !== undefined && (file ?? budget) !== undefined)
    throw new UsageError('--monitor-threshold and --monitor-thresholds both set the threshold.', {
      code: 'monitor-threshold-twice',
      hint: 'Omit one of them.',
    });
  if (file === undefined) {
    if (budget === undefined) return given;
    throw new UsageError('--monitor-budget needs thresholds measured on harmless runs.', {
      code: 'monitor-budget-alone',
      hint: 'Write them: osharm monitor RESULTS --monitor NAME --thresholds FILE; then add --monitor-thresholds FILE.',
    });
  }
  const read = readThresholds(file);
  const seen = view(options) ?? 'full';
  if (read.view !== seen)
    throw new UsageError(`${file} is of the view ${read.view}, but the monitor has the view ${seen}.`, {
      code: 'monitor-thresholds-invalid',
      hint: `Add --monitor-view ${read.view}, or write thresholds of that view.`,
    });
  return thresholdInForce(read, budget ?? 0.01);
}

function monitor(given: string | undefined, { monitorModel, combine }: SweepOptions): string | undefined {
  const count = (given?.split('\n').length ?? 0) + (monitorModel === undefined ? 0 : 1);
  if (count > 1 && combine === undefined)
    throw new UsageError(`${count} monitors are named, but only one can watch a run.`, {
      code: 'monitor-several',
      hint: 'Add --combine max, mean or cascade, or name one. osharm monitor scores recorded runs with each.',
    });
  if (count === 1 && combine !== undefined)
    throw new UsageError('--combine needs several monitors.', {
      code: 'combine-one',
      hint: 'Repeat --monitor, or omit --combine.',
    });
  return given;
}

/** Undefined for the default. */
function view({ see, monitorView }: SweepOptions): MonitorViewName | undefined {
  if (see === undefined) return monitorView;
  if (monitorView !== undefined)
    throw new UsageError('--see and --monitor-view both set what the monitor sees.', {
      code: 'monitor-view-twice',
      hint: 'Omit one of them.',
    });
  return seenView(see);
}

function checkedBy(read: (text: string) => unknown, text: string | undefined): string | undefined {
  if (text !== undefined) read(text);
  return text;
}

function unscoredRule(given: SweepOptions['onUnscored'], { protocol }: SweepOptions): 'block' | undefined {
  if (given !== 'block') return undefined;
  if (protocol !== undefined && protocol !== 'observe') return 'block';
  throw new UsageError('--on-unscored block needs a protocol that intervenes.', {
    code: 'on-unscored-observing',
    hint: 'Add --protocol block, or another one.',
  });
}

function userScript({ user, userAnswers }: SweepOptions): string | undefined {
  if ((user === 'scripted') === (userAnswers !== undefined))
    return userAnswers === undefined ? undefined : readUserScript(userAnswers);
  throw new UsageError(
    userAnswers === undefined ? '--user scripted needs answers.' : '--user-answers needs --user scripted.',
    { code: 'user-answers-and-user', hint: 'Give both: --user scripted --user-answers FILE.' },
  );
}
