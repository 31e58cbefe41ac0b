import type { IncomingMessage, ServerResponse } from 'node:http';
import { awaitLater } from '../../base/expected-errors.ts';
import type { Desktop } from './desktop.ts';
import { GuardedProxy, sendJson } from './guarded-proxy.ts';
import { listen } from './listen.ts';
import type { RequestRule } from './request-guard.ts';

/** A desktop whose control server can be spoken to. */
export type ServedDesktop = Desktop & Required<Pick<Desktop, 'control'>>;

/** Ports inside a desktop that its clients reach by a port of this machine: OSWorld's client opens Chromium's and VLC's itself. */
export interface Forward {
  inside: number;
  outside: number;
}

const hint = 'Give other ports with --port, --chromium-port and --vlc-port.';

export interface ServedAddress {
  host: string;
  port: number;
  forwards: readonly Forward[];
  /**
   * Left out: numeric addresses and `localhost`, without a token. The token guards the control server; clients of the
   * forwards can't carry one.
   */
  rule?: RequestRule;
}

/**
 * One place where a desktop is served over HTTP: OSWorld's protocol as it is, and `POST /v2/reset`, which ends the
 * desktop and puts a fresh one in its place (204 once that is ready; requests that come meanwhile wait). `GET
 * /v2/desktop` says which one it is.
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

  /** Resolves once the desktop is ready and every port is open. EnvironmentError `port-taken`. */
  async start(): Promise<void> {
    for (const { proxy, port } of this.#proxies) await listen(proxy.server, { port, host: this.place.host, hint });
    await this.#desktop;
  }

  /** Ends the desktop and starts another. */
  async reset(): Promise<void> {
    const before = this.#desktop;
    this.#control.hangUp();
    const next = before
      .then((desktop) => desktop.close())
      // Any fault: the old desktop is gone, and a new one is what was asked for.
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

  /** What the place knows itself; false where the desktop's own server is asked. */
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
