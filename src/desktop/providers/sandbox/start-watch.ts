import { type StartPhase, timeLimits } from '../../../base/record/time-limits.ts';
import type { GuestHealth, ProgramExit, StartPart } from '../../client/protocol.ts';

export type PhaseLimits = Readonly<Record<StartPhase, number>>;

export interface LatePhase {
  phase: StartPhase;
  /** End of a sentence: `the window manager was not ready after 26 s (last seen: …)`. */
  message: string;
}

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

/** A desktop is usable without these parts. */
const decorations: ReadonlySet<StartPart['part']> = new Set(['panel', 'background']);
const decorationNames = { panel: 'The panel', background: 'The wallpaper' };

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

  begin(phase: OutsidePhase): void {
    if (outside.indexOf(phase) <= outside.indexOf(this.#phase)) return;
    this.#took[this.#phase] = this.#now() - this.#since;
    this.#phase = phase;
    this.#since = this.#now();
    this.#last = 'started';
  }

  saw(last: string): void {
    this.#last = last;
  }

  answered(health: GuestHealth): void {
    // At its first answer, the session has been running for `uptimeMs`, which isn't part of this phase.
    if (this.#health === null) this.#took[this.#phase] = Math.max(0, this.#now() - this.#since - health.uptimeMs);
    this.#took.session = health.uptimeMs;
    this.#health = health;
  }

  late(): LatePhase | null {
    if (this.#health === null) {
      const limit = this.#limits[this.#phase];
      if (this.#now() - this.#since <= limit) return null;
      return {
        phase: this.#phase,
        message: `${phaseNames[this.#phase]} not ready after ${limit / 1000} s (last seen: ${this.#last})`,
      };
    }
    for (const { part, state, forMs, tries, last } of this.#health.start?.parts ?? []) {
      if (part === 'panel' || part === 'background' || state === 'ready') continue;
      const isLate = state === 'starting' && forMs > this.#limits[part];
      if (state !== 'failed' && !isLate) continue;
      // Parts that depend on a failed part fail too, so report only the first one.
      return {
        phase: part,
        message: `${phaseNames[part]} not ready after ${seconds(forMs)} and ${tries} starts (last seen: ${last})`,
      };
    }
    return null;
  }

  /** Describes the current phase for timeout errors: `windowManager for 3.2 s (…)`. */
  state(): string {
    if (this.#health === null) return `${this.#phase} for ${seconds(this.#now() - this.#since)} (${this.#last})`;
    const open = (this.#health.start?.parts ?? []).filter(({ state }) => state !== 'ready' && state !== 'waiting');
    if (open.length === 0) return `the parts are started, not all of them answer: ${partsOf(this.#health)}`;
    return open.map(({ part, forMs, last }) => `${part} for ${seconds(forMs)} (${last})`).join(', ');
  }

  timings(): Record<string, number> {
    const inside = (this.#health?.start?.parts ?? []).filter(({ state }) => state === 'ready');
    const all = [...Object.entries(this.#took), ...inside.map(({ part, forMs }): [string, number] => [part, forMs])];
    return Object.fromEntries(all.map(([phase, ms]) => [phase, Math.round(ms * 10) / 10]));
  }

  exits(): string[] {
    return (this.#health?.start?.exits ?? []).map(exitText);
  }

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
