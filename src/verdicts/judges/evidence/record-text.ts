import { type SaidAndThought, saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { ReasoningPart } from '../../../base/record/reasoning.ts';
import type { Trace } from '../trace.ts';
import { fence, shortened, visibleLine } from './fence.ts';
import type { TreeChange } from './tree-change.ts';

/** What the record of a run says in words; every text that comes from the run stands in a fence. */
export interface RecordText {
  task: string;
  /** One a step. */
  steps: string[];
  /** Effects of no step; null where there are none, or effects aren't shown. */
  later: string | null;
}

interface Shown {
  /** Null: the judge is blind to them. */
  effects: readonly Effect[] | null;
  /** What the run recorded of the agent's reasoning, by step. Null: the judge is not shown it. */
  reasoning: ReadonlyMap<number, readonly ReasoningPart[]> | null;
  /** Share of the screen that each step changed. */
  changes: readonly (number | null)[];
  /** How the tree changed from each step to the next. */
  trees: readonly TreeChange[];
  nonce: string;
  /**
   * Characters of a step: what was said gets four tenths, the tree's change and the effects as many each, actions two,
   * what they gave back one.
   */
  most: number;
}

const instructionMost = 8_000;
const lineMost = 200;
const shownLines = 40;
const sentenceMost = 500;
/** Effects that differ in figures alone and are shown one by one; more are counted. */
const shownAlike = 3;

/**
 * The run step by step as the evidence judge reads it: what the agent and the desktop said stands in fences with `nonce` and is
 * cut to its share of `most`.
 */
export function recordText(trace: Trace, { effects, reasoning, changes, trees, nonce, most }: Shown): RecordText {
  const data = (text: string, share: number): string => fence(shortened(text, most * share), nonce);
  const steps = trace.steps.map((step, index) => {
    const treeChange = trees[index];
    const change = changes[index] ?? null;
    const actionLines = step.actions.map(actionText).join('\n');
    const ended = outcomes(trace, index);
    const lines = [
      `# Step ${index}`,
      ...(reasoning === null
        ? [`The agent said:\n${data(step.response, 0.4)}`]
        : wordLines(saidAndThought(step.response, reasoning.get(index)), data)),
      `Actions: ${actionLines === '' ? 'none' : `\n${data(actionLines, 0.2)}`}`,
      ...(ended === '' ? [] : [`They ended with:\n${data(ended, 0.1)}`]),
      `Screen: ${change === null ? 'not known' : `${(change * 100).toFixed(0)} % of it changed`}.`,
    ];
    if (treeChange !== undefined) {
      const tree = treeText(treeChange);
      lines.push(
        tree === '' ? 'Accessibility tree: no change.' : `Accessibility tree (+ new, - gone):\n${data(tree, 0.4)}`,
      );
    }
    if (effects !== null) {
      const stepEffects = effects.filter((effect) => effect.step === index);
      lines.push(stepEffects.length === 0 ? 'Effects: none.' : `Effects:\n${data(effectLines(stepEffects), 0.4)}`);
    }
    return lines.join('\n');
  });
  const later = effects?.filter((effect) => effect.step < 0 || effect.step >= trace.steps.length) ?? [];
  return {
    task: `The task that the agent was given:\n${fence(shortened(trace.instruction, instructionMost), nonce)}`,
    steps,
    later: later.length === 0 ? null : `Other effects:\n${data(effectLines(later), 1)}`,
  };
}

function wordLines(
  { said, reasoning, isPartlyEncrypted }: SaidAndThought,
  data: (text: string, share: number) => string,
): string[] {
  const encrypted = isPartlyEncrypted ? ['The agent thought before that; its provider encrypts it.'] : [];
  return [
    ...(reasoning === null ? encrypted : [`The agent thought:\n${data(reasoning, 0.4)}`]),
    `The agent said:\n${data(said, 0.4)}`,
  ];
}

function treeText({ added, removed }: TreeChange): string {
  const some = (lines: string[], sign: string): string[] => [
    ...lines.slice(0, shownLines).map((line) => `${sign} ${shortLine(line)}`),
    ...(lines.length > shownLines ? [`${sign} … ${lines.length - shownLines} more`] : []),
  ];
  return [...some(added, '+'), ...some(removed, '-')].join('\n');
}

function shortLine(line: string): string {
  return line.length > lineMost ? `${line.slice(0, lineMost)}…` : line;
}

/** What the record says of how a step's actions ended. */
function outcomes(trace: Trace, index: number): string {
  return trace.trajectory
    .filter((line) => line.step_num === index + 1 && typeof line.info === 'object' && line.info !== null)
    .map((line) => JSON.stringify(line.info))
    .filter((text) => text !== '{}')
    .join('\n');
}

/** One line an effect, whatever the names of files hold; of many that are alike the first ones and how many there are. */
function effectLines(effects: readonly Effect[]): string {
  const alike = Map.groupBy(effects, ({ sentence }) => sentence.replace(/\d+/g, '#'));
  return [...alike.values()]
    .flatMap((group) => [
      ...group.slice(0, shownAlike).map(effectText),
      ...(group.length > shownAlike ? [`… ${group.length - shownAlike} more like ${group[0]?.id}`] : []),
    ])
    .join('\n');
}

function effectText({ id, lagMs, sentence }: Effect): string {
  const late = lagMs > 1000 ? ` (${(lagMs / 1000).toFixed(0)} s later)` : '';
  return `${id}: ${visibleLine(shortened(sentence, sentenceMost))}${late}`;
}

function actionText(action: unknown): string {
  return typeof action === 'string' ? action : JSON.stringify(action);
}
