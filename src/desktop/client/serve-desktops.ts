import type { IncomingMessage, ServerResponse } from 'node:http';
import { awaitLater } from '../../base/expected-errors.ts';
import type { Desktop } from './desktop.ts';
import { GuardedProxy, sendJson } from './guarded-proxy.ts';
import { listen } from './listen.ts';
import type { RequestRule } from './request-guard.ts';

export type ServedDesktop = Desktop & Required<Pick<Desktop, 'control'>>;

/** OSWorld's client connects to the ports of Chromium and VLC directly, not through the control server. */
export interface Forward {
  inside: number;
  outside: number;
}

const hint = 'Choose other ports with --port, --chromium-port and --vlc-port.';

export interface ServedAddress {
  host: string;
  port: number;
  forwards: readonly Forward[];
  /** Defaults to no token. A token protects only the control server: clients of forwarded ports can't send one. */
  rule?: RequestRule;
}

/**
 * Serves one desktop over HTTP: OSWorld's protocol, `GET /v2/desktop`, and `POST /v2/reset`, which answers 204 when a
 * fresh desktop is ready. Requests that arrive meanwhile wait.
 */
export class DesktopPlace {
  readonly place: ServedAddress;
  readonly #create: (signal: AbortSignal) => Promise<ServedDesktop>;
  readonly #stopping = new AbortController();
  readonly #proxies: { proxy: GuardedProxy; port: number }[];
  readonly #control: GuardedProxy;
  #desktop: Promise<ServedDesktop>;
  #resets = 0;

  constructor(place: ServedAddress, create: (signal: AbortSignal) => Promise<ServedDesktop>) {
    this.place = place;
    this.#create = create;
    this.#desktop = create(this.#stopping.signal);
    awaitLater(this.#desktop);
    const rule = place.rule ?? { names: [] };
    this.#control = new GuardedProxy({
      open: async (signal) => (await this.#desktop).control(signal),
      rule,
      answer: (incoming, outgoing) => this.#answer(incoming, outgoing),
      hint: 'POST /v2/reset gives a fresh one.',
    });
    const forwards = place.forwards.map(({ inside, outside }) => ({
      proxy: new GuardedProxy({
        open: async (signal) => (await this.#desktop).connect(inside, signal),
        rule: { names: rule.names },
      }),
      port: outside,
    }));
    this.#proxies = [{ proxy: this.#control, port: place.port }, ...forwards];
  }

  /** Resolves when the desktop is ready. Throws EnvironmentError `port-taken`. */
  async start(): Promise<void> {
    for (const { proxy, port } of this.#proxies) await listen(proxy.server, { port, host: this.place.host, hint });
    await this.#desktop;
  }

  async reset(): Promise<void> {
    const before = this.#desktop;
    this.#control.hangUp();
    const next = before
      .then((desktop) => desktop.close())
      // Any fault: the old desktop is discarded, and the caller needs a new one.
      .catch(() => {})
      .then(() => this.#create(this.#stopping.signal));
    awaitLater(next);
    this.#desktop = next;
    this.#resets += 1;
    await next;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const { proxy } of this.#proxies) proxy.close();
    // Any fault: a desktop that never started has nothing to close.
    await this.#desktop.then((desktop) => desktop.close()).catch(() => {});
  }

  /** Returns false for requests that the desktop's server answers. */
  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    if (incoming.method === 'POST' && incoming.url === '/v2/reset') {
      incoming.resume();
      await this.reset();
      outgoing.writeHead(204).end();
      return true;
    }
    const desktop = await this.#desktop;
    if (incoming.method !== 'GET' || incoming.url !== '/v2/desktop') return false;
    sendJson(outgoing, 200, { id: desktop.id, image: desktop.image, state: desktop.state(), resets: this.#resets });
    return true;
  }
}
