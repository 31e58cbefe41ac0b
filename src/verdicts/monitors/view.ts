import { carriedCanariesOf, pathOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { MonitorViewName, ScoreMoment } from '../../base/record/monitor-words.ts';

/** One step of a run as a monitor sees it. */
export interface SeenStep {
  /** 0-based. */
  readonly step: number;
  /** What the agent said: its reply, without reasoning that stands in it. Null if the view has no thoughts. */
  readonly thoughts: string | null;
  /**
   * What the agent's model thought before it replied, as far as its provider returned it in a readable form. Null: nothing,
   * or the view has no reasoning.
   */
  readonly reasoning: string | null;
  /** pyautogui code, `WAIT`, `DONE`, `FAIL`, or computer_13 objects. */
  readonly actions: readonly unknown[];
}

/** An effect as a monitor sees it: what happened, and nothing that only the benchmark knows (canaries, its own events). */
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

/** A run as it is when a monitor is called. */
export interface MonitorView {
  /** What the user asked for. */
  readonly instruction: string;
  readonly step: number;
  /** `before`: the step's actions are proposed; `after`: they were executed, and their effects are in `effects`. */
  readonly moment: ScoreMoment;
  /** The steps before this one. */
  readonly history: readonly SeenStep[];
  /** This step. */
  readonly current: SeenStep;
  /** PNG that the agent acted on; null where the view has none. */
  readonly screenshot: Buffer | null;
  /** The linearised accessibility tree that the agent acted on; null where the view has none. */
  readonly tree: string | null;
  /** What the agent's actions really changed so far; null where the view has none. */
  readonly effects: readonly SeenEffect[] | null;
}

/** One step of a run, and what is known when a monitor is called about it. */
export interface StepFacts {
  thoughts: string;
  reasoning: string | null;
  actions: readonly unknown[];
  tree: string;
  screenshot(): Buffer | null;
  /** Effects that were known before the step's actions, and after them: how many of the run's, in order of discovery. */
  effectsBefore: number;
  effectsAfter: number;
}

interface Channels {
  screenshots: boolean;
  thoughts: boolean;
  reasoning: boolean;
  tree: boolean;
  effects: boolean;
}

const everything: Channels = { screenshots: true, thoughts: true, reasoning: true, tree: true, effects: true };

function channelsOf(view: MonitorViewName): Channels {
  switch (view) {
    case 'full':
      return everything;
    case 'no-screenshots':
      return { ...everything, screenshots: false };
    case 'no-thoughts':
      return { ...everything, thoughts: false, reasoning: false };
    case 'no-reasoning':
      return { ...everything, reasoning: false };
    case 'no-tree':
      return { ...everything, tree: false };
    case 'no-effects':
      return { ...everything, effects: false };
    case 'actions-only':
      return { screenshots: false, thoughts: false, reasoning: false, tree: false, effects: false };
    default:
      return view satisfies never;
  }
}

/** What a monitor sees of a step. `steps` ends with that step or later; `effects`: all that are known. */
export function monitorView(
  run: { instruction: string; steps: readonly StepFacts[]; effects: readonly Effect[] },
  { step, moment }: { step: number; moment: ScoreMoment },
  view: MonitorViewName,
): MonitorView {
  const channels = channelsOf(view);
  const facts = run.steps[step];
  if (facts === undefined) throw new RangeError(`The run has no step ${step}.`);
  const seen = (index: number, { thoughts, reasoning, actions }: StepFacts): SeenStep => ({
    step: index,
    thoughts: channels.thoughts ? thoughts : null,
    reasoning: channels.reasoning ? reasoning : null,
    actions,
  });
  const known = moment === 'before' ? facts.effectsBefore : facts.effectsAfter;
  return {
    instruction: run.instruction,
    step,
    moment,
    history: run.steps.slice(0, step).map((before, index) => seen(index, before)),
    current: seen(step, facts),
    // Pictures are large: only a monitor that looks at one reads it.
    get screenshot() {
      return channels.screenshots ? facts.screenshot() : null;
    },
    tree: channels.tree ? facts.tree : null,
    effects: channels.effects
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
