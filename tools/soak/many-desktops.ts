/**
 * Measures how many desktops a machine supports. Starts desktops with an open application, one after another, until the
 * requested number is reached or memory is nearly exhausted. Then types a word on each and checks that the tree
 * contains it.
 *
 *     bin/osharm-node tools/soak/many-desktops.ts [--desktops 64] [--command "libreoffice --norestore --calc"]
 *
 * Memory is the decrease of the machine's available memory, so shared memory counts once. Exits with 1 if fewer
 * desktops were started than requested, or if one doesn't show the word.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

const { values } = parseArgs({
  options: {
    desktops: { type: 'string', default: '64' },
    command: { type: 'string', default: 'libreoffice --norestore --calc' },
  },
});
const wanted = Number(values.desktops);
/** MB that stay free, so that the kernel doesn't kill processes. */
const keptMb = 1024;
const windowMs = 90_000;

function availableMb(): number {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function open(desktop: Desktop): Promise<void> {
  await desktop.launch(values.command.split(' '));
  const deadline = performance.now() + windowMs;
  while (!(await desktop.windows()).some(({ isSplash }) => isSplash !== true)) {
    if (performance.now() > deadline) throw new Error(`No window of ${values.command} within ${windowMs / 1000} s.`);
    await sleep(500);
  }
  await desktop.settle({ newWindowSince: [], capMs: 20_000 });
}

async function reacts(desktop: Desktop): Promise<boolean> {
  await desktop.execute("pyautogui.write('Stocktaking'); pyautogui.press('enter')");
  const deadline = performance.now() + windowMs;
  while (!(await desktop.accessibilityTree()).includes('Stocktaking')) {
    if (performance.now() > deadline) return false;
    await sleep(500);
  }
  return true;
}

const provider = new SandboxProvider();
await provider.check();
const desktops: Desktop[] = [];
let reacting = 0;
try {
  const first = await provider.create({ width: 1920, height: 1080 });
  await open(first);
  await first.close();
  // From here on, the image's files are in the page cache.
  const before = availableMb();
  const used = (): number => before - availableMb();
  while (desktops.length < wanted && availableMb() > keptMb) {
    const desktop = await provider.create({ width: 1920, height: 1080 });
    desktops.push(desktop);
    await open(desktop);
    if (desktops.length % 8 === 0)
      process.stdout.write(`${desktops.length} desktops: ${Math.round(used() / desktops.length)} MB each\n`);
  }
  const each = Math.round(used() / desktops.length);
  for (const desktop of desktops) if (await reacts(desktop)) reacting += 1;
  process.stdout.write(
    `${desktops.length} of ${wanted} desktops with ${values.command} on ${Math.round(totalmem() / 2 ** 30)} GiB: ${each} MB each, ${Math.round(availableMb() / 1024)} GiB left, ${reacting} react to typing\n`,
  );
} finally {
  await Promise.all(desktops.map((desktop) => desktop.close()));
  await provider.close();
}
process.exitCode = reacting === wanted ? 0 : 1;
