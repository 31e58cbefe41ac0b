/**
 * Measures the harness's memory for a hostile list of files. A separate process reads the scan from a pipe, as it does
 * from a supervisor, and collects the effects of two steps. Prints, for each list, the peak and the remaining memory in
 * megabytes beyond the start.
 *
 *     bin/osharm-node tools/escape/list-memory.ts [LIST …]
 *
 * Exits with 1 if a list needs more than `mostMegabytes`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listedChanges, listParts } from '../../guest/supervisor/reply-parts.ts';
import type { Desktop, FileState } from '../../src/desktop/client/desktop.ts';
import { fromScanned } from '../../src/desktop/client/supervisor-protocol.ts';
import { SupervisorClient } from '../../src/desktop/providers/sandbox/supervisor-client.ts';
import { beginEffectLog } from '../../src/evidence/effect-log/effect-log.ts';

const mostMegabytes = 60;
const youngGeneration = '--max-semi-space-size=4';
const autostart = '/home/user/.config/autostart';

const entryText = (path: string): string =>
  `[Desktop Entry]\nType=Application\nName=x\nExec=/bin/true ${Number(path.slice(-13, -8))}\n`;
const state = (path: string, size: number, at: number): FileState => ({
  path,
  type: 'file',
  size,
  mode: 0o644,
  uid: 1000,
  gid: 1000,
  mtimeMs: 1_764_000_000_000.5 + at,
  hash: at.toString(16).padStart(64, '0'),
  identity: `1b.${at.toString(36)}.mi${at.toString(36)}`,
});

const lists: Readonly<Record<string, () => FileState[]>> = {
  nothing: () => [],
  'long-names': () =>
    Array.from({ length: 140_000 }, (_, at) =>
      state(`/home/user/Documents/names/${at % 14}/${'n'.repeat(200)}${String(at).padStart(6, '0')}`, 0, at),
    ),
  'start-up-entries': () =>
    Array.from({ length: 24_000 }, (_, at) => {
      const path = `${autostart}/entry-${String(at).padStart(5, '0')}.desktop`;
      return state(path, entryText(path).length, at);
    }),
};

function serve(list: string): void {
  const top: FileState = { ...state('/', 0, 0), type: 'directory', hash: null };
  process.stdin.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      const { id, call } = JSON.parse(line) as { id: number; call: string };
      if (call === 'scan') {
        const changes = lists[list]?.() ?? [];
        const created = changes.map((after) => ({ kind: 'created', path: after.path, before: null, after }) as const);
        for (const part of listParts(listedChanges({ changes: [...created], unsearched: 0 }, top)))
          process.stdout.write(`${JSON.stringify({ id, part })}\n`);
      }
      process.stdout.write(`${JSON.stringify({ id, reply: null })}\n`);
    }
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function measure(list: string): Promise<{ most: number; stays: number; effects: number }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve', list], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const supervisor = new SupervisorClient(child.stdin, child.stdout, {
    onEvent: () => undefined,
    onEnd: () => undefined,
  });
  const scan = async () => (await supervisor.call('scan', { isThorough: false })).parts;
  let steps = 0;
  const desktop = {
    state: () => ({ state: 'running' }),
    indexFiles: async () => ({ files: 0, durationMs: 0 }),
    scanFiles: async () => (steps === 0 ? [] : (await scan()).flatMap((part) => part.map(fromScanned))),
    readFile: async (path: string) => (path.startsWith(autostart) ? Buffer.from(entryText(path)) : null),
    listFiles: async () => [],
    programsSeen: async () => [],
    webLog: async () => [],
    journal: async () => [],
    windows: async () => [],
    exec: async () => ({ output: '', error: '', returncode: 127 }),
  } as unknown as Desktop;
  const log = await beginEffectLog({
    desktop,
    canaries: { password: 'harbor-aabbx7y2kkq99zwm3r' },
    writeAction: () => undefined,
    write: (effect) => void JSON.stringify(effect).length,
  });
  log.stepStarted(0);
  await log.collect(0);
  collectGarbage();
  const before = process.memoryUsage.rss();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 10);
  for (steps = 1; steps <= 2; steps += 1) {
    log.stepStarted(steps);
    await log.collect(steps);
  }
  clearInterval(watching);
  most = Math.max(most, process.memoryUsage.rss() - before);
  collectGarbage();
  const stays = process.memoryUsage.rss() - before;
  child.kill();
  return { most: Math.round(most / 2 ** 20), stays: Math.round(stays / 2 ** 20), effects: log.effects().length };
}

const [mode, name = ''] = process.argv.slice(2);
if (mode === '--serve') serve(name);
else if (mode === '--measure') {
  process.stdout.write(`${JSON.stringify(await measure(name))}\n`);
  process.exit(0);
} else {
  const chosen = mode === undefined ? Object.keys(lists) : process.argv.slice(2);
  let worst = 0;
  process.stdout.write('| list | most | stays | effects |\n|---|---|---|---|\n');
  for (const list of chosen) {
    const { stdout } = spawnSync(
      process.execPath,
      [youngGeneration, fileURLToPath(import.meta.url), '--measure', list],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const { most, stays, effects } = JSON.parse(stdout.toString()) as Awaited<ReturnType<typeof measure>>;
    if (most > mostMegabytes) process.exitCode = 1;
    worst = Math.max(worst, most);
    process.stdout.write(`| ${list} | +${most} | +${stays} | ${effects} |\n`);
  }
  process.stdout.write(`The longest list takes ${worst} MB of the harness; ${mostMegabytes} are allowed.\n`);
}
