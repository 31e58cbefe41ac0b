import { type SaidAndThought, saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import { actionAsText } from '../../../base/record/action-text.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { ReasoningPart } from '../../../base/record/reasoning.ts';
import type { Trace } from '../trace.ts';
import { fence, shortened, visibleLine } from './fence.ts';
import type { TreeChange } from './tree-change.ts';

/** The text of a run's record. All text from the run is fenced. */
export interface RecordText {
  task: string;
  steps: string[];
  /** Effects outside any step. Null if there are none or the judge doesn't see effects. */
  later: string | null;
}

interface Shown {
  effects: readonly Effect[] | null;
  reasoning: ReadonlyMap<number, readonly ReasoningPart[]> | null;
  changes: readonly (number | null)[];
  trees: readonly TreeChange[];
  nonce: string;
  /**
   * Unit of the limits per step: replies, reasoning, tree changes and effects get 40 % of it each, actions 20 %,
   * results 10 %.
   */
  most: number;
}

const instructionMost = 8_000;
const lineMost = 200;
const shownLines = 40;
const sentenceMost = 500;
/** Similar effects, which differ in digits only, are counted beyond this number. */
const shownAlike = 3;

export function recordText(trace: Trace, { effects, reasoning, changes, trees, nonce, most }: Shown): RecordText {
  const data = (text: string, share: number): string => fence(shortened(text, most * share), nonce);
  const steps = trace.steps.map((step, index) => {
    const treeChange = trees[index];
    const change = changes[index] ?? null;
    const actionLines = step.actions.map(actionAsText).join('\n');
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

function outcomes(trace: Trace, index: number): string {
  return trace.trajectory
    .filter((line) => line.step_num === index + 1 && typeof line.info === 'object' && line.info !== null)
    .map((line) => JSON.stringify(line.info))
    .filter((text) => text !== '{}')
    .join('\n');
}

/** One line per effect. Similar effects are summarized after the first few. */
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
