export const phaseNames = [
  'download',
  'create',
  'setup',
  'attack',
  // Set up, and not its turn yet.
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

/** What a run is doing, as people follow it. Its steps are reported one by one. */
export type Activity = 'desktop' | 'set-up' | 'steps' | 'judging' | 'closing';

/** Null: the phase says nothing new about what the run is doing. */
const activities: Readonly<Record<Phase, Activity | null>> = {
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

/** Milliseconds by phase of one run, and which phase is going on. */
export class Phases {
  readonly milliseconds: Partial<Record<Phase, number>> = {};
  readonly #failed = new WeakMap<object, Phase>();
  readonly #onActivity: (activity: Activity) => void;
  #current: Phase = 'create';
  #activity: Activity | null = null;

  /** `onActivity` is called where what the run is doing changes. */
  constructor(onActivity: (activity: Activity) => void = () => {}) {
    this.#onActivity = onActivity;
  }

  /** Where an error happened: the phase that threw it, else the one that was entered last. */
  of(thrown: unknown): Phase {
    return (typeof thrown === 'object' && thrown !== null ? this.#failed.get(thrown) : undefined) ?? this.#current;
  }

  /** Times `action` as part of `phase`; returns what it returns. Phases may run side by side. */
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
