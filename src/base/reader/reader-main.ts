/** The reader process, `reader-main PARENT [PRELOADS]`: runs one job after another and exits with its parent. */

import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { OsharmError } from '../errors.ts';
import { awaitLater } from '../expected-errors.ts';
import type { Preload } from './preloads.ts';
import { type FromReader, MessageUnpacker, type ToReader } from './reader-messages.ts';
import type { AskBack } from './reading-job.ts';

type Work = (input: unknown, ask: AskBack) => unknown;

/** Synchronous: a hanging job would block a buffered message and keep its time limit from starting. */
const say = (message: FromReader): void => {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(3, line, at);
};

/** A hanging job can't notice that stdin closed, so a thread ends the process when its parent exits. */
const watch = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;
new Worker(watch, { eval: true, workerData: Number(process.argv[2]) }).unref();

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}
const waiting = new Map<number, Waiting>();
let questions = 0;

/** Loads extensions before the first job. A failure is reported to the caller that needs the extension. */
const prepared = (async () => {
  for (const { module, name, input } of JSON.parse(process.argv[3] ?? '[]') as Preload[])
    await ((await import(module)) as Record<string, (input: unknown) => unknown>)[name]?.(input);
})();
awaitLater(prepared);

async function read(message: Extract<ToReader, { kind: 'read' }>): Promise<void> {
  const { id } = message;
  const ask: AskBack = (call, ...parameters) => {
    const question = questions++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(question, { resolve, reject });
    say({ kind: 'ask', id, question, call, parameters });
    return promise;
  };
  try {
    await prepared;
    const work = ((await import(message.module)) as Record<string, Work | undefined>)[message.name];
    if (work === undefined) throw new Error(`${message.module} has no ${message.name}.`);
    say({ kind: 'begun', id });
    const reply = (await work(message.input, ask)) ?? null;
    if (JSON.stringify(reply).length > message.replyBytes)
      throw new Error(`it returns more than ${Math.ceil(message.replyBytes / 2 ** 20)} MB`);
    say({ kind: 'reply', id, reply, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    if (error instanceof OsharmError) {
      const { message: words, code, blame, isRetryable, hint } = error;
      say({ kind: 'raised', id, message: words, code, blame, isRetryable, hint });
    } else {
      const words = `can't be read (${String((error as Error)?.message ?? error).slice(0, 300)})`;
      say({ kind: 'failed', id, message: words, residentBytes: process.memoryUsage.rss() });
    }
  }
}

const unpacker = new MessageUnpacker();
process.stdin.on('data', (chunk: Buffer) => {
  for (const message of unpacker.take(chunk)) {
    if (message.kind === 'read') {
      void read(message);
      continue;
    }
    const resolvers = waiting.get(message.question);
    waiting.delete(message.question);
    if (message.kind === 'answer') resolvers?.resolve(message.value);
    else resolvers?.reject(new Error('The question was refused.'));
  }
});
process.stdin.on('end', () => process.exit(0));
say({ kind: 'ready' });
