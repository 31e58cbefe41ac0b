import { OsharmError } from '../../../base/errors.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import type { Desktop, DesktopEnd, DesktopSpec } from '../../client/desktop.ts';
import { errorFrom } from './error-message.ts';
import {
  createdSchema,
  type DesktopFacts,
  endFrom,
  type HostCall,
  type HostedMethod,
  hostedMethods,
  optionalMethods,
  sentOnceFrom,
  withoutSignal,
} from './host-calls.ts';
import type { HostConnection } from './host-connection.ts';
import { contentHash } from './sent-contents.ts';

/** Creates a desktop on the host. */
export async function createHosted(
  connection: HostConnection,
  spec: DesktopSpec,
  signal?: AbortSignal | undefined,
): Promise<Desktop> {
  const { result, error } = await connection.call({ desktop: null, method: 'create', args: [spec] }, signal);
  if (error !== undefined) throw errorFrom(error);
  const { has, id, provider, image, startTimings } = createdSchema.parse(result);
  const hosted = new HostedCalls(connection, id);
  const missing = optionalMethods.filter((name) => !has.includes(name));
  const methods = hostedMethods.filter((name) => !(missing as readonly string[]).includes(name));
  const calls = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => hosted.call(method, args)]),
  ) as Pick<Desktop, HostedMethod>;
  return {
    ...calls,
    ...withoutUndefined({
      id,
      provider,
      image,
      startTimings,
      control: has.includes('control')
        ? (innerSignal?: AbortSignal) => connection.open(id, null, innerSignal)
        : undefined,
    }),
    state: () => hosted.end,
    notes: () => hosted.notes,
    connect: (port, innerSignal) => connection.open(id, port, innerSignal),
  };
}

/** Calls one desktop of a host, and caches the host’s latest facts about it. */
class HostedCalls {
  end: DesktopEnd = { state: 'running' };
  notes: readonly string[] = [];
  readonly #connection: HostConnection;
  readonly #id: string;
  #isClosed = false;

  constructor(connection: HostConnection, id: string) {
    this.#connection = connection;
    this.#id = id;
    connection.watch(id, (facts) => this.#tell(facts));
  }

  async call(method: HostedMethod, given: readonly unknown[]): Promise<unknown> {
    if (method === 'close') return this.#close();
    if (this.#isClosed) throw new OsharmError('The desktop was closed.', { code: 'desktop-closed', blame: 'harness' });
    return this.#ask(method, given);
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      await this.#ask('close', []);
    } catch (error) {
      // The host closes the desktops of a silent client.
      if (!(error instanceof OsharmError && isLostHost.has(error.code))) throw error;
    } finally {
      this.#connection.forget(this.#id);
      if (this.end.state === 'running') this.end = { state: 'closed' };
    }
  }

  async #ask(method: HostedMethod, given: readonly unknown[]): Promise<unknown> {
    const { ahead } = this.#connection;
    const [args, signal] = withoutSignal(method, given);
    const [first, content] = args;
    const request: HostCall = { desktop: this.#id, method, args };
    if (hasSince.has(method) && typeof first === 'number') request.args = args.with(0, first + ahead);
    if (method === 'writeFile' && Buffer.isBuffer(content) && content.length >= sentOnceFrom) {
      request.content = contentHash(content);
      request.args = args.with(1, null);
      await this.#connection.sendContent(request.content, content);
    }
    const { result, error, facts } = await this.#connection.call(request, signal);
    if (facts !== undefined) this.#tell(facts);
    if (error === undefined) return inOurTime(result, method, ahead);
    const thrown = errorFrom(error);
    if (thrown.code !== 'host-content' || !Buffer.isBuffer(content)) throw thrown;
    // Other contents took its place on the host.
    this.#connection.forgetContent(request.content ?? '');
    return this.#ask(method, given);
  }

  #tell(facts: DesktopFacts): void {
    if (this.#isClosed) return;
    this.end = endFrom(facts);
    this.notes = facts.notes;
  }
}

const isLostHost: ReadonlySet<string> = new Set(['host-connection', 'host-desktop']);

/** Methods whose first argument is a time, Unix milliseconds. */
const hasSince: ReadonlySet<HostedMethod> = new Set(['programsSeen', 'webLog']);
/** Methods whose results have times, Unix milliseconds. */
const hasTimes: ReadonlySet<HostedMethod> = new Set([
  'observe',
  'journal',
  'programsSeen',
  'processesAlive',
  'filesOpened',
  'webLog',
]);
const timeFields = ['time', 'until', 'startedAt'] as const;

/** Converts times of the host's clock to times of this machine's. */
function inOurTime(result: unknown, method: HostedMethod, ahead: number): unknown {
  if (!hasTimes.has(method)) return result;
  return Array.isArray(result) ? result.map((row: unknown) => shifted(row, ahead)) : shifted(result, ahead);
}

function shifted(row: unknown, ahead: number): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const times = Object.entries(row).filter(
    ([key, value]) => (timeFields as readonly string[]).includes(key) && typeof value === 'number',
  );
  return { ...row, ...Object.fromEntries(times.map(([key, value]) => [key, Math.round(value - ahead)])) };
}
