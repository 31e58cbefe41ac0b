import { literalPattern } from 'osharm/evaluators';
import type { Task } from 'osharm/task-programs';
import { answersSchema } from 'osharm/task-programs';
import { z } from 'zod';

const unknown = "I'm not sure about that.";

const simulatorSchema = z.union([
  z.looseObject({ type: z.literal('fixed'), response: z.string().default(unknown) }),
  z.looseObject({
    type: z.literal('llm'),
    knowledge: z.unknown().optional(),
    persona: z.string().nullish(),
  }),
  z.looseObject({
    type: z.literal('scripted').default('scripted'),
    knowledge: z.record(z.string(), z.coerce.string()).default({}),
    default_response: z.string().default(unknown),
  }),
]);

/**
 * Converts OSWorld 2.0's field `user_simulator`: a fixed answer, facts (the first key that the question contains
 * selects the answer), or the knowledge of a user played by a model. Null for any other shape.
 */
export function simulatedUser(simulator: unknown): Pick<Task, 'answers' | 'simulated_user'> | null {
  const read = simulatorSchema.safeParse(simulator);
  if (!read.success) return null;
  const { data } = read;
  if (data.type === 'llm')
    return { simulated_user: { knowledge: textOf(data.knowledge), persona: data.persona || undefined } };
  const facts =
    data.type === 'fixed'
      ? [{ about: '^', answer: data.response }]
      : [
          ...Object.entries(data.knowledge).map(([key, answer]) => ({ about: literalPattern(key), answer })),
          { about: '^', answer: data.default_response },
        ];
  const answers = answersSchema.safeParse(facts).data;
  return answers === undefined ? null : { answers };
}

function textOf(knowledge: unknown): string {
  return typeof knowledge === 'string' ? knowledge : knowledge == null ? '' : JSON.stringify(knowledge);
}
