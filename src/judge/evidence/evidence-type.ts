import { join } from 'node:path';
import { readJsonLines } from '../../record/read-json-lines.ts';
import { type ChatMessage, type ChatPart, imagePart, textPart } from '../chat.ts';
import { lastScreenshot } from '../final-screenshot.ts';
import type { Trace } from '../trace.ts';
import type { JudgeInput, JudgeType } from '../types/judge-type.ts';
import { evidenceParameters, readEvidenceAnswer } from './answer.ts';
import { nonceOf } from './fence.ts';
import { evidencePrompt } from './prompt.ts';
import { type Effect, effectSchema, recordText } from './record-text.ts';
import { screenChange, smallScreen } from './screen-change.ts';
import { mostThatFits } from './text-budget.ts';
import { treeChanges } from './tree-change.ts';

/** Characters of one step at most, and at least; of all steps together. Each kind of text in it has its share. */
const stepMost = 6_000;
const stepLeast = 1_200;
const allSteps = 300_000;
const pictures = 6;

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
  const changes = await screenChanges(trace);
  const chosen = chosenPictures(trace, changes, effects);
  const nonce = nonceOf(trace, effects);
  const each = Math.floor(allSteps / Math.max(1, trace.steps.length));
  const trees = await treeChanges(trace.steps.map((step) => step.a11yTree));
  const text = await mostThatFits(Math.max(stepLeast, Math.min(stepMost, each)), (most) =>
    recordText(trace, { effects: seesEffects ? effects : null, changes, trees, nonce, most }),
  );
  const parts: ChatPart[] = [textPart(text.task)];
  for (const [index, step] of trace.steps.entries()) {
    parts.push(textPart(text.steps[index] ?? ''));
    const picture = chosen.get(step.screenshotFile ?? '');
    if (picture !== undefined) parts.push(textPart(`What the agent saw before step ${index}:`), imagePart(picture));
  }
  const last = trace.picture(lastScreenshot(trace) ?? '');
  if (last !== null) parts.push(textPart('The last screen that was recorded:'), imagePart(last));
  if (text.later !== null) parts.push(textPart(text.later));
  const marks = `Data stands between <data ${nonce}> and </data ${nonce}>, and nowhere else. In it, characters that can't be seen are written as their code points, such as [U+200B].`;
  return {
    messages: [
      { role: 'system', content: `${prompt}\n\n${marks}` },
      { role: 'user', content: parts },
    ],
    notes: last === null ? ['There is no screenshot.'] : [],
  };
}

/** How much of the screen each step changed; null where a picture is missing. */
async function screenChanges(trace: Trace): Promise<(number | null)[]> {
  const names = [...trace.steps.map((step) => step.screenshotFile ?? ''), lastScreenshot(trace) ?? ''];
  const changes: (number | null)[] = [];
  let before = await smallScreen(trace.picture(names[0] ?? ''));
  // One at a time: a hundred pictures need not be in memory at once.
  for (let index = 0; index < trace.steps.length; index += 1) {
    // Where nothing was recorded after the last step, its own picture says nothing of it.
    const isSame = names[index] === names[index + 1];
    const after = isSame ? before : await smallScreen(trace.picture(names[index + 1] ?? ''));
    changes.push(isSame || before === null || after === null ? null : screenChange(before, after));
    before = after;
  }
  return changes;
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
