import { OsharmError } from '../../errors.ts';
import type { CallRecorder } from '../../model/call-record.ts';
import type { Exchange } from '../../model/http-exchange.ts';
import { noUsage } from '../../model/messages.ts';
import { callModel, type ModelPort, type Wire, type WireReply } from '../../model/model.ts';
import { keyOf, type ModelAddress, resolveModel } from '../../model/model-name.ts';
import { postJson } from '../../model/os-harm/post-json.ts';
import { refusalIn } from '../../model/refusal.ts';
import type { Answer, Question } from './dialect.ts';
import { dialectOf } from './dialect-of.ts';

/** A model that answers questions about runs. */
export interface Asker {
  readonly address: ModelAddress;
  ask(question: Question, context: AskContext): Promise<Asked>;
}

export interface AskContext {
  role: 'judge' | 'caption';
  /** Names the run, for cassettes. */
  scope: string;
  recorder: CallRecorder | null;
  signal?: AbortSignal | undefined;
}

export interface Asked extends Answer {
  /** The provider's whole answer, as JSON. */
  response: unknown;
  /** US dollars; null where no price is known. */
  costUsd: number | null;
}

type Reply = WireReply & Answer & { response: unknown };

/** Seats a model as judge or captioner. Throws UsageError for a name or a key that isn't there. */
export function createAsker(
  name: string,
  port: ModelPort,
  environment: Readonly<Record<string, string | undefined>>,
): Asker {
  const address = resolveModel(name, environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const dialect = dialectOf(address);
  const wire: Wire<Question, Reply> = async (question, signal) => {
    const url = `${address.baseUrl}${dialect.path(address.model)}`;
    const response = await postJson(url, dialect.headers(key), dialect.body(address.model, question), signal);
    return { ...dialect.read(response), response, finish: 'stop', refusal: null };
  };
  return {
    address,
    async ask(question, { role, scope, recorder, signal }) {
      const reply = await callModel(port, address, wire, question, { role, scope, recorder, signal }, refused);
      if (reply.finish === 'refusal')
        throw new OsharmError(`${address.name} refused to answer: ${reply.refusal ?? ''}`, {
          code: 'judge-refused',
          blame: 'model',
        });
      return reply;
    },
  };
}

function refused(exchange: Exchange): Reply {
  const refusal = refusalIn(exchange.response) ?? exchange.response.slice(0, 500);
  return { value: undefined, text: '', answeredBy: null, usage: noUsage, response: null, finish: 'refusal', refusal };
}
