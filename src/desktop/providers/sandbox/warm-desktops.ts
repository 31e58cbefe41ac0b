import type { DesktopEnd, DesktopSpec } from '../../client/desktop.ts';

/** Milliseconds after a lease until the next desktop starts, so that the new run gets the CPU first. */
const usualRestMs = 3000;

interface Warm<D> {
  desktop: Promise<D>;
  isReady: boolean;
}

interface WarmDesktop {
  state(): DesktopEnd;
  close(): Promise<void>;
}

/** Keeps desktops ready for the most recently requested spec. */
export class WarmDesktops<D extends WarmDesktop> {
  readonly #count: number;
  readonly #start: (spec: DesktopSpec, signal: AbortSignal) => Promise<D>;
  readonly #restMs: number;
  readonly #ending = new AbortController();
  #spec = '';
  #warm: Warm<D>[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    count: number,
    start: (spec: DesktopSpec, signal: AbortSignal) => Promise<D>,
    restMs: number = usualRestMs,
  ) {
    this.#count = count;
    this.#start = start;
    this.#restMs = restMs;
  }

  get ready(): number {
    return this.#warm.filter((warm) => warm.isReady).length;
  }

  /** Returns a ready desktop for this spec, or null, and schedules the next start. */
  async take({ run: _, ...spec }: DesktopSpec): Promise<D | null> {
    const wanted = JSON.stringify(spec);
    if (wanted !== this.#spec) {
      this.#spec = wanted;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      void this.#discard(this.#warm.splice(0));
    }
    this.#later(spec);
    for (;;) {
      const at = this.#warm.findIndex((warm) => warm.isReady);
      if (at === -1) return null;
      const [first] = this.#warm.splice(at, 1);
      const desktop = await first?.desktop;
      if (desktop?.state().state === 'running') return desktop;
      // Any fault: the desktop ended while it waited.
      await desktop?.close().catch(() => {});
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#ending.abort(new Error('No more desktops are needed.'));
    await this.#discard(this.#warm.splice(0));
  }

  #later(spec: DesktopSpec): void {
    if (this.#ending.signal.aborted || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#fill(spec);
    }, this.#restMs);
    // The timer must not keep the process alive.
    this.#timer.unref();
  }

  #fill(spec: DesktopSpec): void {
    if (this.#ending.signal.aborted || this.#warm.length >= this.#count) return;
    const warm: Warm<D> = { desktop: this.#start(spec, this.#ending.signal), isReady: false };
    this.#warm.push(warm);
    warm.desktop.then(
      () => {
        warm.isReady = true;
        this.#fill(spec);
      },
      () => {
        this.#warm = this.#warm.filter((other) => other !== warm);
      },
    );
  }

  async #discard(warm: readonly Warm<D>[]): Promise<void> {
    // Any fault: the desktops end with this process anyway.
    await Promise.all(warm.map(({ desktop }) => desktop.then((item) => item.close()).catch(() => {})));
  }
}
