import { availableParallelism } from 'node:os';
import { OsharmError } from '../errors.ts';
import { type ProcessOutcome, type ReaderAnswers, ReaderProcess } from './reader-process.ts';
import type { Reading, ReadingJob, ReadingLane, ReadingLimits } from './reading-job.ts';

/** Processes that read at a time. */
const mostProcesses: Record<ReadingLane, number> = {
  documents: Math.min(8, Math.max(2, availableParallelism())),
  pictures: 1,
};
/** A process that somebody else ended is replaced this often for one piece of reading. */
const mostTries = 2;

interface Lane {
  idle: ReaderProcess[];
  running: number;
  queue: (() => void)[];
}

const lanes: Record<ReadingLane, Lane> = {
  documents: { idle: [], running: 0, queue: [] },
  pictures: { idle: [], running: 0, queue: [] },
};

/**
 * Reads something that an agent made in a process of its own, which is kept for the next. `input` is plain data; byte
 * arrays may stand in it one or two levels deep. What is too large, takes too long, ends the reader or makes it throw
 * is not read, with the reason: that is never an error. `limits`: others than the job's own. Rejects with errors of
 * ours that the reading raised, with whatever an answer threw, with the signal's reason, and with `reader-start` where
 * this machine can't start a process.
 */
export async function readApart<Input, Reply>(
  work: ReadingJob<Input, Reply>,
  input: Input,
  options: { answers?: ReaderAnswers; signal?: AbortSignal | undefined; limits?: Partial<ReadingLimits> } = {},
): Promise<Reading<Reply>> {
  const { answers = {}, signal, limits } = options;
  const readingJob = { ...work, limits: { ...work.limits, ...limits } } as unknown as ReadingJob<unknown, unknown>;
  const lane = lanes[work.lane];
  // Whoever ends hands its place on.
  if (lane.running >= mostProcesses[work.lane]) await new Promise<void>((resolve) => lane.queue.push(resolve));
  else lane.running++;
  try {
    signal?.throwIfAborted();
    const start = performance.now();
    let isFresh = false;
    for (let turn = 1; ; turn++) {
      const { outcome, isReused } = await readOnce(lane, readingJob, input, { answers, signal, isFresh });
      // What others left in the process is no fault of this input.
      if (outcome.kind === 'not-read' && outcome.isMemory === true && isReused) {
        isFresh = true;
        continue;
      }
      const clock = performance.now() - start;
      if (outcome.kind === 'reply') return { isRead: true, reply: checkedReply(work, outcome.reply), clock };
      if (outcome.kind === 'not-read') return { isRead: false, reason: outcome.reason, clock };
      if (turn >= mostTries) return { isRead: false, reason: 'ended its reader (SIGKILL)', clock };
    }
  } finally {
    const next = lane.queue.shift();
    if (next === undefined) lane.running--;
    else next();
  }
}

async function readOnce(
  lane: Lane,
  work: ReadingJob<unknown, unknown>,
  input: unknown,
  { answers, signal, isFresh }: { answers: ReaderAnswers; signal: AbortSignal | undefined; isFresh: boolean },
): Promise<{ outcome: ProcessOutcome; isReused: boolean }> {
  let reader = isFresh ? undefined : lane.idle.pop();
  while (reader !== undefined && !reader.isUsable) reader = lane.idle.pop();
  const readerProcess = reader ?? new ReaderProcess();
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => {
    readerProcess.close();
    stopped.reject(signal?.reason);
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const outcome = await Promise.race([readerProcess.read(work, input, answers), stopped.promise]);
    return { outcome, isReused: reader !== undefined };
  } finally {
    signal?.removeEventListener('abort', stop);
    if (readerProcess.isUsable) lane.idle.push(readerProcess);
    else readerProcess.close();
  }
}

function checkedReply<Reply>(work: Pick<ReadingJob<never, Reply>, 'name' | 'reply'>, reply: unknown): Reply {
  const read = work.reply.safeParse(reply);
  if (read.success) return read.data;
  throw new OsharmError(`${work.name} gave a malformed reply: ${read.error.message}`, {
    code: 'reader-reply',
    blame: 'harness',
  });
}

/** Ends the processes that wait for work. */
export function closeIdleReaders(): void {
  for (const lane of Object.values(lanes)) for (const reader of lane.idle.splice(0)) reader.close();
}
