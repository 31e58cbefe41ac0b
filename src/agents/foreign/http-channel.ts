import { OsharmError } from '../../base/errors.ts';
import { boundedText, TooLong } from '../models/bounded-text.ts';
import { patientFetch } from '../models/patient-fetch.ts';
import { agentSpeaker, type ForeignChannel, type Speaker } from './foreign-channel.ts';

/** Posts each message to `ADDRESS/TYPE`. A failed connection is retryable. */
export function httpChannel(address: string, speaker: Speaker = agentSpeaker(address)): ForeignChannel {
  const base = address.replace(/\/+$/, '');
  const { kind, blame } = speaker;
  // Identifies the run, so that one server can serve several runs at the same time.
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
      text = await boundedText(answer, speaker.longestReply);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof TooLong)
        throw new OsharmError(`The ${kind} at ${base} answered ${request.type} with more than ${cause.limit} bytes.`, {
          code: `${kind}-failed`,
          blame,
        });
      throw new OsharmError(`The ${kind} at ${base} can't be reached: ${(cause as Error).message}`, {
        code: `${kind}-unreachable`,
        blame: 'environment',
        isRetryable: true,
        hint: `Start it, or check the address after --${kind}.`,
        cause,
      });
    }
    isOpen = true;
    try {
      if (answer.ok) return JSON.parse(text) as unknown;
    } catch {
      // The error below quotes the response.
    }
    throw new OsharmError(
      `The ${kind} at ${base} answered ${request.type} with HTTP ${answer.status}: ${text.slice(0, 300)}`,
      {
        code: `${kind}-failed`,
        blame,
      },
    );
  };
  return {
    ask,
    async close() {
      if (!isOpen) return;
      await ask({ type: 'close' }, AbortSignal.timeout(5000)).catch(() => {});
    },
  };
}
