import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cassette } from './cassette.ts';
import type { Exchange } from './http-exchange.ts';
import { ModelError } from './model-error.ts';

/** What the exchanges of one try write into. */
interface Try {
  exchanges: Exchange[];
  cassette: Cassette | null;
  /** Sets apart runs that ask the same thing, for the cassette. */
  scope: string;
  fetch: typeof fetch;
}
const current = new AsyncLocalStorage<Try>();

const keptHeaders =
  /^(?:content-type|retry-after(?:-ms)?|x-ratelimit-.*|anthropic-ratelimit-.*|x-request-id|request-id|x-amzn-errortype)$/;

/** Runs `call` so that every request that it makes through `exchangeFetch` is noted in `exchanges`. */
export function withExchanges<T>(run: Try, call: () => Promise<T>): Promise<T> {
  return current.run(run, call);
}

const notedRequests = new WeakMap<object, unknown>();

/** Says how a request is noted whose body is no text: its JSON with large parts by their hash. */
export function noteRequest(body: Blob, request: unknown): void {
  notedRequests.set(body, request);
}

function requestIn(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  return (typeof body === 'object' && body !== null ? notedRequests.get(body) : undefined) ?? null;
}

/** The `fetch` that is given to everything that speaks to a model. */
export const exchangeFetch: typeof fetch = async (input, init) => {
  const run = current.getStore();
  if (run === undefined) throw new Error('A model was called outside withExchanges.');
  const url = new URL(input instanceof Request ? input.url : input);
  const exchange: Exchange = {
    url: `${url.origin}${url.pathname}`,
    request: requestIn(init?.body),
    status: null,
    headers: {},
    response: '',
  };
  run.exchanges.push(exchange);
  const replayed = await run.cassette?.replay(exchange, run.scope);
  if (replayed !== undefined && replayed !== null) {
    Object.assign(exchange, replayed);
    return new Response(replayed.response, { status: replayed.status, headers: replayed.headers });
  }
  try {
    const answer = await run.fetch(input, { ...init, redirect: 'error' });
    exchange.status = answer.status;
    for (const [name, value] of answer.headers) if (keptHeaders.test(name)) exchange.headers[name] = value;
    // The whole body at once: a stream that breaks off is a failed try like any other.
    exchange.response = await boundedText(answer);
  } catch (error) {
    run.cassette?.forget(exchange, run.scope);
    throw error;
  }
  await run.cassette?.record(exchange, run.scope);
  return new Response([204, 205, 304].includes(exchange.status) ? null : exchange.response, {
    status: exchange.status,
    headers: exchange.headers,
  });
};

/** More than any reply has: 64 MiB. */
export const mostBytesOfReply = 64 * 1024 * 1024;

/** The text of an answer. Throws ModelError `unreadable-reply`, not retryable, if it is longer than `mostBytesOfReply`. */
async function boundedText(answer: Response): Promise<string> {
  if (answer.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > mostBytesOfReply)
      throw new ModelError('unreadable-reply', `The reply is longer than ${mostBytesOfReply / 1024 / 1024} MiB.`, {
        status: answer.status,
        isRetryable: false,
        hint: 'Check the address of the model: a file or an endless stream answers there.',
      });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The requests that the current try has made so far. */
export function currentExchanges(): readonly Exchange[] {
  return current.getStore()?.exchanges ?? [];
}

/** The last exchange of a try. Throws where none was made. */
export function lastExchange(exchanges: readonly Exchange[]): Exchange {
  const last = exchanges.at(-1);
  if (last === undefined) throw new ModelError('request-rejected', 'No request was made.');
  return last;
}
