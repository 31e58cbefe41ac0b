import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownIdentity } from '../../base/record/lease/process-identity.ts';
import { desktopsFolder } from './desktops-folder.ts';
import { noteRun, runningDesktops } from './running-desktops.ts';

let temporary: string;
let results: string;
const servers: Server[] = [];

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'desktops-'));
  results = join(temporary, 'results');
  mkdirSync(results);
  vi.stubEnv('TMPDIR', temporary);
  mkdirSync(desktopsFolder(), { mode: 0o700 });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(temporary, { recursive: true, force: true });
});

/** A desktop's folder as the sandbox makes it; `owner` stands in its name. */
async function desktop(owner: string): Promise<string> {
  const folder = join(desktopsFolder(), owner);
  mkdirSync(folder);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, 'desktop'), resolve));
  servers.push(server);
  return join(folder, 'desktop');
}

const alive = () => `${process.pid}-${ownIdentity().start}-aBc123`;

it('a run’s desktop is found by the note next to its socket, also through links', async () => {
  const control = await desktop(alive());
  expect(runningDesktops()).toEqual([]);
  symlinkSync(results, join(temporary, 'link'));
  noteRun(control, join(temporary, 'link'));
  expect(runningDesktops()).toEqual([{ run: results, control }]);
});

it('desktops of exited processes are forgotten', async () => {
  noteRun(await desktop(`${process.pid}-1-aBc123`), results);
  expect(runningDesktops()).toEqual([]);
});

it('a file that is not a socket and a note that is a link are ignored', async () => {
  const control = await desktop(alive());
  writeFileSync(join(temporary, 'elsewhere'), results);
  symlinkSync(join(temporary, 'elsewhere'), join(control, '../run'));
  expect(runningDesktops()).toEqual([]);
  const folder = join(desktopsFolder(), `${alive()}4`);
  mkdirSync(folder);
  symlinkSync('/run/some-other-socket', join(folder, 'desktop'));
  noteRun(join(folder, 'desktop'), results);
  expect(runningDesktops()).toEqual([]);
});

it('a folder that others can write to is not trusted', async () => {
  noteRun(await desktop(alive()), results);
  chmodSync(desktopsFolder(), 0o770);
  expect(runningDesktops()).toEqual([]);
});
