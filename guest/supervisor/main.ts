/**
 * The supervisor of one sandbox: root and pid 1 of its outer namespaces, outside the desktop. It reads the desktop's
 * files and processes, enforces limits, and ends everything when its stdin closes.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { LineChannel } from '../../src/base/line-channel.ts';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import {
  type SupervisorMessage,
  type SupervisorRequest,
  supervisorRequestSchema,
} from '../../src/desktop/client/supervisor-protocol.ts';
import { compareLayers } from './file-changes.ts';
import { FileStateReader } from './file-state.ts';
import { listInside, readInside, writeInside } from './files.ts';
import { type InsidePath, openInside } from './inside-path.ts';
import { type Layer, walkLayer } from './layer-walk.ts';
import { watchLimits } from './limit-watch.ts';
import { LoadWatch } from './load-watch.ts';
import { mappedFiles } from './mapped-files.ts';
import { ownOpens } from './own-opens.ts';
import { places } from './places.ts';
import { ProgramLog } from './program-log.ts';
import { ProgramWatch } from './programs.ts';
import { contentParts, listedChanges, listParts } from './reply-parts.ts';

/** Milliseconds. The index precedes the agent's first action, so if it is slow, the machine is the cause. */
const longestIndex = 45_000;

const reader = new FileStateReader();
const programs = new ProgramWatch('/run/desktop/pid');
const log = new ProgramLog('/run/programs.log', (reason) => send({ event: 'log-ended', reason }));
const load = new LoadWatch();
let index: Layer = new Map();

function send(message: SupervisorMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Kills the first process of each container, and thereby the whole container. The logs continue. */
function endDesktop(): void {
  for (const name of ['desktop', 'internet']) {
    try {
      process.kill(Number(readFileSync(`/run/${name}/pid`, 'utf8')), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

function endAll(): void {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // No other process exists.
  }
}

async function watchOpens(paths: readonly string[]): Promise<string | null> {
  const files: InsidePath[] = [];
  try {
    for (const path of paths) {
      const file = openInside(places, path, { followLast: false });
      if (file === null) continue;
      files.push(file);
      if (file.stat.isFile()) ownOpens.watch(file.path, file.stat);
    }
    return await log.watchOpens(
      files
        .filter(({ stat }) => stat.isFile())
        .map(({ descriptor, path }) => ({ here: `/proc/${process.pid}/fd/${descriptor}`, path })),
    );
  } finally {
    for (const file of files) file.close();
  }
}

interface Answer {
  parts?: Iterable<unknown>;
  reply: unknown;
}

async function answer(request: SupervisorRequest): Promise<Answer> {
  switch (request.call) {
    case 'watch':
      watchLimits(
        request,
        () => programs.processes(),
        '/run/layer',
        (limit, amount) => {
          send({ event: 'limit', limit, amount });
          endDesktop();
        },
        load,
      );
      return { reply: null };
    case 'index': {
      const start = performance.now();
      reader.startScan(null, longestIndex);
      index = walkLayer(places, reader, start + longestIndex);
      return { reply: { files: index.size, durationMs: performance.now() - start } };
    }
    case 'scan': {
      const until = performance.now() + timeLimits.supervisor.walk;
      reader.startScan(request.isThorough ? 'all' : mappedFiles(programs.processes()));
      const changes = compareLayers(index, walkLayer(places, reader, until), places, reader, until);
      return { parts: listParts(listedChanges(changes, reader.read(places.root, '/'))), reply: null };
    }
    case 'list':
      return { parts: listParts(listInside(places, request.path, reader)), reply: null };
    case 'read': {
      const content = readInside(places, request.path);
      if (content === null) return { reply: { is: 'missing' } };
      if (!Buffer.isBuffer(content)) return { reply: { is: 'too-large', bytes: content.bytes } };
      return { parts: contentParts(content), reply: { is: 'whole' } };
    }
    case 'write':
      writeInside(places, request.path, Buffer.from(request.content, 'base64'), request);
      return { reply: null };
    case 'end-programs':
      await programs.end();
      return { reply: null };
    case 'programs':
      return { parts: listParts(await log.since(request.since)), reply: null };
    case 'watch-opens':
      return { reply: await watchOpens(request.paths) };
    case 'opens':
      return { parts: listParts(await log.openedSince(request.since)), reply: null };
    case 'load':
      return { reply: { starvedMs: load.starvedMs(performance.now()) } };
    case 'alive':
      return { parts: listParts(programs.alive()), reply: null };
    default:
      throw new Error(`Unknown call: ${JSON.stringify(request satisfies never)}`);
  }
}

/** Replies are sent one after the other, so that at most one part is buffered. */
let sending: Promise<void> = Promise.resolve();

async function reply(request: SupervisorRequest): Promise<void> {
  const { id } = request;
  try {
    const { parts = [], reply } = await answer(request);
    const before = sending;
    const started = (async () => {
      await before;
      for (const part of parts) {
        send({ id, part });
        if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
      }
      send({ id, reply });
    })();
    sending = started.catch(() => undefined);
    await started;
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => process.exit(0));
new LineChannel({
  input: process.stdin,
  schema: supervisorRequestSchema,
  longest: Number.POSITIVE_INFINITY,
  onMessage: (request) => void reply(request),
  onEnd: () => {
    endAll();
    process.exit(0);
  },
});
programs.start();
log.start();
send({ event: 'started' });
