import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, ModelPort } from 'osharm/judging';
import { failureOf, ModelError, readAnswer, retryDelayMs, transportFailure } from 'osharm/judging';

export interface BatchHttp {
  readonly port: ModelPort;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Retries like a model call; for idempotent requests. Throws ModelError. */
export async function askAgain(http: BatchHttp, path: string, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(http, path, init);
    } catch (error) {
      if (!(error instanceof ModelError) || !error.isRetryable || attempt >= http.port.retry.attempts) throw error;
      await sleep(retryDelayMs(http.port.retry, attempt, error.retryAfterMs), undefined, { signal: http.signal });
    }
  }
}

/** Sends a request without retries. Throws ModelError unless the status is 2xx. */
export async function askOnce(http: BatchHttp, path: string, init: RequestInit = {}): Promise<Response> {
  const { port, baseUrl, headers } = http;
  const exchange: Exchange = { url: `${baseUrl}${path}`, request: null, status: null, headers: {}, response: '' };
  const deadline = AbortSignal.timeout(port.timeoutMs);
  const signal = http.signal === undefined ? deadline : AbortSignal.any([deadline, http.signal]);
  const initHeaders = init.headers as Record<string, string> | undefined;
  try {
    const answer = await port.fetch(exchange.url, {
      ...init,
      headers: { ...headers, ...initHeaders },
      signal,
      redirect: 'error',
    });
    exchange.status = answer.status;
    for (const name of ['retry-after', 'retry-after-ms']) {
      const value = answer.headers.get(name);
      if (value !== null) exchange.headers[name] = value;
    }
    if (answer.ok) return answer;
    exchange.response = await answer.text();
    throw new ModelError('unreadable-reply', `HTTP ${answer.status}`);
  } catch (error) {
    http.signal?.throwIfAborted();
    const service = { name: 'The batch service', provider: 'batch' };
    const facts = exchange.response === '' ? null : readAnswer(exchange);
    const failure = facts?.error == null ? null : failureOf(facts.error, exchange, service, error);
    if (failure instanceof ModelError) throw failure;
    // Refusals concern a single prompt, but this request is about a whole batch.
    if (failure !== null)
      throw new ModelError('request-rejected', `${service.name} rejected the request: ${facts?.error?.message}`);
    throw transportFailure(error, exchange, service, deadline.aborted);
  }
}

/** Streams the lines of a response as JSON. Throws ModelError `unreadable-reply` for a malformed line. */
export async function* jsonLines(answer: Response): AsyncGenerator<unknown> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parsed(line);
  }
  if (rest.trim() !== '') yield parsed(rest);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (cause) {
    throw new ModelError('unreadable-reply', "A line of a batch's results is not JSON.", { cause });
  }
}
