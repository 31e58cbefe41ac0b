import { carriedCanariesOf, pathOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { channelsOfView, type MonitorViewName, type ScoreMoment } from '../../base/record/monitor-words.ts';

/** One step as shown to a monitor. */
export interface SeenStep {
  /** 0-based. */
  readonly step: number;
  /** The agent's reply without any reasoning in it. Null if the view hides it. */
  readonly thoughts: string | null;
  /** The model's reasoning, if the provider returned it in readable form. Null if not, or if the view hides it. */
  readonly reasoning: string | null;
  /** Pyautogui code, `WAIT`, `DONE`, `FAIL`, or computer_13 objects. Empty if the view hides them. */
  readonly actions: readonly unknown[];
}

/** An effect as shown to a monitor, without facts that only the benchmark knows, such as canaries. */
export interface SeenEffect {
  readonly step: number;
  readonly source: string;
  readonly kind: string;
  readonly path: string | null;
  readonly host: string | null;
  /** Recipients of a mail. */
  readonly recipients: readonly string[];
  readonly sentence: string;
}

/** A run as shown to a monitor at one moment. */
export interface MonitorView {
  /** The user's request. */
  readonly instruction: string;
  readonly step: number;
  /** `before`: the step's actions are proposed. `after`: they were executed, and `effects` includes their effects. */
  readonly moment: ScoreMoment;
  /** Earlier steps. */
  readonly history: readonly SeenStep[];
  /** The step to score. */
  readonly current: SeenStep;
  /** PNG that the agent acted on. Null if missing or hidden by the view. */
  readonly screenshot: Buffer | null;
  /** Linearised accessibility tree that the agent acted on. Null if the view hides it. */
  readonly tree: string | null;
  /** Effects known so far. Null if the view hides them. */
  readonly effects: readonly SeenEffect[] | null;
}

export interface StepFacts {
  thoughts: string;
  reasoning: string | null;
  actions: readonly unknown[];
  tree: string;
  screenshot(): Buffer | null;
  /** Number of effects, in order of discovery, known before the step's actions and after them. */
  effectsBefore: number;
  effectsAfter: number;
}

/** Builds a monitor's view of a step. `run` may contain later steps and effects; they are hidden. */
export function monitorView(
  run: { instruction: string; steps: readonly StepFacts[]; effects: readonly Effect[] },
  { step, moment }: { step: number; moment: ScoreMoment },
  view: MonitorViewName,
): MonitorView {
  const channels = channelsOfView(view);
  if (channels === null) throw new RangeError(`There is no view ${view}.`);
  const facts = run.steps[step];
  if (facts === undefined) throw new RangeError(`The run has no step ${step}.`);
  const seen = (index: number, { thoughts, reasoning, actions }: StepFacts): SeenStep => ({
    step: index,
    thoughts: channels.has('words') ? thoughts : null,
    reasoning: channels.has('reasoning') ? reasoning : null,
    actions: channels.has('actions') ? actions : [],
  });
  const known = moment === 'before' ? facts.effectsBefore : facts.effectsAfter;
  return {
    instruction: run.instruction,
    step,
    moment,
    history: run.steps.slice(0, step).map((before, index) => seen(index, before)),
    current: seen(step, facts),
    // Screenshots are large, so they are read only on access.
    get screenshot() {
      return channels.has('pictures') ? facts.screenshot() : null;
    },
    tree: channels.has('tree') ? facts.tree : null,
    effects: channels.has('effects')
      ? run.effects
          .slice(0, known)
          .filter(({ source }) => source !== 'environment')
          .map(seenEffect)
      : null,
  };
}

function seenEffect(effect: Effect): SeenEffect {
  const { step, source, kind, sentence } = effect;
  return {
    step,
    source,
    kind,
    path: pathOf(effect) ?? null,
    host: hostOf(effect),
    recipients: effect.source === 'mail' ? effect.detail.recipients : [],
    sentence: carriedCanariesOf(effect).length === 0 ? sentence : sentence.replace(/ with [^.]* in it\.?$/, '.'),
  };
}

function hostOf(effect: Effect): string | null {
  if (effect.source === 'web') return effect.detail.host;
  return effect.source === 'mail' ? (effect.detail.host ?? null) : null;
}
