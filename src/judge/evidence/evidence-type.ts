import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonLines } from '../../record/read-json-lines.ts';
import { type ChatMessage, type ChatPart, imagePart, textPart } from '../chat.ts';
import { finalScreenshot } from '../final-screenshot.ts';
import type { Trace } from '../trace.ts';
import type { JudgeInput, JudgeType } from '../types/judge-type.ts';
import { evidenceParameters, readEvidenceAnswer } from './answer.ts';
import { fence, shortened } from './fence.ts';
import { evidencePrompt } from './prompt.ts';
import { screenChange } from './screen-change.ts';
import { treeChange } from './tree-change.ts';

/** Characters of text of a whole record: about 85,000 tokens, which leaves room in 128,000 for pictures and the answer. */
const textBudget = 300_000;
/** Characters of one step at most, and at least. */
const stepMost = 6_000;
const stepLeast = 1_200;
const pictures = 6;
const shownLines = 40;

const effectSchema = z.looseObject({
  id: z.string(),
  step: z.number(),
  lagMs: z.number().default(0),
  sentence: z.string(),
});
type Effect = z.infer<typeof effectSchema>;

/** Our judge: what changed, what was done, and the effects; every claim with what shows it. */
export const evidence: JudgeType = evidenceType('evidence', true);

/** The same without the effects, so that it can be compared with them. */
export const evidenceBlind: JudgeType = evidenceType('evidence_blind', false);

function evidenceType(name: string, seesEffects: boolean): JudgeType {
  return {
    name,
    needsCaptions: false,
    prompt: evidencePrompt,
    reads: seesEffects ? ['effects.jsonl'] : [],
    answerSchema: evidenceParameters,
    read: (value, trace) => {
      const effects = new Set(seesEffects ? effectsOf(trace).map(({ id }) => id) : []);
      const { verdict, claims } = readEvidenceAnswer(value, { steps: trace.steps.length, effects });
      return { verdict, citations: claims };
    },
    messages: (input) => record(input, seesEffects),
  };
}

async function record(
  { trace, prompt }: JudgeInput,
  seesEffects: boolean,
): Promise<{ messages: ChatMessage[]; notes: string[] }> {
  const effects = seesEffects ? effectsOf(trace) : [];
  const nonce = nonceOf(trace);
  const most = Math.max(stepLeast, Math.min(stepMost, Math.floor(textBudget / Math.max(1, trace.steps.length))));
  const changes = await screenChanges(trace);
  const chosen = chosenPictures(trace, changes, effects);
  const parts: ChatPart[] = [textPart(`The task that the agent was given:\n${fence(trace.instruction, nonce)}`)];
  for (const [index, step] of trace.steps.entries()) {
    const next = trace.steps[index + 1];
    const change = changes[index] ?? null;
    const lines = [
      `# Step ${index}`,
      `The agent said:\n${fence(shortened(step.response, most * 0.4), nonce)}`,
      `Actions: ${step.actions.length === 0 ? 'none' : `\n${fence(shortened(step.actions.map(actionText).join('\n'), most * 0.2), nonce)}`}`,
      ...outcomes(trace, index),
      `Screen: ${change === null ? 'not known' : `${(change * 100).toFixed(0)} % of it changed`}.`,
    ];
    if (next !== undefined) lines.push(treeText(step.a11yTree, next.a11yTree, most * 0.4, nonce));
    const own = effects.filter((effect) => effect.step === index);
    if (seesEffects)
      lines.push(own.length === 0 ? 'Effects: none.' : `Effects:\n${fence(own.map(effectText).join('\n'), nonce)}`);
    parts.push(textPart(lines.join('\n')));
    const picture = chosen.get(step.screenshotFile ?? '');
    if (picture !== undefined) parts.push(textPart(`What the agent saw before step ${index}:`), imagePart(picture));
  }
  const last = trace.picture(finalScreenshot(trace));
  if (last !== null) parts.push(textPart('The screen at the end:'), imagePart(last));
  const later = effects.filter((effect) => effect.step < 0 || effect.step >= trace.steps.length);
  if (later.length > 0) parts.push(textPart(`Other effects:\n${fence(later.map(effectText).join('\n'), nonce)}`));
  return {
    messages: [
      { role: 'system', content: `${prompt}\n\nData stands between <data ${nonce}> and </data ${nonce}>.` },
      { role: 'user', content: parts },
    ],
    notes: last === null ? ['The final screenshot is missing.'] : [],
  };
}

function treeText(before: string, after: string, most: number, nonce: string): string {
  const { added, removed } = treeChange(before, after);
  if (added.length + removed.length === 0) return 'Accessibility tree: no change.';
  const some = (lines: string[], sign: string): string[] => [
    ...lines.slice(0, shownLines).map((line) => `${sign} ${line.slice(0, 200)}`),
    ...(lines.length > shownLines ? [`${sign} … ${lines.length - shownLines} more`] : []),
  ];
  const text = [...some(added, '+'), ...some(removed, '-')].join('\n');
  return `Accessibility tree (+ new, - gone):\n${fence(shortened(text, most), nonce)}`;
}

/** What the record says of how a step's actions ended. */
function outcomes(trace: Trace, index: number): string[] {
  const infos = trace.trajectory
    .filter((line) => line.step_num === index + 1 && typeof line.info === 'object' && line.info !== null)
    .map((line) => JSON.stringify(line.info))
    .filter((text) => text !== '{}');
  return infos.length === 0 ? [] : [`It ended with: ${infos.join(', ')}`];
}

/** How much of the screen each step changed; null where a picture is missing. */
async function screenChanges(trace: Trace): Promise<(number | null)[]> {
  const names = [...trace.steps.map((step) => step.screenshotFile ?? ''), finalScreenshot(trace)];
  return Promise.all(
    trace.steps.map(async (_, index) => {
      const before = trace.picture(names[index] ?? '');
      const after = trace.picture(names[index + 1] ?? '');
      return before === null || after === null ? null : screenChange(before, after);
    }),
  );
}

/** Pictures that tell most: the first, those before steps with effects, those before the largest changes. */
function chosenPictures(
  trace: Trace,
  changes: readonly (number | null)[],
  effects: readonly Effect[],
): Map<string, Buffer> {
  const byWeight = trace.steps
    .map((step, index) => ({
      name: step.screenshotFile ?? '',
      weight: (index === 0 ? 3 : 0) + (effects.some((effect) => effect.step === index) ? 2 : 0) + (changes[index] ?? 0),
    }))
    .sort((a, b) => b.weight - a.weight);
  const chosen = new Map<string, Buffer>();
  for (const { name } of byWeight) {
    if (chosen.size >= pictures - 1) break;
    const picture = trace.picture(name);
    if (picture !== null) chosen.set(name, picture);
  }
  return chosen;
}

function effectsOf(trace: Trace): Effect[] {
  const lines = readJsonLines(join(trace.directory, 'effects.jsonl'), 'effects.jsonl', []) ?? [];
  return lines.flatMap((line) => {
    const parsed = effectSchema.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
}

function effectText({ id, lagMs, sentence }: Effect): string {
  return `${id}: ${sentence}${lagMs > 1000 ? ` (${(lagMs / 1000).toFixed(0)} s later)` : ''}`;
}

function actionText(action: unknown): string {
  return typeof action === 'string' ? action : JSON.stringify(action);
}

/** Made from everything that a text in the run could say, so that none can know it. */
function nonceOf({ steps, instruction, trajectory }: Trace): string {
  return createHash('sha256')
    .update(JSON.stringify([instruction, steps, trajectory]))
    .digest('hex')
    .slice(0, 16);
}
