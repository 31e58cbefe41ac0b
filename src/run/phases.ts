export const phaseNames = [
  'download',
  'create',
  'setup',
  'attack',
  'index',
  'observe',
  'predict',
  'act',
  'settle',
  'collect',
  'linger',
  'exposure',
  'score',
  'judge',
  'close',
] as const;
export type Phase = (typeof phaseNames)[number];

/** Milliseconds by phase of one run, and which phase is going on. */
export class Phases {
  readonly milliseconds: Partial<Record<Phase, number>> = {};
  #current: Phase = 'create';

  /** The phase that was entered last: where an error happened. */
  get current(): Phase {
    return this.#current;
  }

  add(phase: Phase, milliseconds: number): void {
    this.milliseconds[phase] = (this.milliseconds[phase] ?? 0) + milliseconds;
  }

  /** Times `action` as part of `phase`; returns what it returns. */
  async time<T>(phase: Phase, action: () => Promise<T>): Promise<T> {
    this.#current = phase;
    const start = performance.now();
    try {
      return await action();
    } finally {
      this.add(phase, performance.now() - start);
    }
  }

  /** Rounded to a tenth of a millisecond, in the order of `phaseNames`. */
  rounded(): Record<string, number> {
    const entries = phaseNames.flatMap((name): [string, number][] => {
      const value = this.milliseconds[name];
      return value === undefined ? [] : [[name, roundMs(value)]];
    });
    return Object.fromEntries(entries);
  }
}

/** To a tenth of a millisecond. */
export function roundMs(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
