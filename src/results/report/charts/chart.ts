import { html, raw } from 'hono/html';
import { imageStyle } from '../../views/styles.ts';

export interface ChartPart {
  width: number;
  height: number;
  /** Text alternative for screen readers. */
  inWords: string;
  /** Contents of the `svg` element. The page that embeds it colours its classes. */
  content: ReturnType<typeof html>;
  data: ChartData;
}

export interface ChartData {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** The HTML report defines these classes for its light and dark schemes too. */
const style = `svg { font: 13px "DejaVu Sans", "Liberation Sans", Arial, sans-serif } text { fill: #1c2127 } .title { font-size: 15px; font-weight: 600 } .panel, .name { font-weight: 600 }
.tick, .corner { font-size: 11px; fill: #545c66 } .grid { stroke: #d5dae0 } .stripe { fill: #f5f7f9 } .bar { stroke: #0b5cad; stroke-width: 2 } .dot { fill: #0b5cad } .thin { fill: #fff; stroke: #0b5cad; stroke-width: 2 }
.area { fill: #0b5cad; opacity: .14 } .good { fill: #0b5cad; opacity: .07 } .bad { fill: #c2410c; opacity: .07 } .reference .bar { stroke: #6b7480 } .reference .dot { fill: #6b7480 } .lead { stroke: #8a939d } .halo { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }`;

const margin = 16;
const titleHeight = 34;

/** The drawing as an `svg` element. */
export const svgOf = ({ width, height, inWords, content }: ChartPart, title: string): string =>
  String(
    html`<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${inWords}">
${content}
</svg>`,
  );

/** An image file of a drawing, which is an `svg` element that begins with its width and height. */
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
