import type { ReasoningPart } from '../../../base/record/reasoning.ts';
import type { Exchange } from '../http-exchange.ts';
import { reasoningParts } from '../reasoning-in.ts';
import { documentsOf, type JsonObject, objectAt, objectsAt, textAt } from './answer-documents.ts';
import { type AnswerError, errorIn } from './answer-error.ts';
import type { ModelRefusal } from './reply-outcome.ts';
import { type ReplyShape, type Stop, stopOf } from './stop-reasons.ts';

/** What a response's fields show, independent of its text. */
export interface AnswerFacts {
  error: AnswerError | null;
  /** Null if the response has no stop field and nothing that resembles a reply. */
  stop: Stop | null;
  stopName: string | null;
  /** A refusal with dedicated fields: the model's refusal text, a blocked prompt, or details of the stop reason. */
  refusal: ModelRefusal | null;
  answeredBy: string | null;
  /** True if the reply is present but empty: `choices: []`, `content: []`, no candidates. */
  isWithoutReply: boolean;
  reasoning: readonly ReasoningPart[] | null;
}

export const noFacts: Readonly<AnswerFacts> = {
  error: null,
  stop: null,
  stopName: null,
  refusal: null,
  answeredBy: null,
  isWithoutReply: false,
  reasoning: null,
};

interface End {
  shape: ReplyShape;
  /** Null if the response has the shape of a reply but gives no reason. */
  reason: string | null;
}

/** Parses a complete or streamed response. Later events of a stream override earlier ones. */
export function readAnswer({
  response,
  status,
  headers,
}: Pick<Exchange, 'response' | 'status' | 'headers'>): AnswerFacts {
  const isFailure = status !== null && status >= 400;
  const documents = documentsOf(response);
  const facts: AnswerFacts = { ...noFacts, reasoning: reasoningParts(documents) };
  let words = '';
  const [whole] = documents;
  if (documents.length === 1 && whole !== undefined) facts.isWithoutReply = isWithoutReply(whole);
  for (const document of documents) {
    facts.error ??= errorIn(document, isFailure, headers['x-amzn-errortype'] ?? null);
    facts.answeredBy = modelIn(document) ?? facts.answeredBy;
    for (const end of endsIn(document)) {
      if (end.reason === null && facts.stopName !== null) continue;
      facts.stop = stopOf(end.shape, end.reason);
      facts.stopName = end.reason;
    }
    facts.refusal = blockIn(document) ?? facts.refusal;
    words += wordsOfRefusal(document);
  }
  const { stop, stopName } = facts;
  if (words !== '') facts.refusal = { by: 'model', category: facts.refusal?.category ?? null, message: words };
  else if (facts.refusal === null && typeof stop === 'object' && stop !== null)
    facts.refusal = { by: stop.refusedBy, category: null, message: stopName ?? 'refused' };
  return facts;
}

function isWithoutReply(document: JsonObject): boolean {
  for (const key of ['choices', 'content', 'output', 'candidates']) {
    const value = document[key];
    if (value === null || (Array.isArray(value) && value.length === 0)) return true;
  }
  return 'usageMetadata' in document && document.candidates === undefined;
}

function endsIn(document: JsonObject): End[] {
  const ends: End[] = [];
  const add = (shape: ReplyShape, reason: unknown): void => {
    ends.push({ shape, reason: typeof reason === 'string' && reason !== '' ? reason : null });
  };
  const choices = [...objectsAt(document, 'choices'), ...objectsAt(objectAt(document, 'output'), 'choices')];
  if (choices.length > 0) add('chat', reasonOfChoice(choices[0] as JsonObject));
  else if (Array.isArray(document.choices) || document.choices === null) add('chat', null);
  if (document.type === 'message' && Array.isArray(document.content)) add('anthropic', document.stop_reason);
  if (document.type === 'message_start') add('anthropic', null);
  if (document.type === 'message_delta') add('anthropic', objectAt(document, 'delta')?.stop_reason);
  const response = objectAt(document, 'response') ?? (Array.isArray(document.output) ? document : null);
  if (response !== null)
    add('responses', textAt(objectAt(response, 'incomplete_details'), 'reason') ?? response.status);
  const candidates = objectsAt(document, 'candidates');
  if (candidates.length > 0) add('google', candidates[0]?.finishReason);
  else if ('usageMetadata' in document || 'promptFeedback' in document) add('google', null);
  if (objectAt(objectAt(document, 'output'), 'message') !== null) add('bedrock', document.stopReason);
  return ends;
}

/** Prefers the reason of the API behind a gateway if it is more specific than the gateway's. */
function reasonOfChoice(choice: JsonObject): unknown {
  const native = textAt(choice, 'native_finish_reason');
  if (native === null) return choice.finish_reason;
  const isPlain = stopOf('chat', native) === 'complete' || stopOf('chat', native) === 'unfinished';
  return isPlain ? (choice.finish_reason ?? native) : native;
}

function blockIn(document: JsonObject): ModelRefusal | null {
  const feedback = textAt(objectAt(document, 'promptFeedback'), 'blockReason');
  if (feedback !== null) {
    const message = textAt(objectAt(document, 'promptFeedback'), 'blockReasonMessage') ?? feedback;
    return { by: 'provider', category: feedback, message };
  }
  const candidate = objectsAt(document, 'candidates')[0];
  const finish = textAt(candidate, 'finishReason');
  const stop = finish === null ? null : stopOf('google', finish);
  if (finish !== null && typeof stop === 'object' && stop !== null) {
    const blocked = objectsAt(candidate, 'safetyRatings').find(({ blocked }) => blocked === true);
    return {
      by: stop.refusedBy,
      category: textAt(blocked, 'category') ?? finish,
      message: textAt(candidate, 'finishMessage') ?? finish,
    };
  }
  const details = objectAt(document, 'stop_details') ?? objectAt(objectAt(document, 'delta'), 'stop_details');
  if (details?.type === 'refusal') {
    const category = textAt(details, 'category');
    return { by: 'model', category, message: textAt(details, 'explanation') ?? category ?? 'refusal' };
  }
  if (document['amazon-bedrock-guardrailAction'] === 'INTERVENED')
    return { by: 'gateway', category: null, message: 'guardrail_intervened' };
  const filtered = filteredChoice(objectsAt(document, 'choices')[0]);
  return filtered === null ? null : { by: 'provider', category: filtered, message: 'content_filter' };
}

function filteredChoice(choice: JsonObject | undefined): string | null {
  if (choice?.finish_reason !== 'content_filter') return null;
  const results = Object.entries(objectAt(choice, 'content_filter_results') ?? {});
  const names = results.flatMap(([name, value]) => (objectAt({ value }, 'value')?.filtered === true ? [name] : []));
  return names.length === 0 ? null : names.join(', ');
}

function wordsOfRefusal(document: JsonObject): string {
  const choice = objectsAt(document, 'choices')[0];
  const words = textAt(objectAt(choice, 'message'), 'refusal') ?? textAt(objectAt(choice, 'delta'), 'refusal');
  if (words !== null) return words;
  if (document.type === 'response.refusal.delta') return textAt(document, 'delta') ?? '';
  return objectsAt(document, 'output')
    .flatMap((item) => objectsAt(item, 'content'))
    .map((part) => (part.type === 'refusal' ? (textAt(part, 'refusal') ?? 'refusal') : ''))
    .join('');
}

function modelIn(document: JsonObject): string | null {
  return (
    textAt(document, 'model') ??
    textAt(document, 'modelVersion') ??
    textAt(objectAt(document, 'message'), 'model') ??
    textAt(objectAt(document, 'response'), 'model')
  );
}
