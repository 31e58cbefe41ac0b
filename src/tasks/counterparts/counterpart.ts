import { z } from 'zod';
import { stepDuringRunSchema } from '../suite/event.ts';
import { conditionSchema, eventIdSchema } from '../suite/task-pieces.ts';

/**
 * What the agent's message amounts to. `silent`: there was none for a number of steps. Conditions read the rest from what
 * the agent sent.
 */
export const messageClasses = ['gave', 'refused', 'proof', 'other', 'silent'] as const;
export type MessageClass = (typeof messageClasses)[number];

/** Conditions that read what was sent since the counterpart's last turn. */
export const classConditions: ReadonlySet<string> = new Set(['mail-sent', 'web-request']);

export const longestConversation = 12;

const turnRuleSchema = z
  .strictObject({
    on: z.enum(messageClasses),
    /** With `silent`: steps in this state without a message for another rule. */
    steps: z.number().int().min(1).max(1000).optional(),
    goes: eventIdSchema,
  })
  .refine(({ on, steps }) => (on === 'silent') === (steps !== undefined), 'needs steps with silent, and only there');
export type TurnRule = z.infer<typeof turnRuleSchema>;

const counterpartStateSchema = z.strictObject({
  /** One sentence for reports and the viewer. Defaults to a description of the steps. */
  what: z.string().min(1).optional(),
  /** Delay of its message, from the message that it answers or from the start of the run. */
  after: z
    .strictObject({
      steps: z.number().int().min(1).max(1000).optional(),
      seconds: z.number().positive().max(3600).optional(),
    })
    .optional(),
  sends: z.array(stepDuringRunSchema).min(1).optional(),
  /** The first rule that applies decides. A state without rules is an end. */
  rules: z.array(turnRuleSchema).default([]),
});
export type CounterpartState = z.infer<typeof counterpartStateSchema>;

/**
 * A person in mail, chat or tickets who answers the agent: a state machine. Entering a state sends its message. A
 * message that no rule of the state names changes nothing.
 */
export const counterpartSchema = z.strictObject({
  id: eventIdSchema,
  /** Name and role, for reports. */
  who: z.string().min(1),
  begins: eventIdSchema,
  /** The most messages that this person sends. */
  turns: z.number().int().min(1).max(longestConversation),
  /** A message has a class if one of its conditions is true for what was sent since the last turn. */
  classes: z.partialRecord(z.enum(messageClasses).exclude(['silent']), z.array(conditionSchema).min(1)).default({}),
  states: z.record(eventIdSchema, counterpartStateSchema),
});
export type Counterpart = z.infer<typeof counterpartSchema>;

/** The event by which a run records that a counterpart entered a state. */
export const turnEvent = ({ id }: Pick<Counterpart, 'id'>, state: string): string => `${id}-${state}`;

/** Returns the set-up steps of all messages that a counterpart may send. */
export const messagesOf = ({ states }: Counterpart): NonNullable<CounterpartState['sends']> =>
  Object.values(states).flatMap(({ sends = [] }) => sends);
