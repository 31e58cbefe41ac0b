import { printable } from '../../base/record/unseen-text.ts';
import { GuestDesktop, type GuestDesktopParts } from '../client/guest/guest-desktop.ts';
import { type MeetOptions, meetGuest } from '../client/guest/meet-guest.ts';
import { GuestClient } from '../client/guest-client.ts';
import { RecordedDesktop } from '../client/recorder/recorded-desktop.ts';
import { startRecorder } from '../client/recorder/start-recorder.ts';
import { closeAll } from './close-all.ts';

export interface StartingGuest extends MeetOptions, Pick<GuestDesktopParts, 'image' | 'startTimings' | 'connect'> {
  baseUrl: string;
  /** Password of the desktop's user. Defaults to OSWorld's. */
  password?: string | undefined;
  /** Called once the server answers. Returns notes for the run's record. */
  prepare?(guest: GuestClient): Promise<readonly string[]>;
  /** Returns the reason if the desktop is known to have been ended from inside, else null. */
  whyGone?(guest: GuestClient): Promise<string | null>;
  /** Whether nothing inside can send anything to another machine. */
  isNetworkClosed?: boolean;
  mark(phase: string): void;
  /** Called when the desktop is closed. Not called if it failed to start. */
  release(): Promise<void> | void;
}

export class OpenGuests {
  readonly #provider: string;
  readonly #recordInside: boolean;
  readonly #open = new Set<GuestDesktop>();
  readonly #told = new Set<string>();
  #created = 0;

  constructor(provider: string, { recordInside = false }: { recordInside?: boolean | undefined } = {}) {
    this.#provider = provider;
    this.#recordInside = recordInside;
  }

  /** Throws EnvironmentError if the control server doesn't answer; the caller must then stop the machine. */
  async meet(starting: StartingGuest): Promise<GuestDesktop> {
    const guest = new GuestClient({ baseUrl: starting.baseUrl });
    try {
      const { kind, watch, display } = await meetGuest(guest, starting);
      const notes = (await starting.prepare?.(guest)) ?? [];
      const {
        image,
        password = 'password',
        startTimings,
        connect,
        whyGone,
        release,
        isNetworkClosed = false,
      } = starting;
      const recorder = this.#recordInside ? await startRecorder(guest, password, starting.signal) : null;
      for (const note of recorder?.notes ?? []) this.#tell(note);
      starting.mark('ready');
      this.#created += 1;
      const parts: GuestDesktopParts = {
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
      };
      const desktop: GuestDesktop =
        recorder === null ? new GuestDesktop(parts) : new RecordedDesktop(parts, recorder, { isNetworkClosed });
      this.#open.add(desktop);
      return desktop;
    } catch (error) {
      guest.close();
      throw error;
    }
  }

  /** Prints each limitation once, before the first run. */
  #tell(note: string): void {
    if (this.#told.has(note)) return;
    this.#told.add(note);
    process.stderr.write(`note: ${printable(note)}\n`);
  }

  async close(): Promise<void> {
    await closeAll(this.#open);
  }
}
