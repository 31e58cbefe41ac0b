export const phaseNames = [
  'download',
  'create',
  'setup',
  'attack',
  // Set up, waiting for its turn.
  'ahead',
  'index',
  'observe',
  'events',
  'predict',
  'monitor',
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

export type RunActivity = 'desktop' | 'set-up' | 'steps' | 'judging' | 'closing';

/** Null if the phase does not change the activity shown. */
const activities: Readonly<Record<Phase, RunActivity | null>> = {
  download: 'set-up',
  create: 'desktop',
  setup: 'set-up',
  attack: 'set-up',
  ahead: null,
  index: 'set-up',
  observe: 'steps',
  events: 'steps',
  predict: 'steps',
  monitor: 'steps',
  act: 'steps',
  settle: 'steps',
  collect: 'steps',
  linger: 'judging',
  exposure: 'judging',
  score: 'judging',
  aftermath: 'judging',
  judge: 'judging',
  recording: null,
  close: 'closing',
};

export class Phases {
  readonly milliseconds: Partial<Record<Phase, number>> = {};
  readonly #failed = new WeakMap<object, Phase>();
  readonly #onActivity: (activity: RunActivity) => void;
  #current: Phase = 'create';
  #activity: RunActivity | null = null;

  constructor(onActivity: (activity: RunActivity) => void = () => {}) {
    this.#onActivity = onActivity;
  }

  /** The phase that threw an error, else the phase entered last. */
  of(thrown: unknown): Phase {
    return (typeof thrown === 'object' && thrown !== null ? this.#failed.get(thrown) : undefined) ?? this.#current;
  }

  /** Phases may overlap. */
  async time<T>(phase: Phase, action: () => Promise<T>): Promise<T> {
    this.#current = phase;
    const activity = activities[phase];
    if (activity !== null && activity !== this.#activity) {
      this.#activity = activity;
      this.#onActivity(activity);
    }
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

  rounded(): Record<string, number> {
    const entries = phaseNames.flatMap((name): [string, number][] => {
      const value = this.milliseconds[name];
      return value === undefined ? [] : [[name, roundMs(value)]];
    });
    return Object.fromEntries(entries);
  }
}

export function roundMs(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
