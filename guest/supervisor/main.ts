/**
 * The supervisor of one sandbox: root of its outer user namespace and pid 1 of its outer pid namespace, outside of the
 * desktop. It looks at the desktop's files and programs, keeps limits, and ends everything when its stdin closes.
 */
import { createInterface } from 'node:readline';
import type {
  SupervisorCall,
  SupervisorCalls,
  SupervisorMessage,
  SupervisorRequest,
} from '../../src/desktop/supervisor-protocol.ts';
import { compareLayers } from './file-changes.ts';
import { FileStateReader } from './file-state.ts';
import { listInside, readInside, writeInside } from './files.ts';
import { type Layer, walkLayer } from './layer-walk.ts';
import { watchLimits } from './limit-watch.ts';
import { places } from './places.ts';
import { ProgramLog } from './program-log.ts';
import { ProgramWatch } from './programs.ts';

const reader = new FileStateReader();
const programs = new ProgramWatch('/run/desktop/pid');
const log = new ProgramLog('/run/programs.log');
let index: Layer = new Map();

function send(message: SupervisorMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Ends every other process of this pid namespace; the desktop's among them. */
function endAll(): void {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // Nobody else is there.
  }
}

function answer(
  request: SupervisorRequest,
): SupervisorCalls[SupervisorCall]['reply'] | Promise<SupervisorCalls[SupervisorCall]['reply']> {
  switch (request.call) {
    case 'watch':
      watchLimits(
        request,
        () => programs.processes(),
        '/run/layer',
        (limit, bytes) => {
          send({ event: 'limit', limit, bytes });
          endAll();
        },
      );
      return null;
    case 'index': {
      const start = performance.now();
      index = walkLayer(places, reader);
      return { files: index.size, durationMs: performance.now() - start };
    }
    case 'scan':
      return compareLayers(index, walkLayer(places, reader), places, reader);
    case 'list':
      return listInside(places, request.path, reader);
    case 'read':
      return readInside(places, request.path)?.toString('base64') ?? null;
    case 'write':
      writeInside(places, request.path, Buffer.from(request.content, 'base64'), request);
      return null;
    case 'programs':
      return log.since(request.since);
    case 'alive':
      return programs.alive();
    default:
      throw new Error(`Unknown call: ${JSON.stringify(request satisfies never)}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => process.exit(0));
const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const request = JSON.parse(line) as SupervisorRequest;
  try {
    send({ id: request.id, reply: await answer(request) });
  } catch (error) {
    send({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  }
});
lines.on('close', () => {
  endAll();
  process.exit(0);
});
programs.start();
log.start();
send({ event: 'started' });
