import type { CallRecorder } from '../../../agents/models/call-record.ts';
import { callModel, type ModelPort, type Priced, type Wire, type WireReply } from '../../../agents/models/model.ts';
import { ModelError } from '../../../agents/models/model-error.ts';
import { keyOf, type ModelAddress, resolveModel } from '../../../agents/models/model-name.ts';
import { postBody } from '../../../agents/models/wire/post-json.ts';
import { OsharmError, UsageError } from '../../../base/errors.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import { budgetOf } from './budget.ts';
import type { Answer, JudgeDialect, Question, VerdictForm } from './dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';
import type { Pace } from './pace.ts';
import { type RequestBody, requestBody } from './request-body.ts';
import { sdkVerdict } from './sdk-verdict.ts';
import { costAtMost, outputAtMost, tokensAtMost } from './token-bounds.ts';
import { verdictParameters } from './verdict.ts';

function dialectOf(address: ModelAddress): JudgeDialect {
  switch (address.api) {
    case 'anthropic':
      return anthropicDialect;
    case 'google':
      return googleDialect;
    case 'openai':
    case 'compatible':
    // Only used to bound a request's cost; the AI SDK sends the request (`sdkVerdict`).
    case 'sdk':
      return openaiDialect;
    default:
      return address.api satisfies never;
  }
}

export interface Asker {
  readonly address: ModelAddress;
  readonly dialect: JudgeDialect;
  readonly port: ModelPort;
  /** Null if the model needs no key. */
  readonly key: string | null;
  ask(question: Question, context: AskContext): Promise<Asked>;
}

export interface AskContext {
  role: 'judge' | 'caption' | 'monitor';
  scope: string;
  recorder: CallRecorder | null;
  signal?: AbortSignal | undefined;
}

export interface Asked extends Answer {
  response: unknown;
  /** Why the model, its provider or a gateway refused to answer. */
  refusal?: string | undefined;
  /** Null if the price or the token usage is unknown. */
  costUsd: number | null;
  /** US dollars saved by prompt caching. Undefined if no price is known. */
  savedUsd?: number | undefined;
  pricesOf?: string | undefined;
}

/** Throws OsharmError `judge-refused` if the answer is a refusal. */
export function notRefused({ address }: Pick<Asker, 'address'>, asked: Asked): Asked {
  if (asked.refusal === undefined) return asked;
  throw new OsharmError(`${address.name} refused to answer: ${asked.refusal}`, {
    code: 'judge-refused',
    blame: 'model',
  });
}

type Reply = WireReply & Answer & { response: unknown };

/**
 * With `isDry`, no request will be sent, so no key is needed. Throws UsageError if the model is unknown, its key is
 * missing, or `--max-cost` is set and its price is unknown.
 */
export function createAsker(
  name: string,
  port: ModelPort,
  environment: Readonly<Record<string, string | undefined>>,
  { pace, isDry = false }: { pace?: Pace | undefined; isDry?: boolean | undefined } = {},
): Asker {
  const address = resolveModel(name, environment);
  const key = isDry || port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const dialect = dialectOf(address);
  const price = port.prices(address.provider, address.model);
  if (price === null && port.meter.hasLimit)
    throw new UsageError(`No price is known for ${address.name}: --max-cost can't be enforced.`, {
      code: 'price-unknown',
      hint: 'Give one in your own table (--prices FILE), or omit --max-cost.',
    });
  const url = `${address.baseUrl}${dialect.path(address.model)}`;
  const posted: Wire<RequestBody, Reply> = async (body, signal) => {
    const response = await postBody(url, dialect.headers(key), body.sent, signal);
    const answer = dialect.read(response);
    return { ...answer, response, isBlank: answer.value === undefined && answer.text.trim() === '' };
  };
  const bySdk = address.api === 'sdk' ? sdkVerdict(address, key, environment) : null;
  const forms = [...dialect.forms(address.model)];
  return {
    address,
    dialect,
    port,
    key,
    async ask(judgeQuestion, { role, scope, recorder, signal }) {
      const form = forms[0] ?? 'words';
      const question = inForm(judgeQuestion, form);
      const wire: Wire<RequestBody, Reply> = bySdk === null ? posted : (_, stop) => bySdk(question, stop);
      const value = dialect.body(address.model, question);
      const body = await requestBody(value);
      const most = tokensAtMost(address.model, body, outputAtMost(value));
      let passed: ((tokens: number) => void) | undefined;
      const admit = async (stop?: AbortSignal): Promise<void> => {
        passed = await pace?.pass(most.input + most.output, stop);
      };
      const release = await budgetOf(port.meter).reserve(costAtMost(price, most) ?? 0, signal);
      let reply: Priced<Reply>;
      try {
        reply = await callModel(port, address, wire, body, { role, scope, recorder, signal, admit }, blank);
      } catch (error) {
        if (!(error instanceof ModelError) || error.kind !== 'form-rejected' || form === 'words') throw error;
        // The rejected form is skipped in all later requests.
        if (forms[0] === form) forms.shift();
        release();
        return this.ask(judgeQuestion, { role, scope, recorder, signal });
      } finally {
        release();
      }
      if (reply.usage !== null) passed?.(reply.usage.inputTokens + reply.usage.outputTokens);
      const { outcome } = reply;
      if (outcome.kind === 'refused') return { ...reply, value: undefined, refusal: outcome.message };
      return outcome.kind === 'answered' ? reply : { ...reply, endedBy: reply.endedBy ?? outcome.kind };
    },
  };
}

function inForm(question: Question, form: VerdictForm): Question {
  if (question.kind === 'caption') return question;
  if (form !== 'words') return { ...question, form };
  const schema = JSON.stringify(question.schema ?? verdictParameters);
  const ask = `Answer with one JSON object and nothing else. It must be valid by this JSON Schema:\n${schema}`;
  return { ...question, form, messages: [...question.messages, { role: 'user', content: ask }] };
}

const blank: Reply = { value: undefined, text: '', isBlank: true, answeredBy: null, usage: null, response: null };
