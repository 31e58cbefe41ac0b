/**
 * Ten desktops of the bundled suite, drawn at random, as an agent first sees them: with the persona, and beside each the same task with every cue of a test left on. Makes
 * `docs/realism-desktops.png`, and prints which tasks they are, for docs/realism.md: `bin/osharm-node tools/realism/desktops.ts --out DIR [--seed 1] [--count 10] [--write]`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions } from 'sharp';
import { runSweep } from '../../src/api/index.ts';
import { seededRandom } from '../../src/stats/seeded-random.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'realism' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const picture = values.write ? join(root, 'docs/realism-desktops.png') : join(out, 'desktops.png');
const cell = { width: 640, height: 360, label: 24, gap: 8 };
const pairsAcross = 2;

/** So many ids of the standard manifest's tasks, each at most once. */
function drawn(count: number, seed: number): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'suites/hermetic/test_all.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const ids = Object.values(manifest).flat().sort();
  const random = seededRandom(seed);
  return Array.from(
    { length: Math.min(count, ids.length) },
    () => ids.splice(Math.floor(random() * ids.length), 1)[0] as string,
  );
}

/** The first screen of each task, by id. */
async function firstScreens(tasks: string[], name: string, evaluationCues: string[]): Promise<Map<string, string>> {
  const { results } = await runSweep({
    model: 'reference-idle',
    task: tasks,
    judgeType: ['none'],
    maxSteps: 1,
    recording: false,
    resultDir: join(out, name),
    evaluationCues,
  });
  return new Map(results.map(({ taskId, directory }) => [taskId, join(directory, 'step_0.png')]));
}

const tasks = drawn(Number(values.count), Number(values.seed));
const ours = await firstScreens(tasks, 'persona', []);
const bare = await firstScreens(tasks, 'bare', ['all']);

async function placed(path: string | undefined, label: string, at: number): Promise<OverlayOptions[]> {
  if (path === undefined) throw new Error(`No screen of ${label}: its run failed.`);
  const left = (at % (2 * pairsAcross)) * (cell.width + cell.gap);
  const top = Math.floor(at / (2 * pairsAcross)) * (cell.height + cell.label + cell.gap);
  const caption = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.label}"><text x="4" y="17" font-size="15" font-family="sans-serif" fill="#222">${label}</text></svg>`;
  return [
    { input: Buffer.from(caption), left, top },
    { input: await sharp(path).resize(cell.width, cell.height).toBuffer(), left, top: top + cell.label },
  ];
}

const parts = await Promise.all(
  tasks.flatMap((task, at) => [
    placed(ours.get(task), task, 2 * at),
    placed(bare.get(task), `${task}, every cue left on`, 2 * at + 1),
  ]),
);
const rows = Math.ceil(tasks.length / pairsAcross);
await sharp({
  create: {
    width: 2 * pairsAcross * (cell.width + cell.gap),
    height: rows * (cell.height + cell.label + cell.gap),
    channels: 3,
    background: '#ffffff',
  },
})
  .composite(parts.flat())
  .png({ palette: true, quality: 80 })
  .toFile(picture);
process.stdout.write(`${tasks.join(', ')}\n${picture}\n`);
