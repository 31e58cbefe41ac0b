import type { Duplex } from 'node:stream';
import { OsharmError, UsageError } from '../../../base/errors.ts';
import type { Desktop, DesktopSpec } from '../../client/desktop.ts';
import { closeAll } from '../close-all.ts';
import { errorMessage } from './error-message.ts';
import {
  type CallAnswer,
  callSchema,
  type DesktopFacts,
  describeDesktop,
  type HostCall,
  type HostedMethod,
  hostedMethods,
  optionalMethods,
  withSignal,
} from './host-calls.ts';
import type { SentContents } from './sent-contents.ts';

export interface LentDesktop {
  desktop: Desktop;
  /** Frees its place on the host. */
  free(): void;
}

interface Lender {
  create(spec: DesktopSpec, signal: AbortSignal): Promise<LentDesktop>;
  contents: SentContents;
}

interface RunningCall {
  answer: Promise<CallAnswer>;
  abort: AbortController;
  /** The desktop that it created. */
  created: Desktop | null;
}

/** A client's desktops, and its calls until their answers have arrived. */
export class HostClient {
  readonly #lender: Lender;
  readonly #desktops = new Map<string, LentDesktop>();
  readonly #calls = new Map<string, RunningCall>();
  /** Calls that must not be executed any more: a copy of their request may still arrive over an old connection. */
  readonly #ended = new Set<string>();
  #heardAt = Date.now();

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  silentMs(): number {
    return Date.now() - this.#heardAt;
  }

  /** `received`: calls whose answers may be forgotten. */
  heard(received: string): void {
    this.#heardAt = Date.now();
    for (const call of received.split(',')) {
      this.#calls.delete(call);
      this.#ended.add(call);
    }
  }

  /** Answers a repeated call with the first one's answer. */
  call(id: string, read: () => Promise<unknown>): Promise<CallAnswer> {
    const running = this.#calls.get(id);
    if (running !== undefined) return running.answer;
    if (this.#ended.has(id)) return Promise.resolve({});
    const call: RunningCall = { answer: Promise.resolve({}), abort: new AbortController(), created: null };
    call.answer = this.#answer(read, call);
    this.#calls.set(id, call);
    return call.answer;
  }

  /** Resolves when the call has ended. Closes a desktop that it created. */
  async cancel(id: string): Promise<void> {
    const running = this.#calls.get(id);
    running?.abort.abort(new Error('The client cancelled the call.'));
    await running?.answer;
    if (running?.created != null) await this.#close(running.created.id);
    this.#calls.delete(id);
    this.#ended.add(id);
  }

  facts(): Record<string, DesktopFacts> {
    return Object.fromEntries([...this.#desktops].map(([id, { desktop }]) => [id, describeDesktop(desktop)]));
  }

  /** `place`: a desktop's id, and after a slash a port inside it. */
  async open(place: string): Promise<Duplex> {
    const [id = '', port] = place.split('/');
    const { desktop } = this.#lent(id);
    if (port !== undefined) return desktop.connect(Number(port));
    if (desktop.control === undefined)
      throw new UsageError('This desktop has no reachable control server.', { code: 'host-control' });
    return desktop.control();
  }

  async close(): Promise<void> {
    const calls = [...this.#calls.values()];
    for (const { abort } of calls) abort.abort(new Error('The client is gone.'));
    await Promise.all(calls.map(({ answer }) => answer));
    const desktops = [...this.#desktops.keys()];
    await closeAll(desktops.map((id) => ({ close: () => this.#close(id) })));
  }

  async #answer(read: () => Promise<unknown>, running: RunningCall): Promise<CallAnswer> {
    let id: string | null = null;
    try {
      const call = callSchema.parse(await read());
      id = call.desktop;
      const result =
        id === null ? await this.#create(call, running) : await this.#execute(id, call, running.abort.signal);
      return { result, ...this.#factsOf(id) };
    } catch (error) {
      return { error: errorMessage(error), ...this.#factsOf(id) };
    }
  }

  #factsOf(id: string | null): { facts?: DesktopFacts } {
    const lent = id === null ? undefined : this.#desktops.get(id);
    return lent === undefined ? {} : { facts: describeDesktop(lent.desktop) };
  }

  async #create({ args }: HostCall, running: RunningCall): Promise<unknown> {
    const lent = await this.#lender.create(args[0] as DesktopSpec, running.abort.signal);
    const { desktop } = lent;
    this.#desktops.set(desktop.id, lent);
    running.created = desktop;
    const { id, provider, image, startTimings } = desktop;
    return { id, provider, image, startTimings, has: optionalMethods.filter((name) => desktop[name] !== undefined) };
  }

  async #execute(id: string, call: HostCall, signal: AbortSignal): Promise<unknown> {
    const { desktop } = this.#lent(id);
    const { method, args, content } = call;
    if (!isHosted(method)) throw new UsageError(`A desktop has no ${JSON.stringify(method)}.`, { code: 'host-route' });
    if (method === 'close') return this.#close(id);
    if (content !== undefined) {
      args[1] = this.#lender.contents.get(content);
      if (args[1] === null) throw new UsageError('The content was not sent.', { code: 'host-content' });
    }
    const act = desktop[method] as (...args: unknown[]) => Promise<unknown>;
    return act.apply(desktop, withSignal(method, args, signal));
  }

  async #close(id: string): Promise<void> {
    const { desktop, free } = this.#lent(id);
    try {
      await desktop.close();
    } finally {
      this.#desktops.delete(id);
      free();
    }
  }

  #lent(id: string): LentDesktop {
    const lent = this.#desktops.get(id);
    if (lent !== undefined) return lent;
    throw new OsharmError('The host closed the desktop, because this client was silent for too long.', {
      code: 'host-desktop',
      blame: 'harness',
      isRetryable: true,
      hint: 'Check the connection to the host; the sweep repeats the run.',
    });
  }
}

const isHosted = (method: string): method is HostedMethod => (hostedMethods as readonly string[]).includes(method);
