import { html, raw } from 'hono/html';
import { imageStyle } from '../../views/styles.ts';

export interface ChartData {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

const style =
  'svg { font: 13px "DejaVu Sans", "Liberation Sans", Arial, sans-serif } .title { font-size: 15px; font-weight: 600; fill: #1d1f22 }';

const margin = 16;
const titleHeight = 34;

/** Returns an SVG file with a title. `drawing` is an `svg` element with width and height. */
export async function svgFile(title: string, drawing: string): Promise<string> {
  const [, width = 0, height = 0] = (/ width="(\d+)" height="(\d+)"/.exec(drawing) ?? []).map(Number);
  const [all, tall] = [width + 2 * margin, height + titleHeight + 2 * margin];
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="${tall}" viewBox="0 0 ${all} ${tall}" role="img">
<title>${title}</title><style>${raw(style)}${raw(imageStyle())}</style><rect width="${all}" height="${tall}" fill="#fff"/>
<text class="title" x="${margin}" y="${margin + 14}">${title}</text>
<g transform="translate(${margin} ${margin + titleHeight})">${raw(drawing)}</g></svg>
`;
  return String(await svg);
}
