import { type StartPhase, timeLimits } from '../../../base/record/time-limits.ts';
import type { GuestHealth, ProgramExit, StartPart } from '../../client/protocol.ts';

export type PhaseLimits = Readonly<Record<StartPhase, number>>;

/** What is wrong with a start: the phase that took too long, or never will end. */
export interface LatePhase {
  phase: StartPhase;
  /** As the end of a sentence: `the window manager was not there after 26 s (last seen: …)`. */
  message: string;
}

/** The phases before the session inside answers, in their order. */
const outside = ['namespaces', 'files', 'containers'] as const;
type OutsidePhase = (typeof outside)[number];

const phaseNames: Readonly<Record<StartPhase, string>> = {
  namespaces: 'the namespaces of the sandbox were',
  files: 'the mounts and the network of the sandbox were',
  containers: 'the control server in the container was',
  display: 'the X server was',
  bus: 'the session bus was',
  windowManager: 'the window manager was',
  accessibility: 'the accessibility bus was',
  input: 'the Python interpreter for input was',
};

/** Parts that a desktop is used without. */
const decorations: ReadonlySet<StartPart['part']> = new Set(['panel', 'background']);
const decorationNames = { panel: 'The panel', background: 'The wallpaper' };

/** Follows the start of one desktop: which phase it is in, since when, and what was last seen of it. */
export class StartWatch {
  readonly #limits: PhaseLimits;
  readonly #now: () => number;
  readonly #start: number;
  #phase: OutsidePhase = 'namespaces';
  #since: number;
  #last = 'started';
  #health: GuestHealth | null = null;
  readonly #took: Record<string, number> = {};

  constructor(limits: Partial<PhaseLimits> = {}, now: () => number = () => performance.now()) {
    this.#limits = { ...timeLimits.start.phases, ...limits };
    this.#now = now;
    this.#start = now();
    this.#since = this.#start;
  }

  /** A phase outside of the desktop begins. */
  begin(phase: OutsidePhase): void {
    if (outside.indexOf(phase) <= outside.indexOf(this.#phase)) return;
    this.#took[this.#phase] = this.#now() - this.#since;
    this.#phase = phase;
    this.#since = this.#now();
    this.#last = 'started';
  }

  /** What the start script or the control server said last. */
  saw(last: string): void {
    this.#last = last;
  }

  answered(health: GuestHealth): void {
    // The session has worked since it runs; its first answer comes later.
    if (this.#health === null) this.#took[this.#phase] = Math.max(0, this.#now() - this.#since - health.uptimeMs);
    this.#took.session = health.uptimeMs;
    this.#health = health;
  }

  /** The phase that is over its limit, or has failed; null: it goes on in time. */
  late(): LatePhase | null {
    if (this.#health === null) {
      const limit = this.#limits[this.#phase];
      if (this.#now() - this.#since <= limit) return null;
      return {
        phase: this.#phase,
        message: `${phaseNames[this.#phase]} not there after ${limit / 1000} s (last seen: ${this.#last})`,
      };
    }
    for (const { part, state, forMs, tries, last } of this.#health.start?.parts ?? []) {
      if (part === 'panel' || part === 'background' || state === 'ready') continue;
      const isLate = state === 'starting' && forMs > this.#limits[part];
      if (state !== 'failed' && !isLate) continue;
      // What waits for a part that failed has failed too: the first one is named.
      return {
        phase: part,
        message: `${phaseNames[part]} not there after ${seconds(forMs)} and ${tries} starts (last seen: ${last})`,
      };
    }
    return null;
  }

  /** What it is doing, for the time-out of the whole start: `windowManager for 3.2 s (…)`. */
  state(): string {
    if (this.#health === null) return `${this.#phase} for ${seconds(this.#now() - this.#since)} (${this.#last})`;
    const open = (this.#health.start?.parts ?? []).filter(({ state }) => state !== 'ready' && state !== 'waiting');
    if (open.length === 0) return `the parts are started, not all of them answer: ${partsOf(this.#health)}`;
    return open.map(({ part, forMs, last }) => `${part} for ${seconds(forMs)} (${last})`).join(', ');
  }

  /** Milliseconds that each phase took, those inside as the session measured them. */
  timings(): Record<string, number> {
    const inside = (this.#health?.start?.parts ?? []).filter(({ state }) => state === 'ready');
    const all = [...Object.entries(this.#took), ...inside.map(({ part, forMs }): [string, number] => [part, forMs])];
    return Object.fromEntries(all.map(([phase, ms]) => [phase, Math.round(ms * 10) / 10]));
  }

  /** Programs that ended while the desktop started, as lines. */
  exits(): string[] {
    return (this.#health?.start?.exits ?? []).map(exitText);
  }

  /** What the record says of a desktop that came up, but not as it should have. */
  notes(): string[] {
    const parts = this.#health?.start?.parts ?? [];
    return [
      ...parts.flatMap(({ part, state, tries, last }) => {
        if (state !== 'ready' && decorations.has(part))
          return [
            `${decorationNames[part as keyof typeof decorationNames]} was missing when the desktop started (${last}).`,
          ];
        return tries > 1 ? [`The desktop's ${part} was started ${tries} times.`] : [];
      }),
      ...this.exits(),
    ];
  }
}

function exitText({ program, code, signal, afterMs, stderr }: ProgramExit): string {
  const words = stderr.replace(/\s+/g, ' ').trim().slice(-300);
  return `${program} ended with ${signal ?? code} after ${seconds(afterMs)}${words === '' ? '' : `: ${words}`}`;
}

const partsOf = ({ windowManager, panel, accessibility, python }: GuestHealth): string =>
  JSON.stringify({ windowManager, panel, accessibility, python });

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
