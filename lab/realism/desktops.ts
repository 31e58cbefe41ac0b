/**
 * Draws ten random desktops of the bundled suite, as an agent first sees them, above ten of an earlier version, whose
 * folder is given (from git). Writes `docs/realism-desktops.png` and prints the tasks: `bin/osharm-node
 * lab/realism/desktops.ts BEFORE --out DIR [--seed 1] [--write]`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions } from 'sharp';
import { runSweep } from '../../src/app/library/index.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'realism' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [before] = positionals;
if (before === undefined) throw new Error('Name the folder of an earlier version of the suite.');
const out = resolve(values.out);
const docs = fileURLToPath(new URL('../../docs/realism-desktops.png', import.meta.url));
const cell = { width: 512, height: 288, label: 22, gap: 8 };
const across = 5;
const each = 10;

interface Screen {
  label: string;
  png: string;
}

async function firstScreens(suite: string, name: string): Promise<Screen[]> {
  const subset = JSON.parse(readFileSync(join(suite, 'test_all.json'), 'utf8')) as Record<string, string[]>;
  const ids = Object.values(subset).flat().sort();
  const random = seededRandom(Number(values.seed));
  const drawn = Array.from({ length: each }, () => ids.splice(Math.floor(random() * ids.length), 1)[0] as string);
  const { results, errors } = await runSweep({
    suite,
    model: 'reference-idle',
    task: drawn,
    judge: ['none'],
    maxSteps: 1,
    recording: false,
    out: join(out, name),
  });
  if (errors.length > 0) throw new Error(`Not all tasks of ${suite} could be shown: ${errors.length} failed.`);
  return drawn.map((label) => {
    const run = results.find(({ taskId }) => taskId === label);
    if (run === undefined) throw new Error(`${label} was not run.`);
    return { label, png: join(run.directory, 'step_0.png') };
  });
}

async function placed({ label, png }: Screen, at: number): Promise<OverlayOptions[]> {
  const left = (at % across) * (cell.width + cell.gap);
  const top = Math.floor(at / across) * (cell.height + cell.label + cell.gap);
  const caption = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.label}"><text x="4" y="16" font-size="14" font-family="sans-serif" fill="#222">${label}</text></svg>`;
  return [
    { input: Buffer.from(caption), left, top },
    { input: await sharp(png).resize(cell.width, cell.height).toBuffer(), left, top: top + cell.label },
  ];
}

const now = await firstScreens(bundledSuite, 'now');
const earlier = await firstScreens(resolve(before), 'before');
const parts = await Promise.all(
  [...now, ...earlier.map((screen) => ({ ...screen, label: `before: ${screen.label}` }))].map(placed),
);
const rows = Math.ceil((2 * each) / across);
const picture = values.write ? docs : join(out, 'desktops.png');
await sharp({
  create: {
    width: across * (cell.width + cell.gap),
    height: rows * (cell.height + cell.label + cell.gap),
    channels: 3,
    background: '#ffffff',
  },
})
  .composite(parts.flat())
  .png({ palette: true, quality: 80 })
  .toFile(picture);
process.stdout.write(
  `${[now, earlier].map((list) => list.map(({ label }) => label).join(', ')).join('\n')}\n${picture}\n`,
);
