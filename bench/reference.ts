/**
 * What a machine can do at this moment, by work that has nothing of osharm in it. Figures of the benchmark are kept in
 * history as ratios to these, so that a slower machine or a busy one does not look like a slower osharm.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findImage } from '../src/desktop/image/find-image.ts';
import type { HistoryLine } from './history.ts';
import { quantile, type ReferenceName, type ReferenceTimes } from './measure.ts';

/** All measurements of the references in one run of the benchmark. */
export class References {
  readonly #measured: ReferenceTimes[] = [];

  /** Measures both a few times. The benchmark does so before, between and after its parts. */
  async measure(): Promise<ReferenceTimes> {
    const computation = Array.from({ length: 9 }, compute);
    const container: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const time = await bareContainer();
      if (time !== null) container.push(time);
    }
    const times = { computation, container };
    this.#measured.push(times);
    return times;
  }

  /** Medians of all; null where one could not be measured. */
  medians(): HistoryLine['references'] {
    const median = (name: ReferenceName): number | null => {
      const times = this.#measured.flatMap((measured) => measured[name]);
      return times.length === 0 ? null : quantile(times, 0.5);
    };
    return { computation: median('computation'), container: median('container') };
  }
}

/** Hashes, sorts and parses the same data each time. */
function compute(): number {
  const start = performance.now();
  const hash = createHash('sha256');
  for (let turn = 0; turn < 40; turn += 1) hash.update(Buffer.alloc(500_000, turn));
  let seed = Number.parseInt(hash.digest('hex').slice(0, 8), 16);
  const words = Array.from({ length: 30_000 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return { key: seed.toString(36), value: seed };
  });
  JSON.parse(JSON.stringify(words.sort((a, b) => (a.key < b.key ? -1 : 1))));
  return performance.now() - start;
}

/** Milliseconds until an X server in a container with nothing else listens; null where there is no image. */
async function bareContainer(): Promise<number | null> {
  const image = await findImage();
  if (image === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'osharm-bench-container-'));
  const sockets = join(folder, 'sockets');
  mkdirSync(sockets, { mode: 0o777 });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(containerSpec(image.rootfs, sockets)));
  const name = `osharm-bench-${process.pid}`;
  const state = ['--root', join(folder, 'state')];
  const start = performance.now();
  const container = spawn('runc', [...state, 'run', '--bundle', folder, name], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    return (await untilListening(container, join(sockets, 'X9'))) - start;
  } finally {
    // As the first process of its namespace the X server gets no other signal before it has a handler for it.
    spawnSync('runc', [...state, 'kill', name, 'KILL']);
    if (container.exitCode === null) await once(container, 'exit', { signal: AbortSignal.timeout(10_000) });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilListening(container: ChildProcess, socket: string): Promise<number> {
  let message = '';
  container.stderr?.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  const deadline = performance.now() + 30_000;
  while (!existsSync(socket)) {
    if (container.exitCode !== null) throw new Error(`The bare container of the benchmark ended: ${message}`);
    if (performance.now() > deadline) throw new Error('The bare container of the benchmark took longer than 30 s.');
    await sleep(2);
  }
  return performance.now();
}

/** As small as it can be, for root and for an ordinary user: own namespaces, the image read-only, an X server. */
function containerSpec(rootfs: string, sockets: string) {
  const ids = (id: number) => [{ containerID: 0, hostID: id, size: 1 }];
  const namespaces = ['pid', 'ipc', 'mount', 'uts', 'network', ...(process.getuid?.() === 0 ? [] : ['user'])];
  return {
    ociVersion: '1.0.2',
    root: { path: rootfs, readonly: true },
    process: {
      user: { uid: 0, gid: 0 },
      args: ['Xvfb', ':9', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-terminate'],
      env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin'],
      cwd: '/',
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev'] },
      { destination: '/tmp/.X11-unix', type: 'none', source: sockets, options: ['bind'] },
    ],
    linux: {
      namespaces: namespaces.map((type) => ({ type })),
      ...(process.getuid?.() === 0
        ? {}
        : { uidMappings: ids(process.getuid?.() ?? 0), gidMappings: ids(process.getgid?.() ?? 0) }),
    },
  };
}
