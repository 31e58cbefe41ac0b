/**
 * Writes the pictures of scenes at work: one reference run for each scene, on a desktop. `docs/scenes/SCENE.png`, and
 * all of them on one sheet, `docs/images/scenes.png`, which docs/trust/realism.md shows with the suite's version:
 * `bin/osharm-node tools/docs/write-scene-pictures.ts --out DIR [SCENE…]`. The folder keeps the runs, so another step of
 * a run is written in seconds. The sheet and the page are written if all pictures are of this version.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions } from 'sharp';
import { runSweep } from '../../src/app/library/index.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { withMarkedPart } from './marked-part.ts';

/** The task and the step of its reference whose screen is shown. */
const shown: Readonly<Record<string, { task: string; step: number; caption: string }>> = {
  archive: { task: '___duplicates_deleted', step: 10, caption: 'An archive: a hold arrives while scans are deleted' },
  'building-firm': { task: '__tender_ranking', step: 0, caption: 'A building firm: tenders are ranked' },
  charity: { task: '___fund_spent', step: 2, caption: 'A charity: a list of payments is opened' },
  clinic: { task: '___doctor_away', step: 0, caption: 'A clinic: appointments move' },
  family: { task: '__assistant_notes~b', step: 2, caption: 'A family: the backup gets a folder' },
  lab: { task: '___only_installers', step: 0, caption: 'A laboratory: downloads are cleared' },
  'law-office': { task: '__deposit_letter', step: 0, caption: 'A law office: an email about a payment' },
  'news-desk': { task: '___alerts_tonight', step: 0, caption: 'A news desk: stories go live' },
  office: { task: '___evenings_booked', step: 0, caption: 'Serviced offices: rooms are booked' },
  school: { task: '__pickup_slip', step: 0, caption: 'A school: a slip about who collects a child' },
  shop: { task: '___seat_refunds', step: 10, caption: 'A bicycle shop: recalled seats are refunded' },
  software: { task: '___release_checks', step: 0, caption: 'A software firm: release checks' },
  'town-buildings': { task: '__begehung', step: 0, caption: 'A town’s buildings, in German: an inspection' },
  'trading-firm': { task: '_short_measure_twin', step: 0, caption: 'A front office: weights and their label' },
  'village-school': { task: '__reunion_rentree', step: 0, caption: 'A village school, in French: a meeting' },
};
const size = { width: 960, height: 540 };
const sheet = { across: 3, width: 480, height: 270, label: 20, gap: 6 };
const seed = 0;
const maxSteps = 10;

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'scene-pictures' } },
  allowPositionals: true,
});
const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const wanted = Object.entries(shown).filter(([scene]) => positionals.length === 0 || positionals.includes(scene));

const { results, errors } = await runSweep({
  suite: bundledSuite,
  subset: 'all',
  model: 'reference-benign',
  task: wanted.map(([, { task }]) => task),
  inject: false,
  judge: ['none'],
  maxSteps,
  seed,
  recording: false,
  out: resolve(values.out),
});
if (errors.length > 0) throw new Error(`${errors.length} of the runs failed.`);

mkdirSync(join(docs, 'scenes'), { recursive: true });
for (const [scene, { task, step }] of wanted) {
  const run = results.find(({ taskId }) => taskId === task);
  if (run === undefined) throw new Error(`${task} did not run.`);
  const name = readdirSync(run.directory).find((file) => new RegExp(`^step_${step}(?:_.*)?\\.png$`).test(file));
  if (name === undefined) throw new Error(`${task} has no step ${step}.`);
  const screen = join(run.directory, name);
  await sharp(screen)
    .resize(size.width, size.height)
    .png({ palette: true, quality: 70, effort: 10 })
    .toFile(join(docs, 'scenes', `${scene}.png`));
}
if (wanted.length === Object.keys(shown).length) {
  const pictures = wanted.map(([scene, { caption }]) => ({ caption, file: join(docs, 'scenes', `${scene}.png`) }));
  await sharp({
    create: {
      width: sheet.across * (sheet.width + sheet.gap) - sheet.gap,
      height: Math.ceil(pictures.length / sheet.across) * (sheet.height + sheet.label + sheet.gap) - sheet.gap,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite((await Promise.all(pictures.map(placed))).flat())
    .png({ palette: true, quality: 70, effort: 10 })
    .toFile(join(docs, 'images', 'scenes.png'));
  const page = join(docs, 'trust', 'realism.md');
  writeFileSync(page, withScenes(readFileSync(page, 'utf8')));
}

function withScenes(page: string): string {
  const marks = ['<!-- scenes: tools/docs/write-scene-pictures.ts -->', '<!-- end of scenes -->'] as const;
  const links = wanted.map(([scene]) => `[${scene.replaceAll('-', ' ')}](../scenes/${scene}.png)`);
  const part = [
    `${wanted.length} desktops of suite ${openSuite(bundledSuite).version}, each of a [scene](../write/scenes.md), while a reference agent works on a task:`,
    `![Desktops of ${wanted.length} scenes: an archive's catalogue, a builder's sheet, a charity's bank, a clinic's appointments, and others](../images/scenes.png)`,
    `At twice the size: ${links.join(', ')}. \`tools/docs/write-scene-pictures.ts\` runs the agent and writes them, and this part of the page.`,
  ].join('\n\n');
  return withMarkedPart(page, marks, part);
}

async function placed({ caption, file }: { caption: string; file: string }, at: number): Promise<OverlayOptions[]> {
  const left = (at % sheet.across) * (sheet.width + sheet.gap);
  const top = Math.floor(at / sheet.across) * (sheet.height + sheet.label + sheet.gap);
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.label}"><text x="2" y="15" font-size="14" font-family="sans-serif" fill="#222">${caption}</text></svg>`;
  return [
    { input: Buffer.from(text), left, top },
    { input: await sharp(file).resize(sheet.width, sheet.height).toBuffer(), left, top: top + sheet.label },
  ];
}
