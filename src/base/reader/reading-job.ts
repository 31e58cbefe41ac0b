import type { z } from 'zod';

export interface ReadingLimits {
  /** Processor time, which does not depend on the load of the machine, unlike elapsed time. */
  milliseconds: number;
  /** Elapsed milliseconds, without the time spent waiting for answers. */
  clock: number;
  replyBytes: number;
  /** Maximum number of calls back to the caller. */
  questions: number;
}

const usualLimits: ReadingLimits = { milliseconds: 10_000, clock: 60_000, replyBytes: 4 * 2 ** 20, questions: 5_000 };

/** A pool of reader processes. `pictures` is for OCR, whose engine takes a second to start. */
export type ReadingLane = 'documents' | 'pictures';

export interface ReadingJob<Input, Reply> {
  /** The URL of the module that exports the function. */
  module: string;
  name: string;
  reply: z.ZodType<Reply>;
  limits: ReadingLimits;
  lane: ReadingLane;
  /** The function itself, for its types only: it is never called in this process. */
  work: (input: Input, ask: AskBack) => Reply | Promise<Reply>;
}

/** Calls back into the parent for data that only the parent can fetch, for example a file of the desktop. */
export type AskBack = (call: string, ...parameters: (string | string[])[]) => Promise<unknown>;

/** `module` is the module's `import.meta.url`. */
export function defineReading<Input, Reply>(
  reading: Pick<ReadingJob<Input, Reply>, 'module' | 'work' | 'reply'> & {
    limits?: Partial<ReadingLimits>;
    lane?: ReadingLane;
  },
): ReadingJob<Input, Reply> {
  const { limits, lane = 'documents', ...rest } = reading;
  return { ...rest, name: reading.work.name, lane, limits: { ...usualLimits, ...limits } };
}

/** `reason` is a predicate, such as "took longer than 20 s". `clock` is in milliseconds, without time in the queue. */
export type Reading<Reply> = { clock: number } & ({ isRead: true; reply: Reply } | { isRead: false; reason: string });
