/** Starts the desktop's programs and serves the control protocol until the display ends. */

import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { GuestHealth } from '../../src/desktop/client/protocol.ts';
import { createControlServer } from '../server/control-server.ts';
import { createPythonWorker } from '../server/python-worker.ts';
import { attachDesktop } from './attach.ts';
import { startDesktop } from './desktop.ts';
import type { UserAccount } from './environment.ts';
import { attachedEnvironment, findAccount, ownAccount, sessionEnvironment } from './environment.ts';
import { createProcesses } from './processes.ts';

/** As root, creates folders, starts cron and switches permanently to the desktop's user. Otherwise does nothing. */
function dropToUser(account: UserAccount, runtimeFolder: string): void {
  if (process.getuid?.() !== 0 || account.uid === 0) return;
  for (const folder of ['/tmp/.X11-unix', '/tmp/.ICE-unix']) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o1777);
  }
  mkdirSync(runtimeFolder, { recursive: true });
  chmodSync(runtimeFolder, 0o700);
  chownSync(runtimeFolder, account.uid, account.gid);
  const { PATH = '/usr/sbin:/usr/bin:/sbin:/bin' } = process.env;
  spawn('cron', ['-f'], { env: { PATH, LANG: 'C.UTF-8' }, stdio: 'ignore' }).on('error', () => {});
  (process as { initgroups?(user: string, group: number): void }).initgroups?.(account.name, account.gid);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}

const startedAt = performance.now();
const setting = (name: string, usual: string) => process.env[name] || usual;
const size = { width: Number(setting('SESSION_WIDTH', '1920')), height: Number(setting('SESSION_HEIGHT', '1080')) };
const display = setting('SESSION_DISPLAY', setting('DISPLAY', ':0'));
/** Where to listen: an inherited descriptor such as `3`, `tcp:ADDRESS:PORT`, or the path of a socket. */
const listen = setting('SESSION_LISTEN', '3');
/** True in an existing desktop: the session starts no programs and keeps its user. */
const isAttached = setting('SESSION_ATTACH', '') !== '';

const self = ownAccount(process.env, { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
const found = isAttached ? self : (findAccount(setting('SESSION_USER', 'user')) ?? { ...self, home: '/tmp' });
const account = { ...found, home: setting('SESSION_HOME', found.home) };
const runtimeFolder = setting('SESSION_RUNTIME', `/run/user/${account.uid}`);

process.umask(0o022);
if (!isAttached) {
  dropToUser(account, runtimeFolder);
  mkdirSync(runtimeFolder, { recursive: true, mode: 0o700 });
}

const environment = (isAttached ? attachedEnvironment : sessionEnvironment)(account, display, runtimeFolder);
const around = { environment, home: account.home };
const pythonFolder = setting('SESSION_PYTHON', join(dirname(fileURLToPath(import.meta.url)), 'python'));
const processes = createProcesses(environment, account.home);
const python = createPythonWorker(join(pythonFolder, 'session_worker.py'), around);
const desktop = isAttached ? attachDesktop(processes, around, size) : startDesktop(processes, around, { size, python });

let usableSince: number | null = null;

/** A desktop that is otherwise usable waits briefly for panel and wallpaper, then counts as ready without them. */
async function health(): Promise<GuestHealth> {
  const state = await desktop.state();
  const isPython = python.isReady();
  const isUsable = state.windowManager && state.accessibility && isPython;
  if (isUsable) usableSince ??= performance.now();
  const isWhole = state.panel && (state.start?.parts.every((part) => part.state === 'ready') ?? true);
  const hasWaited = usableSince !== null && performance.now() - usableSince > timeLimits.start.decoration;
  return {
    protocol: 2,
    ready: isUsable && (isWhole || hasWaited),
    ...state,
    python: isPython,
    uptimeMs: performance.now() - startedAt,
  };
}

/** Only TCP needs a guard: a descriptor or a socket is accessible to the harness alone. */
const rule = listen.startsWith('tcp:')
  ? { names: setting('SESSION_NAMES', '').split(/[\s,]+/), token: process.env.SESSION_TOKEN || undefined }
  : null;
const server = createControlServer(
  {
    around,
    screen: () => desktop.screen,
    accessibility: desktop.accessibility,
    python,
    health,
  },
  rule,
);

function listenOptions(where: string): { fd: number } | { host: string; port: number } | { path: string } {
  if (/^\d+$/.test(where)) return { fd: Number(where) };
  const tcp = /^tcp:(.+):(\d+)$/.exec(where);
  return tcp === null ? { path: where } : { host: tcp[1] as string, port: Number(tcp[2]) };
}

function end(code: number): void {
  processes.end();
  process.exit(code);
}

process.on('uncaughtException', (error) => console.error(error));
process.on('unhandledRejection', (error) => console.error(error));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
// Exit code 3 tells systemd not to restart the server of an existing desktop whose display has ended.
desktop.ended.catch((error: Error) => {
  console.error(error.message);
  end(isAttached ? 3 : 1);
});
server.on('error', (error) => {
  console.error(error.message);
  end(1);
});
server.listen(listenOptions(listen));
