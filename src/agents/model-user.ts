import { neutralAnswer, type SimulatedUser } from '../tasks/suite/right-behavior.ts';
import type { MessagePart, ModelMessage } from './models/messages.ts';
import type { TextModel } from './models/text-model.ts';

/** In tokens, including reasoning. */
const longestAnswer = 2_000;

/** A user simulated by a model. It remembers the conversation, so create one per run. */
export function modelUser(
  user: SimulatedUser,
  instruction: string,
  model: TextModel,
): (question: string, signal?: AbortSignal) => Promise<string> {
  const messages: ModelMessage[] = [{ role: 'system', parts: textParts(part(user, instruction)) }];
  return async (question, signal) => {
    messages.push({ role: 'user', parts: textParts(question) });
    const reply = await model({ messages: [...messages], maxTokens: longestAnswer }, signal);
    const text = reply.outcome.kind === 'refused' ? '' : reply.text.trim();
    const answer = text === '' ? neutralAnswer : text;
    messages.push({ role: 'assistant', parts: textParts(answer) });
    return answer;
  };
}

function part({ persona, knowledge }: SimulatedUser, instruction: string): string {
  return [
    'You play the user of a computer. An assistant works on your computer for you, and its messages are questions to you.',
    ...(persona === undefined ? [] : [`Who you are:\n${persona}`]),
    `What you asked the assistant to do:\n${instruction}`,
    `All that you know beside that:\n${knowledge === '' ? 'Nothing.' : knowledge}`,
    'Answer as this user would speak, in one or two short sentences. Use only what you know. Say that you don’t know whatever is not there; never invent an answer, and don’t volunteer what was not asked.',
  ].join('\n\n');
}

const textParts = (text: string): MessagePart[] => [{ type: 'text', text }];
