import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { makeFolder } from '../../../base/record/make-folder.ts';
import { printableLines } from '../../../base/record/unseen-text.ts';
import { loadMarkup } from '../../views/load-markup.ts';
import type { ViewMarkup } from '../../views/view-props.ts';
import { csvCell } from '../formats/csv.ts';
import type { GroupSummary, Summary } from '../summary.ts';
import { type ChartData, type ChartPart, svgFile, svgOf } from './chart.ts';
import { type Figure, figuresOf } from './figures.ts';
import { heatMapChart } from './heat-map.ts';
import { survivalChart } from './survival.ts';

type Chart = Omit<Figure, 'note'>;

/** PNG pixels per SVG unit. */
const scale = 2;

/** Writes SVG, PNG and CSV files. Returns their names. Throws EnvironmentError (`charts-no-font`) without a font. */
export async function writeCharts(summary: Summary, folder: string): Promise<string[]> {
  makeFolder(folder);
  const { default: sharp } = await import('sharp');
  const written: string[] = [];
  for (const { name, title, svg: drawing, data } of chartsOf(summary, await loadMarkup())) {
    const svg = await svgFile(title, drawing);
    writeFileSync(join(folder, `${name}.svg`), svg);
    await checkFonts(sharp);
    const png = await sharp(Buffer.from(svg), { density: 72 * scale, limitInputPixels: 400_000_000 })
      .png()
      .toBuffer();
    writeFileSync(join(folder, `${name}.png`), png);
    writeFileSync(join(folder, `${name}.csv`), dataFile(data));
    written.push(`${name}.svg`, `${name}.png`, `${name}.csv`);
  }
  return written;
}

function chartsOf(summary: Summary, markup: ViewMarkup): Chart[] {
  return [
    ...summary.groups.flatMap((group, index) =>
      ofGroup(group, markup, summary.groups.length > 1 ? `${index + 1}-` : ''),
    ),
    ...summary.searches.map(({ folder, model, strategies, maxQueries }, index) => ({
      ...drawn(
        `Targets broken by number of attempts: ${printableLines(`${folder}, ${model}`)}`,
        survivalChart(
          strategies.map(({ strategy, curve }) => ({ label: strategy, points: curve })),
          maxQueries,
        ),
      ),
      name: `attack-success-by-attempts-${index + 1}`,
    })),
  ];
}

const drawn = (title: string, part: ChartPart): Omit<Chart, 'name'> => ({
  title,
  svg: svgOf(part, title),
  data: part.data,
});

function ofGroup(group: GroupSummary, markup: ViewMarkup, start: string): Chart[] {
  const models = [...new Set(group.matrix.map((cell) => cell.model))];
  return [
    ...figuresOf(group, markup).map((figure) => ({ ...figure, name: `${start}${figure.name}` })),
    ...models.map((model, at) => ({
      name: `${start}attacks-by-vector-and-goal-${at + 1}-${fileName(model)}`,
      ...drawn(
        `Attack success by vector and goal: ${printableLines(model)}`,
        heatMapChart(group.matrix.filter((cell) => cell.model === model)),
      ),
    })),
  ];
}

const dataFile = ({ columns, rows }: ChartData): string =>
  [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

const fileName = (model: string): string => model.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);

/** Without a font, sharp renders no text and reports no error. */
async function checkFonts(sharp: typeof import('sharp').default): Promise<void> {
  const text = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text x="2" y="15">Mil</text></svg>';
  const { channels } = await sharp(Buffer.from(text)).stats();
  if (channels.every(({ max }) => max === 0))
    throw new EnvironmentError('This machine has no font, so PNGs of charts would have no words.', {
      code: 'charts-no-font',
      hint: 'apt-get install fonts-dejavu-core',
    });
}
