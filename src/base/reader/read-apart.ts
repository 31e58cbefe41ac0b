import { availableParallelism } from 'node:os';
import { OsharmError } from '../errors.ts';
import { type ProcessOutcome, type ReaderAnswers, ReaderProcess } from './reader-process.ts';
import type { Reading, ReadingJob, ReadingLane, ReadingLimits } from './reading-job.ts';

const mostProcesses: Record<ReadingLane, number> = {
  documents: Math.min(8, Math.max(2, availableParallelism())),
  pictures: 1,
};
/** Attempts for one job if something outside osharm kills its reader. */
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
 * Reads a file that an agent created, in a pooled process. `input` is plain data with byte arrays at most two levels
 * deep. If the job exceeds a limit, ends its process or throws, the result carries the reason. Rejects with an
 * OsharmError that the job raised, the error of one of `answers`, the signal's reason, or `reader-start`.
 */
export async function readApart<Input, Reply>(
  work: ReadingJob<Input, Reply>,
  input: Input,
  options: { answers?: ReaderAnswers; signal?: AbortSignal | undefined; limits?: Partial<ReadingLimits> } = {},
): Promise<Reading<Reply>> {
  const { answers = {}, signal, limits } = options;
  const readingJob = { ...work, limits: { ...work.limits, ...limits } } as unknown as ReadingJob<unknown, unknown>;
  const lane = lanes[work.lane];
  // A finishing job hands its place to the next in the queue.
  if (lane.running >= mostProcesses[work.lane]) await new Promise<void>((resolve) => lane.queue.push(resolve));
  else lane.running++;
  try {
    signal?.throwIfAborted();
    const start = performance.now();
    let isFresh = false;
    for (let turn = 1; ; turn++) {
      const { outcome, isReused } = await readOnce(lane, readingJob, input, { answers, signal, isFresh });
      // Earlier jobs may have filled the memory of a reused process, so retry in a fresh one.
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

export function closeIdleReaders(): void {
  for (const lane of Object.values(lanes)) for (const reader of lane.idle.splice(0)) reader.close();
}
