import { OsharmError } from '../../base/errors.ts';
import { patientFetch } from '../models/patient-fetch.ts';
import type { ForeignChannel } from './foreign-agent.ts';

/** Posts each message to the path of its type below an address. A connection that can't be made may be tried again. */
export function httpChannel(address: string): ForeignChannel {
  const base = address.replace(/\/+$/, '');
  // One id for a run, so that one server can hold several runs at once.
  const run = crypto.randomUUID();
  let isOpen = false;
  const ask: ForeignChannel['ask'] = async (request, signal) => {
    let answer: Response;
    let text: string;
    try {
      answer = await patientFetch(`${base}/${request.type}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-osharm-run': run },
        body: JSON.stringify(request),
        signal: signal ?? null,
      });
      text = await answer.text();
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
      if (answer.ok) return JSON.parse(text) as unknown;
    } catch {
      // Said below with what came.
    }
    throw new OsharmError(
      `The agent at ${base} answered ${request.type} with HTTP ${answer.status}: ${text.slice(0, 300)}`,
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
