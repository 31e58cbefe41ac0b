import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ProgramLog } from './program-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'program-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ProgramLog', () => {
  it('ProgramLog counts the programs that it drops', async () => {
    const path = join(folder, 'log');
    const server = createServer((socket) => {
      for (let at = 1; at <= 20_001; at++)
        socket.write(`${JSON.stringify({ time: at, pid: at, parent: 1, uid: 0, argv: ['x'] })}\n`);
      socket.on('data', (bytes) => {
        for (const mark of bytes.toString().trim().split('\n')) socket.write(`{"mark":${mark}}\n`);
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const log = new ProgramLog(path, () => undefined);
    log.start();
    const all = await log.since(0);
    expect(all).toHaveLength(18_001);
    // Neither what came first nor what came last is hidden by a flood.
    expect([all[0]?.time, all[5000]?.time, all.at(-1)?.time]).toEqual([1, 7001, 20_001]);
    expect(all.flatMap(({ lost }) => lost ?? [])).toEqual([2_000]);
    expect(all[5000]?.lost).toBe(2_000);
    expect((await log.since(10_000))[0]?.lost).toBeUndefined();
    server.close();
  }, 20_000);
});
