import { EnvironmentError } from '../../../base/errors.ts';
import type { DesktopCapabilities, DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import type { GuestDesktop } from '../../client/guest/guest-desktop.ts';
import { startTimer } from '../../client/guest/meet-guest.ts';
import { waitForGuest } from '../../client/guest/wait-for-guest.ts';
import { GuestClient } from '../../client/guest-client.ts';
import { type GuestRecording, guestCapabilities, refuseNetwork } from '../guest-capabilities.ts';
import { OpenGuests } from '../open-guests.ts';
import { connectRemote } from './connect-remote.ts';
import { DesktopLeases, type DesktopPast } from './desktop-leases.ts';
import { type RemoteDesktopAddress, readDesktopList } from './desktop-list.ts';
import { commandHook, type ResetHook, urlHook } from './reset-hook.ts';

export interface RemoteOptions extends GuestRecording {
  /** Addresses, or files with addresses. */
  remote: readonly string[];
  resetCommand?: string;
  resetUrl?: string;
  /** Allows desktops that were used before and can't be reset. */
  allowDirty?: boolean;
  /** Maximum number of screenshots between two resets of a classic desktop; 0 for no limit. */
  screenshotBudget?: number;
  password?: string;
  imageName?: string;
  leaseFile?: string;
}

const readyMs = 300_000;

/** Desktops that run elsewhere. Each is leased to one run at a time. */
export class RemoteProvider implements DesktopProvider {
  readonly name = 'remote';
  readonly capabilities: DesktopCapabilities;
  /** Long, because another sweep may be using the desktops. */
  readonly createLimit = 3_600_000;
  readonly #options: RemoteOptions;
  readonly #desktops: readonly RemoteDesktopAddress[];
  readonly #reset: ResetHook | null;
  readonly #guests: OpenGuests;
  /** Desktops that failed last time. They are leased last. */
  readonly #doubtful = new Set<string>();
  readonly #leases: DesktopLeases;
  #hasTold = false;

  constructor(options: RemoteOptions) {
    this.capabilities = guestCapabilities(options, { end: false });
    this.#guests = new OpenGuests(this.name, options);
    this.#options = options;
    this.#desktops = readDesktopList(options.remote);
    this.#leases = new DesktopLeases(options.leaseFile);
    const { resetCommand, resetUrl } = options;
    this.#reset =
      resetCommand !== undefined ? commandHook(resetCommand) : resetUrl !== undefined ? urlHook(resetUrl) : null;
  }

  /** Throws EnvironmentError if no desktop answers. */
  async check(): Promise<void> {
    // With a reset hook, all desktops may be down until the reset starts them.
    if (this.#reset !== null) return;
    const faults = await Promise.all(
      this.#desktops.map(async ({ url, baseUrl }) => {
        const guest = new GuestClient({ baseUrl });
        try {
          await waitForGuest(guest, { what: url, deadline: 5_000 });
          return null;
        } catch (error) {
          this.#doubtful.add(url);
          return (error as Error).message;
        } finally {
          guest.close();
        }
      }),
    );
    const messages = faults.filter((fault) => fault !== null);
    if (messages.length === faults.length)
      throw new EnvironmentError(`No desktop answers. ${messages.slice(0, 3).join(' ')}`, {
        code: 'remote-unreachable',
      });
    for (const fault of messages) process.stderr.write(`note: ${fault}\n`);
  }

  async imageId(): Promise<string> {
    return this.#options.imageName ?? 'remote';
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<GuestDesktop> {
    refuseNetwork(this.name, spec.network);
    const { startTimings, mark } = startTimer();
    const urls = this.#desktops.map((desktop) => desktop.url);
    const { url, past } = await this.#leases.wait(urls, {
      signal,
      avoid: this.#doubtful,
      onWait: () => this.#tellOfOthers(urls),
    });
    mark('leased');
    const address = this.#desktops.find((desktop) => desktop.url === url) as RemoteDesktopAddress;
    try {
      const notes = await this.#clean(address, past, signal);
      mark('reset');
      const desktop = await this.#guests.meet({
        baseUrl: address.baseUrl,
        spec,
        what: `The desktop ${url}`,
        deadline: readyMs,
        signal,
        screenshotBudget: this.#options.screenshotBudget,
        screenshotsBefore: this.#reset === null ? past.screenshots : 0,
        onScreenshot: () => this.#leases.countScreenshot(url),
        image: this.#options.imageName ?? 'remote',
        password: this.#options.password,
        startTimings,
        mark,
        prepare: async () => notes,
        connect: (port, innerSignal) => connectRemote(address, port, innerSignal),
        release: () => this.#leases.release(url),
      });
      this.#doubtful.delete(url);
      return desktop;
    } catch (error) {
      this.#doubtful.add(url);
      // A desktop that was never reached is unchanged.
      this.#leases.release(url, !past.used && this.#reset === null);
      throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await this.#guests.close();
    } finally {
      this.#leases.close();
    }
  }

  #tellOfOthers(urls: readonly string[]): void {
    if (this.#hasTold) return;
    const other = urls
      .map((url) => this.#leases.holder(url))
      .find((processIdentity) => processIdentity !== null && processIdentity.pid !== process.pid);
    if (other == null) return;
    this.#hasTold = true;
    process.stderr.write(`note: every desktop is in use, one of them by process ${other.pid}; waiting for one.\n`);
  }

  /** Refuses a used desktop that can't be reset. Returns notes for the run's record. */
  async #clean(
    { url, baseUrl }: RemoteDesktopAddress,
    past: DesktopPast,
    signal?: AbortSignal | undefined,
  ): Promise<string[]> {
    if (this.#reset !== null) {
      await this.#reset(baseUrl, signal);
      this.#leases.wasReset(url);
      return [];
    }
    if (!past.used) return ['The desktop was not reset before its first use from this machine.'];
    if (this.#options.allowDirty === true)
      return [
        'The desktop was used before and not reset (--allow-dirty): what earlier runs left in it is still there.',
      ];
    throw new EnvironmentError(`The desktop ${url} was used by an earlier run, and no reset is configured.`, {
      code: 'desktop-dirty',
      hint: 'Add --reset-command or --reset-url; or --allow-dirty, which run.json records.',
    });
  }
}
