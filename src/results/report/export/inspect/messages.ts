import { createHash } from 'node:crypto';
import type { RunResult } from '../../../model/run-result.ts';
import type { ExportedRun, ExportedStep } from '../exported-run.ts';
import { pictureUri } from '../picture.ts';

/** A conversation in Inspect's form. */
export interface InspectConversation {
  messages: readonly object[];
  steps: readonly StepMessages[];
  /** Pictures by hash: Inspect resolves `attachment://HASH`. */
  attachments: Readonly<Record<string, string>>;
}

export interface StepMessages {
  step: ExportedStep;
  reply: object;
  /** The request's messages are those before this index. */
  replyIndex: number;
  toolCalls: readonly { id: string; messageId: string; arguments: object; output: string }[];
}

/** The instruction, then for each step what the agent saw, its reply, and the results of its actions. */
export function conversationOf({ result, read, steps }: ExportedRun, withPictures: boolean): InspectConversation {
  const attachments: Record<string, string> = {};
  const messages: object[] = [];
  const add = <Message extends object>(message: Message) => {
    const identified = { id: inspectId(result, `message ${messages.length}`), ...message };
    messages.push(identified);
    return identified;
  };
  add({ role: 'user', content: read.betterLog?.instruction ?? '', source: 'input' });
  const written = steps.map((step): StepMessages => {
    const text = { type: 'text', text: `Step ${step.index}` };
    const picture = withPictures ? pictureUri(result.directory, step.screenshot) : null;
    const image = picture === null ? [] : [{ type: 'image', image: attached(picture, attachments), detail: 'auto' }];
    add({ role: 'user', content: [text, ...image] });
    const replyIndex = messages.length;
    const reply = add(assistantMessage(step, result));
    const toolCalls = step.actions.map((action, index) => {
      const id = callId(step, index);
      const output = step.outputs[index] ?? '';
      const message = add({ role: 'tool', content: output, tool_call_id: id, function: toolName });
      return { id, messageId: message.id, arguments: argumentsOf(action), output };
    });
    return { step, reply, replyIndex, toolCalls };
  });
  return { messages, steps: written, attachments };
}

export const toolName = 'computer';

/** The same run and part have the same id in every export. */
export function inspectId({ path }: RunResult, part: string): string {
  return createHash('sha256').update(`${path}\n${part}`).digest('hex').slice(0, 22);
}

function attached(text: string, attachments: Record<string, string>): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
  attachments[hash] = text;
  return `attachment://${hash}`;
}

function assistantMessage(step: ExportedStep, result: RunResult) {
  const calls = step.actions.map((action, index) => ({
    id: callId(step, index),
    function: toolName,
    arguments: argumentsOf(action),
    type: 'function',
  }));
  return {
    role: 'assistant',
    content:
      step.reasoning === null
        ? step.said
        : [
            { type: 'reasoning', reasoning: step.reasoning },
            { type: 'text', text: step.said },
          ],
    source: 'generate',
    model: result.model,
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

const argumentsOf = (action: unknown): object => (typeof action === 'string' ? { code: action } : { action });

const callId = (step: ExportedStep, index: number): string => `step-${step.index}-${index}`;
