import type { ReasoningPart } from '../../base/record/reasoning.ts';
import { documentsOf, isObject, type JsonObject } from './outcome/answer-documents.ts';

type PieceKind = ReasoningPart['kind'];

/** The reasoning in the raw body of a response, or null. Never throws. */
export const reasoningIn = (body: string): readonly ReasoningPart[] | null => reasoningParts(documentsOf(body));

/**
 * The reasoning in a response's JSON objects, in order of arrival, or null.
 *
 * Reads the fields of chat completions, Anthropic's Messages, OpenAI's Responses, Google's generateContent and
 * Interactions, Bedrock's Converse, DashScope's native API, and their streams. Reasoning within the text (`<think>`)
 * remains part of the text.
 */
export function reasoningParts(documents: readonly JsonObject[]): readonly ReasoningPart[] | null {
  const pieces = new Pieces();
  for (const document of documents) readEvent(document, pieces);
  return pieces.parts();
}

/** Keys of values that only the provider can read. They are sent again with every later request. */
export const opaqueKeys: ReadonlySet<string> = new Set([
  'encrypted_content',
  'signature',
  'thoughtSignature',
  'thought_signature',
  'redactedContent',
  'redactedData',
  'data',
]);

/** Collects reasoning by key; a stream sends one thought in many pieces with the same key. */
class Pieces {
  readonly #byKey = new Map<string, { kind: PieceKind; text: string; isHidden: boolean }>();

  add(key: string, kind: PieceKind, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, { kind, text, isHidden: false });
    else known.text += text;
  }

  set(key: string, kind: PieceKind, text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#byKey.set(key, { kind, text, isHidden: false });
  }

  keptByProvider(key: string): void {
    if (![...this.#byKey.keys()].some((known) => known.startsWith(key)))
      this.#byKey.set(key, { kind: 'encrypted', text: '', isHidden: true });
  }

  forget(prefix: string): void {
    for (const key of this.#byKey.keys()) if (key.startsWith(prefix)) this.#byKey.delete(key);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  parts(): ReasoningPart[] | null {
    const parts = [...this.#byKey.values()].flatMap(({ kind, text, isHidden }): ReasoningPart[] => {
      if (kind === 'encrypted') return [{ kind, bytes: isHidden ? 0 : Buffer.byteLength(text) }];
      return text.trim() === '' ? [] : [{ kind, text }];
    });
    return parts.length === 0 ? null : parts;
  }
}

function readEvent(event: JsonObject, pieces: Pieces): void {
  readChat(event, pieces);
  // DashScope's native API nests the choices in `output`.
  if (isObject(event.output)) {
    readChat(event.output, pieces);
    readConverse(event.output, pieces);
  }
  readConverseDelta(event, pieces);
  readMessages(event, pieces);
  readResponses(event, pieces);
  readGenerateContent(event, pieces);
  readInteractions(event, pieces);
}

function readChat({ choices }: JsonObject, pieces: Pieces): void {
  const choice = objectsIn(choices).find(({ index }) => index === undefined || index === 0);
  const message = objectOf(choice?.message) ?? objectOf(choice?.delta);
  if (message === null) return;
  const details = objectsIn(message.reasoning_details);
  for (const [at, detail] of details.entries()) {
    const key = `details.${typeof detail.index === 'number' ? detail.index : at}`;
    pieces.add(`${key}.text`, 'text', detail.text);
    pieces.add(`${key}.summary`, 'summary', detail.summary);
    pieces.add(`${key}.data`, 'encrypted', detail.data);
  }
  // If the details are readable, these fields only repeat them.
  const isReadable = details.some(({ text, summary }) => text !== undefined || summary !== undefined);
  if (!isReadable) pieces.add('chat', 'text', firstText(message.reasoning_content, message.reasoning));
  pieces.add('chat.encrypted', 'encrypted', message.encrypted_content);
  for (const block of objectsIn(message.content)) {
    if (block.type !== 'thinking') continue;
    pieces.add('chat.content', 'text', block.thinking);
    for (const inner of objectsIn(block.thinking)) pieces.add('chat.content', 'text', inner.text);
  }
}

function readMessages(event: JsonObject, pieces: Pieces): void {
  const key = `block.${event.index}`;
  switch (event.type) {
    case 'message':
      for (const [at, block] of objectsIn(event.content).entries()) readThinking(`block.${at}`, block, pieces);
      return;
    case 'message_start':
      // A gateway that retries sends the whole message again.
      pieces.forget('block.');
      return;
    case 'content_block_start':
      pieces.forget(`${key}.`);
      readThinking(key, objectOf(event.content_block) ?? {}, pieces);
      return;
    case 'content_block_delta': {
      const delta = objectOf(event.delta);
      if (delta?.type === 'thinking_delta') {
        pieces.forget(`${key}.signature`);
        pieces.add(`${key}.text`, 'text', delta.thinking);
      } else if (delta?.type === 'signature_delta' && !pieces.has(`${key}.text`))
        pieces.add(`${key}.signature`, 'encrypted', delta.signature);
      return;
    }
  }
}

/** A signature without readable reasoning represents reasoning that the provider omits. */
function readThinking(key: string, block: JsonObject, pieces: Pieces): void {
  if (block.type === 'redacted_thinking') pieces.add(`${key}.redacted`, 'encrypted', block.data);
  if (block.type !== 'thinking') return;
  pieces.add(`${key}.text`, 'text', block.thinking);
  if (!pieces.has(`${key}.text`)) pieces.add(`${key}.signature`, 'encrypted', block.signature);
}

function readResponses(event: JsonObject, pieces: Pieces): void {
  const response = event.object === 'response' ? event : objectOf(event.response);
  for (const [at, item] of objectsIn(response?.output).entries()) readReasoningItem(`item.${at}`, item, pieces);
  const key = `item.${event.output_index ?? event.item_id}`;
  switch (event.type) {
    case 'response.reasoning_summary_text.delta':
      pieces.add(`${key}.summary.${event.summary_index ?? 0}`, 'summary', event.delta);
      return;
    case 'response.reasoning_text.delta':
      pieces.add(`${key}.content.${event.content_index ?? 0}`, 'text', event.delta);
      return;
    case 'response.output_item.done':
      readReasoningItem(key, objectOf(event.item) ?? {}, pieces);
      return;
  }
}

function readReasoningItem(key: string, item: JsonObject, pieces: Pieces): void {
  if (item.type !== 'reasoning') return;
  for (const [at, { text }] of objectsIn(item.summary).entries()) pieces.set(`${key}.summary.${at}`, 'summary', text);
  for (const [at, { text }] of objectsIn(item.content).entries()) pieces.set(`${key}.content.${at}`, 'text', text);
  pieces.set(`${key}.encrypted`, 'encrypted', item.encrypted_content);
  pieces.keptByProvider(key);
}

/** Google's generateContent. Its thoughts are summaries; a signature represents the full reasoning. */
function readGenerateContent({ candidates }: JsonObject, pieces: Pieces): void {
  const content = objectOf(objectsIn(candidates)[0]?.content);
  for (const part of objectsIn(content?.parts)) {
    if (part.thought === true) pieces.add('thought', 'summary', part.text);
    const signature = firstText(part.thoughtSignature, part.thought_signature);
    if (signature !== undefined) pieces.add(`signature.${signature}`, 'encrypted', signature);
  }
}

function readInteractions(event: JsonObject, pieces: Pieces): void {
  for (const [at, step] of objectsIn(event.steps).entries()) readThoughtStep(`step.${at}`, step, pieces);
  const key = `step.${event.index}`;
  const step = objectOf(event.step);
  if (event.event_type === 'step.start' && step !== null) readThoughtStep(key, step, pieces);
  const delta = objectOf(event.delta);
  if (event.event_type !== 'step.delta' || delta === null) return;
  if (delta.type === 'thought_signature') pieces.add(`${key}.signature`, 'encrypted', delta.signature);
  if (delta.type === 'thought_summary') {
    pieces.add(`${key}.summary`, 'summary', delta.text);
    pieces.add(`${key}.summary`, 'summary', objectOf(delta.content)?.text);
  }
}

function readThoughtStep(key: string, step: JsonObject, pieces: Pieces): void {
  if (step.type !== 'thought') return;
  for (const { text } of objectsIn(step.summary)) pieces.add(`${key}.summary`, 'summary', text);
  pieces.add(`${key}.signature`, 'encrypted', step.signature);
}

function readConverse(output: JsonObject, pieces: Pieces): void {
  for (const [at, block] of objectsIn(objectOf(output.message)?.content).entries()) {
    const reasoning = objectOf(block.reasoningContent);
    if (reasoning === null) continue;
    const readable = objectOf(reasoning.reasoningText);
    pieces.add(`converse.${at}.text`, 'text', readable?.text);
    pieces.add(`converse.${at}.redacted`, 'encrypted', reasoning.redactedContent);
    if (!pieces.has(`converse.${at}.text`)) pieces.add(`converse.${at}.signature`, 'encrypted', readable?.signature);
  }
}

function readConverseDelta(event: JsonObject, pieces: Pieces): void {
  const block = objectOf(event.contentBlockDelta) ?? event;
  const reasoning = objectOf(objectOf(block.delta)?.reasoningContent);
  if (reasoning === null) return;
  const key = `converse.${block.contentBlockIndex}`;
  pieces.add(`${key}.text`, 'text', reasoning.text);
  pieces.add(`${key}.redacted`, 'encrypted', firstText(reasoning.redactedContent, reasoning.data));
  if (!pieces.has(`${key}.text`)) pieces.add(`${key}.signature`, 'encrypted', reasoning.signature);
}

const objectOf = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');
