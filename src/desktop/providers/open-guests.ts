import { GuestDesktop, type GuestDesktopParts } from '../client/guest/guest-desktop.ts';
import { type MeetOptions, meetGuest } from '../client/guest/meet-guest.ts';
import { GuestClient } from '../client/guest-client.ts';
import { closeAll } from './close-all.ts';

/** A desktop that is starting: how its server is met, and what it is once the server answers. */
export interface StartingGuest extends MeetOptions, Pick<GuestDesktopParts, 'image' | 'startTimings' | 'connect'> {
  /** Address of its control server. */
  baseUrl: string;
  /** Of the desktop's user; the default is OSWorld's. */
  password?: string | undefined;
  /** Prepares the desktop once its server answers. Returns what a reader of the run should know. */
  prepare?(guest: GuestClient): Promise<readonly string[]>;
  /** Why the desktop is gone, where it is certain that something inside ended it; else null. */
  whyGone?(guest: GuestClient): Promise<string | null>;
  /** Notes a phase of the start. */
  mark(phase: string): void;
  /** Gives back the machine when the desktop is closed; never called for one that did not start. */
  release(): Promise<void> | void;
}

/** The open desktops of a provider that knows them by their control server alone. */
export class OpenGuests {
  readonly #provider: string;
  readonly #open = new Set<GuestDesktop>();
  #created = 0;

  constructor(provider: string) {
    this.#provider = provider;
  }

  /** Waits for the server, and gives the desktop. Throws EnvironmentError where it doesn't answer; what started it is the caller's to end. */
  async meet(starting: StartingGuest): Promise<GuestDesktop> {
    const guest = new GuestClient({ baseUrl: starting.baseUrl });
    try {
      const { kind, watch, display } = await meetGuest(guest, starting);
      const notes = (await starting.prepare?.(guest)) ?? [];
      starting.mark('ready');
      this.#created += 1;
      const { image, password = 'password', startTimings, connect, whyGone, release } = starting;
      const desktop: GuestDesktop = new GuestDesktop({
        id: `${this.#provider}-${process.pid}-${this.#created}`,
        provider: this.#provider,
        image,
        guest,
        kind,
        display,
        password,
        startTimings,
        watch,
        notes,
        connect,
        whyGone: whyGone === undefined ? undefined : () => whyGone(guest),
        close: async () => {
          this.#open.delete(desktop);
          await release();
        },
      });
      this.#open.add(desktop);
      return desktop;
    } catch (error) {
      guest.close();
      throw error;
    }
  }

  /** Closes all of them; where one can't be closed the others still are, and then its error is thrown. */
  async close(): Promise<void> {
    await closeAll(this.#open);
  }
}
