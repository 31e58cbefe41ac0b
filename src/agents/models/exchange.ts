import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cassette } from './cassette.ts';
import type { Exchange } from './http-exchange.ts';
import { ModelError } from './model-error.ts';

interface Try {
  exchanges: Exchange[];
  cassette: Cassette | null;
  scope: string;
  fetch: typeof fetch;
}
const current = new AsyncLocalStorage<Try>();

const keptHeaders =
  /^(?:content-type|retry-after(?:-ms)?|x-ratelimit-.*|anthropic-ratelimit-.*|x-request-id|request-id|x-amzn-errortype)$/;

export function withExchanges<T>(run: Try, call: () => Promise<T>): Promise<T> {
  return current.run(run, call);
}

const notedRequests = new WeakMap<object, unknown>();

/** Sets the recorded form of a request whose body is not text: JSON with large parts replaced by their hashes. */
export function noteRequest(body: Blob, request: unknown): void {
  notedRequests.set(body, request);
}

function requestIn(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  return (typeof body === 'object' && body !== null ? notedRequests.get(body) : undefined) ?? null;
}

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
    // Reads the whole body, so that an interrupted stream fails the try like any other error.
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

/** 64 MiB, more than any reply. */
export const mostBytesOfReply = 64 * 1024 * 1024;

async function boundedText(answer: Response): Promise<string> {
  if (answer.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
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

export function currentExchanges(): readonly Exchange[] {
  return current.getStore()?.exchanges ?? [];
}

export function lastExchange(exchanges: readonly Exchange[]): Exchange {
  const last = exchanges.at(-1);
  if (last === undefined) throw new ModelError('request-rejected', 'No request was made.');
  return last;
}
