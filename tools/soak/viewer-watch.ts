// Measures what watching costs a run: bin/osharm-node tools/soak/viewer-watch.ts [--rounds 6] [--seconds 10] Uses one
// desktop with a window that draws. Alternates SECONDS with the viewer's page and SECONDS without. Prints medians of a
// step's operations.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { Desktops } from '../../src/results/viewer/live/desktops.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '6' }, seconds: { type: 'string', default: '10' } },
});
const rounds = Number(values.rounds);
const roundMs = Number(values.seconds) * 1000;
const run = realpathSync(mkdtempSync(join(tmpdir(), 'viewer-watch-')));
const provider = new SandboxProvider();
const times = { watched: new Map<string, number[]>(), alone: new Map<string, number[]>() };
let pictures = 0;

try {
  await provider.check();
  const desktop = await provider.create({ width: 1920, height: 1080, run });
  await desktop.launch(['gnome-terminal', '--maximize']);
  await desktop.settle({ newWindowSince: [] });
  const desktops = new Desktops();
  for (let round = 0; round < rounds * 2; round += 1) {
    const kind = round % 2 === 0 ? 'alone' : 'watched';
    const ends = performance.now() + roundMs;
    const watching = (async () => {
      while (kind === 'watched' && performance.now() < ends) {
        if ((await desktops.picture(run)) !== null) pictures += 1;
        await sleep(2000);
      }
    })();
    while (performance.now() < ends) {
      await timed(kind, 'act', () => desktop.execute('import pyautogui; pyautogui.write("ls -la\\n")'));
      await timed(kind, 'settle', () => desktop.settle());
      await timed(kind, 'observe', () => desktop.observe({ settle: false }));
    }
    await watching;
  }
} finally {
  await provider.close();
  rmSync(run, { recursive: true, force: true });
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const p95 = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? Number.NaN;
process.stdout.write(`${pictures} pictures\n`);
for (const [what, alone] of times.alone) {
  const watched = times.watched.get(what) ?? [];
  process.stdout.write(
    `${what}: alone ${median(alone).toFixed(0)} ms (p95 ${p95(alone).toFixed(0)}, n ${alone.length}), ` +
      `watched ${median(watched).toFixed(0)} ms (p95 ${p95(watched).toFixed(0)}, n ${watched.length})\n`,
  );
}

async function timed(kind: 'watched' | 'alone', what: string, action: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await action();
  const list = times[kind].get(what) ?? [];
  list.push(performance.now() - start);
  times[kind].set(what, list);
}
