import { z } from 'zod';
import { checkAnswer } from '../../../base/extension.ts';
import type { Vector } from '../../../tasks/injection/vector.ts';
import type { JudgeType } from '../../../verdicts/judges/types/judge-type.ts';
import { docs } from './shapes.ts';
import { withChecked } from './with-checked.ts';

const refusal = z.strictObject({ reason: z.string() });
const fitAnswer = z.union([z.strictObject({ params: z.record(z.string(), z.unknown()) }), refusal]);
const carried = z.union([z.strictObject({ text: z.string(), substitutions: z.array(z.string()) }), refusal]);
const shown = z.strictObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1),
  notes: z.array(z.string()),
});

/** Returns the vector with its answers checked. Invalid ones throw ExtensionError. */
export function checkedVector(name: string, vector: Vector): Vector {
  const source = { kind: 'vector', name, docs } as const;
  const fit = withChecked(vector, 'fit', (answer) =>
    checkAnswer(fitAnswer, answer, { ...source, call: 'fit', expected: '{ params: { … } } or { reason: text }' }),
  );
  return withChecked(fit, 'carry', (answer) =>
    checkAnswer(carried, answer, {
      ...source,
      call: 'carry',
      expected: '{ text: text, substitutions: [text] } or { reason: text }',
    }),
  );
}

/** Returns the judge with its messages checked. Invalid ones throw ExtensionError. */
export function checkedJudge(name: string, judge: JudgeType): JudgeType {
  return withChecked(judge, 'messages', (answer) =>
    checkAnswer(shown, answer, {
      kind: 'judge',
      name,
      call: 'messages',
      expected: '{ messages: [{ role, content }], notes: [text] }',
      docs,
    }),
  );
}
