import { GuestDesktop, type GuestDesktopParts } from '../client/guest/guest-desktop.ts';
import { type MeetOptions, meetGuest } from '../client/guest/meet-guest.ts';
import { GuestClient } from '../client/guest-client.ts';
import { closeAll } from './close-all.ts';

export interface StartingGuest extends MeetOptions, Pick<GuestDesktopParts, 'image' | 'startTimings' | 'connect'> {
  baseUrl: string;
  /** Password of the desktop's user. Defaults to OSWorld's. */
  password?: string | undefined;
  /** Called once the server answers. Returns notes for the run's record. */
  prepare?(guest: GuestClient): Promise<readonly string[]>;
  /** Returns the reason if the desktop is known to have been ended from inside, else null. */
  whyGone?(guest: GuestClient): Promise<string | null>;
  mark(phase: string): void;
  /** Called when the desktop is closed. Not called if it failed to start. */
  release(): Promise<void> | void;
}

export class OpenGuests {
  readonly #provider: string;
  readonly #open = new Set<GuestDesktop>();
  #created = 0;

  constructor(provider: string) {
    this.#provider = provider;
  }

  /** Throws EnvironmentError if the control server doesn't answer; the caller must then stop the machine. */
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

  async close(): Promise<void> {
    await closeAll(this.#open);
  }
}
