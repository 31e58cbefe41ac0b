import { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { type AnswerSource, checkAnswer, ExtensionError } from '../../base/extension.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { PredictInput } from '../agent.ts';
import type { ForeignProgram } from '../foreign/extension-source.ts';
import type { ForeignChannel, Speaker } from '../foreign/foreign-channel.ts';
import { stepFields } from '../foreign/step-fields.ts';
import type { Defence, DefenceVerdict } from './defence.ts';

const protocol = 'osharm-defence/1';
const docs = 'docs/run/defences.md';
const longestReply = 32 * 2 ** 20;

const defenceSpeaker = (name: string): Speaker => ({ kind: 'defence', name, blame: 'task', longestReply });

const hooks = ['after_observation', 'before_prompt', 'before_action'] as const;
const startReply = z.strictObject({ hooks: z.array(z.enum(hooks)).min(1) });
const verdictReply = z.strictObject({
  decision: z.enum(['allow', 'block', 'ask']),
  score: z.number().min(0).max(1).nullish(),
  reason: z.string().nullish(),
  cost_usd: z.number().nonnegative().nullish(),
});
const promptReply = z.strictObject({
  instruction: z.string().optional(),
  screenshot: z.base64().optional(),
  accessibility_tree: z.string().optional(),
  linearised_tree: z.string().optional(),
});

/**
 * Starts a program that implements a defence, in Python for example. It names its hooks in its first reply, and gets a
 * request for each call of one. Throws ExtensionError if it doesn't start, or if that reply is invalid.
 */
export async function programDefence({ name, open }: ForeignProgram): Promise<Defence> {
  const channel = open(defenceSpeaker(name));
  try {
    const answer = await started(name, channel);
    const reply = checkAnswer(
      startReply,
      answer,
      sourceOf(name, 'start', `{"hooks": ["${hooks.join('", "')}"]}, one or more`),
    );
    return defenceOver(channel, name, new Set(reply.hooks));
  } catch (error) {
    await channel.close();
    throw error;
  }
}

async function started(name: string, channel: ForeignChannel): Promise<unknown> {
  const limit = AbortSignal.timeout(timeLimits.defence.start);
  try {
    return await channel.ask({ type: 'start', protocol }, limit);
  } catch (cause) {
    const seconds = timeLimits.defence.start / 1000;
    throw new ExtensionError(
      'defence',
      limit.aborted ? `The defence "${name}" did not answer start within ${seconds} s.` : messageOf(cause),
      {
        hint: `It must read a JSON object per line and answer each with one (${docs}): osharm setup defence --python.`,
      },
    );
  }
}

function defenceOver(channel: ForeignChannel, name: string, offered: ReadonlySet<string>): Defence {
  const verdict = async (type: 'after_observation' | 'before_action', request: object): Promise<DefenceVerdict> => {
    const expected = '{"decision": "allow" | "block" | "ask", "score"?: 0 to 1, "reason"?: text, "cost_usd"?: dollars}';
    const answer = await channel.ask({ type, ...request }, undefined);
    const { decision, score, reason, cost_usd } = checkAnswer(verdictReply, answer, sourceOf(name, type, expected));
    return {
      decision,
      score: score ?? undefined,
      reason: reason ?? undefined,
      costUsd: cost_usd ?? undefined,
    };
  };
  const defence: Defence = { name, close: () => channel.close() };
  if (offered.has('after_observation'))
    defence.afterObservation = (input) => verdict('after_observation', stepFields(input));
  if (offered.has('before_prompt')) defence.beforePrompt = (input) => changedPrompt(channel, name, input);
  if (offered.has('before_action'))
    defence.beforeAction = (action, { input, reply }) =>
      verdict('before_action', { ...stepFields(input), action, response: reply.response });
  return defence;
}

async function changedPrompt(channel: ForeignChannel, name: string, input: PredictInput): Promise<PredictInput> {
  const expected =
    '{} for no change, or new values of "instruction", "screenshot", "accessibility_tree", "linearised_tree"';
  const answer = await channel.ask({ type: 'before_prompt', ...stepFields(input) }, undefined);
  const changed = checkAnswer(promptReply, answer, sourceOf(name, 'before_prompt', expected));
  if (Object.keys(changed).length === 0) return input;
  const { observation } = input;
  return {
    ...input,
    instruction: changed.instruction ?? input.instruction,
    linearisedTree: changed.linearised_tree ?? input.linearisedTree,
    observation: {
      ...observation,
      screenshot: changed.screenshot === undefined ? observation.screenshot : Buffer.from(changed.screenshot, 'base64'),
      accessibilityTree: changed.accessibility_tree ?? observation.accessibilityTree,
    },
  };
}

const sourceOf = (name: string, call: string, expected: string): AnswerSource => ({
  kind: 'defence',
  name,
  call,
  expected,
  docs,
});
