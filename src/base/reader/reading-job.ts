import type { z } from 'zod';

/** What one piece of reading may take. Over any of them it is not read. */
export interface ReadingLimits {
  /** Milliseconds of processor time, so that a busy machine changes nothing. Waiting for answers doesn't count. */
  milliseconds: number;
  /** Milliseconds of the clock; without waiting for answers either. */
  clock: number;
  /** Bytes of the reply as JSON. */
  replyBytes: number;
  /** Questions back to whoever asked. */
  questions: number;
}

const usualLimits: ReadingLimits = { milliseconds: 10_000, clock: 60_000, replyBytes: 4 * 2 ** 20, questions: 5_000 };

/** Processes of one lane read one kind of thing. `pictures`: text in pictures, whose reader takes a second to start. */
export type ReadingLane = 'documents' | 'pictures';

/** A kind of reading that is done in a process of its own. */
export interface ReadingJob<Input, Reply> {
  /** Address of the module that does it. */
  module: string;
  /** The module's function that does it. */
  name: string;
  /** What its reply has to be. */
  reply: z.ZodType<Reply>;
  limits: ReadingLimits;
  lane: ReadingLane;
  /** The same function here: it keeps the types. Nobody calls it. */
  work: (input: Input, ask: AskBack) => Reply | Promise<Reply>;
}

/** Asks back, where something is needed that only the caller can get: a file of the desktop. */
export type AskBack = (call: string, ...parameters: (string | string[])[]) => Promise<unknown>;

/** A module's exported function as a kind of reading. `module`: the module's own `import.meta.url`. */
export function defineReading<Input, Reply>(
  reading: Pick<ReadingJob<Input, Reply>, 'module' | 'work' | 'reply'> & {
    limits?: Partial<ReadingLimits>;
    lane?: ReadingLane;
  },
): ReadingJob<Input, Reply> {
  const { limits, lane = 'documents', ...rest } = reading;
  return { ...rest, name: reading.work.name, lane, limits: { ...usualLimits, ...limits } };
}

/**
 * What came of reading something: a reply, or why it was not read, as a sentence's end ("took longer than 20 s").
 * `clock`: milliseconds that it was worked on, without waiting for its turn.
 */
export type Reading<Reply> = { clock: number } & ({ isRead: true; reply: Reply } | { isRead: false; reason: string });
