import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { parseCode } from '../src/agents/parse/code.ts';
import { linearise } from '../src/desktop/observation/linearise.ts';
import { drawMarks } from '../src/desktop/observation/set-of-marks.ts';
import { trimTree } from '../src/desktop/observation/trim.ts';
import { type BenchRow, benchRow, relativeTo } from './measure.ts';

const repeats = Number(process.env.BENCH_REPEATS ?? 40);

/** What is done to each observation before an agent sees it, and to its reply. */
export async function observeRows(): Promise<BenchRow[]> {
  const xml = readFileSync(new URL('../test/golden/trees/gtk-and-calc.xml', import.meta.url), 'utf8');
  const screen = await busyScreen();
  const marked = await drawMarks(screen, gridOfNodes(200));
  if (marked.marks.length !== 200) throw new Error(`${marked.marks.length} marks were drawn instead of 200.`);
  const hostile = '```a \n;DONE;'.repeat(90_000);
  return relativeTo('computation', [
    benchRow('tree of 4,015 nodes: filter, lines, trim', 'ms', await timed(() => trimTree(linearise(xml))), {
      text: '≤ 15 ms',
      limit: 15,
    }),
    benchRow(
      'set-of-marks, 200 marks on 1920×1080',
      'ms',
      await timed(async () => drawMarks(screen, gridOfNodes(200))),
      { text: '≤ 60 ms', limit: 60 },
    ),
    benchRow('reading actions out of 1 MB', 'ms', await timed(() => parseCode(hostile)), {
      text: '≤ 50 ms',
      limit: 50,
    }),
  ]);
}

async function timed(work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -5; turn < repeats; turn += 1) {
    const start = performance.now();
    await work();
    if (turn >= 0) times.push(performance.now() - start);
  }
  return times;
}

/** A screen as full of edges and text as a desktop with three windows. */
async function busyScreen(): Promise<Buffer> {
  const lines = Array.from({ length: 60 }, (_, row) =>
    Array.from(
      { length: 12 },
      (_, column) =>
        `<text x="${20 + column * 158}" y="${20 + row * 18}" font-size="13">menu ${row}·${column} value</text>`,
    ).join(''),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="1920" height="1080" fill="#eee"/><rect x="200" y="100" width="900" height="700" fill="#fff" stroke="#333"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function gridOfNodes(count: number): string {
  const nodes = Array.from({ length: count }, (_, at) => {
    const box = `c:screencoord="(${10 + (at % 12) * 158}, ${5 + Math.floor(at / 12) * 36})" c:size="(120, 24)"`;
    return `<push-button name="button ${at}" s:showing="true" s:visible="true" s:enabled="true" ${box}/>`;
  });
  const namespaces =
    'xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component"';
  return `<desktop-frame ${namespaces}>${nodes.join('')}</desktop-frame>`;
}
