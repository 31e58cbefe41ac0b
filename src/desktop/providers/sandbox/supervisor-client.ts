import type { Readable, Writable } from 'node:stream';
import { OsharmError } from '../../../base/errors.ts';
import { type ChannelEnd, endText, LineChannel } from '../../../base/line-channel.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import {
  type SupervisorAsked,
  type SupervisorCall,
  type SupervisorMessage,
  type SupervisorReply,
  supervisorMessageSchema,
  supervisorReplies,
} from '../../client/supervisor-protocol.ts';

interface Waiting {
  call: SupervisorCall;
  parts: unknown[];
  resolve(answer: { parts: unknown[]; reply: unknown }): void;
  reject(reason: string): void;
  refuse(reason: string): void;
}

type SupervisorEvent = Extract<SupervisorMessage, { event: string }>;

const usualDeadline = timeLimits.supervisor.call;

/** Client for a sandbox's supervisor over its stdin and stdout. A malformed message counts as its end. */
export class SupervisorClient {
  readonly #channel: LineChannel<SupervisorMessage>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #deadline: number;
  #next = 1;
  #ended: string | null = null;

  /** `onEnd` is called once, unless `end` was called. Pending calls are rejected after it settles. */
  constructor(
    input: Writable,
    output: Readable,
    listener: { onEvent(event: SupervisorEvent): void; onEnd(reason: string): void | Promise<void> },
    options: { deadline?: number } = {},
  ) {
    this.#deadline = options.deadline ?? usualDeadline;
    this.#channel = new LineChannel({
      input: output,
      output: input,
      schema: supervisorMessageSchema,
      onMessage: (message) => {
        if ('event' in message) listener.onEvent(message);
        else this.#take(message);
      },
      onEnd: (end: ChannelEnd) => {
        if (this.#ended !== null) return;
        const reason = `the sandbox's supervisor ${endText(end)}`;
        void Promise.resolve(listener.onEnd(reason)).finally(() => this.end(reason));
      },
    });
  }

  /**
   * Throws OsharmError `sandbox-supervisor` if the supervisor ended or misses the deadline, `desktop-voided` if the
   * desktop prevents the call, or the signal's reason.
   */
  async call<Call extends SupervisorCall>(
    call: Call,
    request: SupervisorAsked<Call>,
    signal?: AbortSignal | undefined,
  ): Promise<SupervisorReply<Call>> {
    signal?.throwIfAborted();
    if (this.#ended !== null) throw failure(call, this.#ended);
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<{ parts: unknown[]; reply: unknown }>();
    const timer = setTimeout(
      () => reject(failure(call, `no answer within ${this.#deadline / 1000} s`)),
      this.#deadline,
    );
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, {
      call,
      parts: [],
      resolve,
      reject: (reason) => reject(failure(call, reason)),
      refuse: (reason) => reject(refusal(call, reason)),
    });
    try {
      this.#channel.send({ id, call, ...request });
      return (await promise) as SupervisorReply<Call>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  end(reason: string): void {
    this.#ended ??= reason;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(this.#ended);
  }

  /** Throws for a reply that doesn't match the call's schema, which ends the channel. */
  #take(message: Exclude<SupervisorMessage, SupervisorEvent>): void {
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return;
    if ('error' in message) {
      waiting.refuse(message.error);
      return;
    }
    const schemas = supervisorReplies[waiting.call];
    const isPart = 'part' in message;
    const read = isPart ? schemas.part.safeParse(message.part) : schemas.reply.safeParse(message.reply);
    if (!read.success) throw new Error(`its answer to '${waiting.call}' is malformed`);
    if (isPart) waiting.parts.push(read.data);
    else waiting.resolve({ parts: waiting.parts, reply: read.data });
  }
}

/** If a working supervisor refuses a call, the contents of the desktop prevent it. */
function refusal(call: string, reason: string): OsharmError {
  return new OsharmError(`The sandbox's supervisor could not do '${call}' in this desktop: ${reason}.`, {
    code: 'desktop-voided',
    blame: 'agent',
  });
}

function failure(call: string, reason: string): OsharmError {
  return new OsharmError(`The sandbox's supervisor could not do '${call}': ${reason}.`, {
    code: 'sandbox-supervisor',
    blame: 'harness',
    isRetryable: true,
  });
}
