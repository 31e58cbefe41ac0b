import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { makeFolder } from '../../../base/record/make-folder.ts';
import { loadMarkup } from '../../views/load-markup.ts';
import type { ViewMarkup } from '../../views/view-props.ts';
import { csvCell } from '../formats/csv-cell.ts';
import type { Summary } from '../summary.ts';
import { type ChartData, svgFile } from './chart.ts';
import { type Figure, figuresOf, heatMaps, successFigures } from './figures.ts';

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

/** If there are several charts of a kind (by group, agent or search), they are numbered. */
function chartsOf({ groups, searches }: Summary, markup: ViewMarkup): Figure[] {
  const numbered = (figure: Figure, number: number): Figure => ({ ...figure, name: `${number}-${figure.name}` });
  return [
    ...groups.flatMap((group, index) => {
      const charts = [...figuresOf(group, markup), ...heatMaps(group, markup)];
      return groups.length > 1 ? charts.map((chart) => numbered(chart, index + 1)) : charts;
    }),
    ...successFigures(searches, markup).map((chart, index) => ({ ...chart, name: `${chart.name}-${index + 1}` })),
  ];
}

const dataFile = ({ columns, rows }: ChartData): string =>
  [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

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
