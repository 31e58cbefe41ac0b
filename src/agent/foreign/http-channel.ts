import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { OsharmError } from '../../errors.ts';
import type { ForeignChannel } from './foreign-agent.ts';

/** Posts each message to the path of its type below an address. A connection that can't be made may be tried again. */
export function httpChannel(address: string): ForeignChannel {
  const base = address.replace(/\/+$/, '');
  // One id for a run, so that one server can hold several runs at once.
  const run = crypto.randomUUID();
  let isOpen = false;
  const ask: ForeignChannel['ask'] = async (request, signal) => {
    let answer: { status: number; text: string };
    try {
      answer = await post(`${base}/${request.type}`, { 'x-osharm-run': run }, JSON.stringify(request), signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new OsharmError(`The agent at ${base} can't be reached: ${(cause as Error).message}`, {
        code: 'agent-unreachable',
        blame: 'environment',
        isRetryable: true,
        hint: 'Start it, or check the address after --agent.',
        cause,
      });
    }
    isOpen = true;
    try {
      if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as unknown;
    } catch {
      // Said below with what came.
    }
    throw new OsharmError(
      `The agent at ${base} answered ${request.type} with HTTP ${answer.status}: ${answer.text.slice(0, 300)}`,
      {
        code: 'agent-failed',
        blame: 'agent',
      },
    );
  };
  return {
    ask,
    async close() {
      if (!isOpen) return;
      // An agent need not have anything to close.
      await ask({ type: 'close' }, AbortSignal.timeout(5000)).catch(() => {});
    },
  };
}

/** Not by `fetch`, which gives up on a server that thinks for more than five minutes: only the caller's signal ends it. */
function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  const request = new URL(address).protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        method: 'POST',
        // A connection of its own: one that is kept may have been closed by the server while the desktop was busy.
        agent: false,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        ...(signal === undefined ? {} : { signal }),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.once('error', reject);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
