/**
 * Measures for how many changes of a tree applications send events: one row per application of a table in
 * `docs/decisions/0077-no-mirror-of-the-tree.md`. `bin/osharm-node lab/tree-events/coverage.ts [NAME …]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import type { Coverage } from './inside.ts';

const type = (text: string): string => `xdotool type --delay 20 '${text}'`;
const press = (...keys: string[]): string => `xdotool key ${keys.join(' ')}`;
const place = (x: number, y: number, width: number, height: number): string =>
  `wmctrl -r :ACTIVE: -b remove,maximized_vert,maximized_horz; sleep 0.3; wmctrl -r :ACTIVE: -e 0,${x},${y},${width},${height}`;
const moved = [place(150, 120, 900, 600), place(250, 150, 900, 600)];
const menu = [press('alt+f'), press('Escape')];

interface Application {
  command: string[];
  name: string;
  start: number;
  scripts: string[];
}
const applications: Record<string, Application> = {
  Mousepad: {
    command: ['mousepad'],
    name: 'mousepad',
    start: 4,
    scripts: [type('Minutes '), press('Return'), press('ctrl+a'), press('ctrl+m'), press('ctrl+m'), ...menu, ...moved],
  },
  Files: {
    command: ['nautilus', '/home/user'],
    name: 'Nautilus',
    start: 6,
    scripts: [
      press('Down'),
      press('ctrl+1'),
      press('ctrl+2'),
      press('F10'),
      press('Escape'),
      press('Return'),
      press('alt+Up'),
      'touch /home/user/new.txt',
      'rm /home/user/new.txt',
      ...moved,
    ],
  },
  Calc: {
    command: ['libreoffice', '--norestore', '--calc'],
    name: 'soffice',
    start: 12,
    scripts: [
      `${type('Minutes')}; ${press('Return')}`,
      `${type('=3+4')}; ${press('Return')}`,
      press('Up', 'ctrl+b'),
      `${press('ctrl+Home')}; ${type('=B1+1')}; ${press('Return')}`,
      `${press('Right')}; ${type('12')}; ${press('Return')}`,
      press('ctrl+z'),
      'xdotool mousemove 300 430 click 5',
      `${press('ctrl+Home')}; ${press('shift+space')}; sleep 0.2; ${press('ctrl+plus')}`,
      ...moved,
    ],
  },
  Writer: {
    command: ['libreoffice', '--norestore', '--writer'],
    name: 'soffice',
    start: 12,
    scripts: [type('Minutes of the meeting '), press('Return'), press('ctrl+a'), press('ctrl+b'), ...menu, ...moved],
  },
  Chromium: {
    command: ['google-chrome', 'chrome://version'],
    name: 'Chrom',
    start: 8,
    scripts: [press('Next'), press('Prior'), press('ctrl+t'), type('words'), press('ctrl+w'), ...menu, ...moved],
  },
};

const longest = 300_000;

const chosen = process.argv.slice(2);
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('inside.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node24',
  format: 'esm',
});
const provider = new SandboxProvider();
await provider.check();
console.log('| Application | Changes | Fields that changed | Without an event | Which |\n|---|---:|---:|---:|---|');
for (const [name, application] of Object.entries(applications))
  if (chosen.length === 0 || chosen.includes(name)) console.log(await rowOf(name, application));
await provider.close();
process.exit();

async function rowOf(name: string, { command, start, scripts, name: pattern }: Application): Promise<string> {
  const desktop = await provider.create({ width: 1920, height: 1080 });
  try {
    await desktop.writeFile('/tmp/inside.mjs', Buffer.from(outputFiles[0]?.contents ?? []));
    await desktop.launch(command);
    await sleep(start * 1000);
    const program = `/usr/lib/session/node /tmp/inside.mjs '${pattern}' "$0" > /tmp/out 2>&1; touch /tmp/ended`;
    await desktop.launch(['sh', '-c', program, JSON.stringify(scripts)]);
    const deadline = performance.now() + longest;
    while ((await desktop.readFile('/tmp/ended')) === null) {
      if (performance.now() > deadline) throw new Error(`${name}: the changes took longer than ${longest / 1000} s.`);
      await sleep(500);
    }
    const output = (await desktop.readFile('/tmp/out'))?.toString() ?? '';
    if (!output.startsWith('{')) throw new Error(`${name}: the program inside the desktop failed: ${output}`);
    const { changes, coverage } = JSON.parse(output) as { changes: number; coverage: Coverage };
    const rows = Object.entries(coverage);
    const sum = (of: 'changed' | 'silent'): number => rows.reduce((total, [, counts]) => total + counts[of], 0);
    const silent = rows.filter((row) => row[1].silent > 0).map(([field, counts]) => `${field} ${counts.silent}`);
    return `| ${name} | ${changes} | ${sum('changed')} | ${sum('silent')} | ${silent.join(', ')} |`;
  } finally {
    await desktop.close();
  }
}
