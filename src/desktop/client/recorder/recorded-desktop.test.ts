import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DesktopDestroyedError } from '../desktop-destroyed-error.ts';
import { GuestWatch } from '../guest/guest-watch.ts';
import { GuestClient } from '../guest-client.ts';
import { RecordedDesktop } from './recorded-desktop.ts';
import { RecorderLink } from './recorder-link.ts';
import { recorderProgram } from './recorder-program.ts';

const key = '33'.repeat(32);
/** The machine's clock is an hour ahead in these tests. */
const aheadMs = 3_600_000;
let folder = '';
let home = '';
let server: Server;
let desktop: RecordedDesktop;
let pid = 0;
let whyGone: string | null = null;

/** OSWorld's endpoint for commands. */
async function listen(): Promise<string> {
  server = createServer(async (request, response) => {
    const { command } = JSON.parse(await text(request)) as { command: string[] };
    const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [output, error, returncode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    response.end(JSON.stringify({ status: 'success', output, error, returncode }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  whyGone = null;
  folder = mkdtempSync(join(tmpdir(), 'osharm-recorded-'));
  home = join(folder, 'home');
  mkdirSync(home);
  const name = folder.slice(-12);
  const program = join(folder, 'recorder');
  writeFileSync(program, recorderProgram({ key, name, places: [home], isWholeMachine: false, leaseSeconds: 60 }));
  const started = spawnSync('python3', ['-I', program], { encoding: 'utf8' });
  const facts = {
    time: 0,
    root: false,
    programs: 'polling',
    packets: false,
    events: true,
    python: '3',
    init: 'systemd',
    home: true,
    wayland: false,
  } as const;
  pid = (JSON.parse(started.stdout) as { pid: number }).pid;
  const guest = new GuestClient({ baseUrl: await listen() });
  const link = new RecorderLink({ key, name, exec: (command) => guest.exec(command), leaseSeconds: 60 });
  desktop = new RecordedDesktop(
    {
      id: 'one',
      provider: 'remote',
      image: 'remote',
      guest,
      kind: 'classic',
      display: { width: 1, height: 1 },
      password: 'password',
      startTimings: {},
      watch: new GuestWatch({ budget: null }),
      whyGone: async () => whyGone,
      connect: () => Promise.reject(new Error('There are no ports.')),
      close: async () => undefined,
    },
    { link, facts, aheadMs, notes: [] },
    { isNetworkClosed: true },
  );
});

afterEach(async () => {
  await desktop.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe('a desktop with a recorder inside', () => {
  it('reports changes in the sandbox’s format and by this machine’s clock', async () => {
    await desktop.indexFiles();
    const begun = Date.now();
    writeFileSync(join(home, 'file'), 'hello');
    const [change, ...rest] = await desktop.scanFiles();
    expect(rest).toEqual([]);
    expect(change).toMatchObject({ kind: 'created', path: join(home, 'file'), before: null });
    expect(change?.after).toMatchObject({ type: 'file', size: 5, path: join(home, 'file') });
    expect((change?.after?.mtimeMs ?? 0) + aheadMs).toBeGreaterThan(begun - 1_000);
    expect((await desktop.readFile(join(home, 'file')))?.toString()).toBe('hello');
  });

  it('reads a file as it is, even if it was other when the last scan sent it', async () => {
    await desktop.indexFiles();
    const [saved, read, check] = ['saved', 'read', 'check'].map((name) => join(home, name)) as [string, string, string];
    for (const file of [saved, read, check]) writeFileSync(file, 'old');
    await desktop.scanFiles();
    expect((await desktop.readFile(read))?.toString()).toBe('old');
    writeFileSync(read, 'new');
    expect((await desktop.readFile(read))?.toString()).toBe('new');
    await desktop.exec(['cp', read, saved]);
    expect((await desktop.readFile(saved))?.toString()).toBe('new');
    writeFileSync(check, 'other');
    await desktop.scanFiles();
    await desktop.execute('pass');
    writeFileSync(check, 'new');
    expect((await desktop.readFile(check))?.toString()).toBe('new');
  });

  it('leaves the harness’s own programs out, and keeps those of an action', async () => {
    await desktop.indexFiles();
    await desktop.exec(['sh', '-c', 'sleep 0.3; sleep 0.31']);
    await Promise.all([
      desktop.exec(['sleep', '0.4']),
      new Promise((resolve) => spawn('sleep', ['0.45']).once('close', resolve)),
    ]);
    const programs = await desktop.programsSeen(0);
    const sleeps = programs.filter(({ argv }) => argv[0] === 'sleep').map(({ argv }) => argv[1]);
    expect(sleeps).toContain('0.45');
    for (const own of ['0.3', '0.31', '0.4']) expect(sleeps).not.toContain(own);
  });

  it('keeps what it has seen when the recorder is killed, and says so', async () => {
    await desktop.indexFiles();
    writeFileSync(join(home, 'before'), '');
    await desktop.scanFiles();
    const gaps = (): string[] => desktop.unrecorded().map(({ channel }) => channel);
    expect(gaps()).toEqual(['services', 'programs']);
    process.kill(pid, 'SIGKILL');
    writeFileSync(join(home, 'after'), '');
    expect((await desktop.scanFiles()).map(({ path }) => path)).toEqual([join(home, 'before')]);
    expect(await desktop.programsSeen(0)).toEqual([]);
    expect(gaps()).toEqual(['services', 'programs', 'everything']);
  });

  it('keeps what it has seen when the agent ends the control server, and says that the rest is unknown', async () => {
    await desktop.indexFiles();
    writeFileSync(join(home, 'before'), '');
    await desktop.scanFiles();
    whyGone = 'its control server ended';
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await desktop.scanFiles()).map(({ path }) => path)).toEqual([join(home, 'before')]);
    expect(await Promise.all([desktop.programsSeen(0), desktop.processesAlive(), desktop.webLog()])).toEqual([
      [],
      [],
      [],
    ]);
    expect(desktop.unrecorded().at(-1)).toEqual({
      channel: 'everything',
      reason: 'The desktop was destroyed from inside: its control server ended.',
    });
    await expect(desktop.readFile(join(home, 'before'))).rejects.toThrow(DesktopDestroyedError);
    process.kill(pid);
  });

  it('lists files through the control server as soon as the recorder is silent', async () => {
    await desktop.indexFiles();
    writeFileSync(join(home, 'file'), 'hello');
    process.kill(pid, 'SIGKILL');
    expect((await desktop.listFiles(home)).map(({ path }) => path)).toContain(join(home, 'file'));
  });

  it('asks what was sent whenever requests are collected, so also after a check', async () => {
    const quiet = { sent: [], isWhole: true, hadRoute: true };
    const sent = [{ protocol: 'tcp', address: '198.51.100.7', port: 443, name: '' }];
    const gaps = (): string[] => desktop.unrecorded().map(({ channel }) => channel);
    await desktop.indexFiles();
    const ask = vi.spyOn(RecorderLink.prototype, 'ask');
    ask.mockResolvedValueOnce(quiet).mockResolvedValueOnce({ ...quiet, sent });
    expect(await desktop.webLog()).toEqual([]);
    expect(gaps()).toEqual(['programs']);
    expect(await desktop.webLog()).toEqual([]);
    expect(gaps()).toEqual(['services', 'programs']);
    ask.mockRestore();
  });

  it('a recorder that is silent before step 0 is an error', async () => {
    process.kill(pid, 'SIGKILL');
    await expect(desktop.indexFiles()).rejects.toMatchObject({ code: 'recorder-silent', blame: 'environment' });
  });
});
