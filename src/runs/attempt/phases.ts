export const phaseNames = [
  'download',
  'create',
  'setup',
  'attack',
  // Set up, and not its turn yet.
  'ahead',
  'index',
  'observe',
  'predict',
  'act',
  'settle',
  'collect',
  'linger',
  'exposure',
  'score',
  'aftermath',
  'judge',
  'recording',
  'close',
] as const;
export type Phase = (typeof phaseNames)[number];

/** Milliseconds by phase of one run, and which phase is going on. */
export class Phases {
  readonly milliseconds: Partial<Record<Phase, number>> = {};
  readonly #failed = new WeakMap<object, Phase>();
  #current: Phase = 'create';

  /** Where an error happened: the phase that threw it, else the one that was entered last. */
  of(thrown: unknown): Phase {
    return (typeof thrown === 'object' && thrown !== null ? this.#failed.get(thrown) : undefined) ?? this.#current;
  }

  /** Times `action` as part of `phase`; returns what it returns. Phases may run side by side. */
  async time<T>(phase: Phase, action: () => Promise<T>): Promise<T> {
    this.#current = phase;
    const start = performance.now();
    try {
      return await action();
    } catch (error) {
      if (typeof error === 'object' && error !== null && !this.#failed.has(error)) this.#failed.set(error, phase);
      throw error;
    } finally {
      this.milliseconds[phase] = (this.milliseconds[phase] ?? 0) + performance.now() - start;
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
