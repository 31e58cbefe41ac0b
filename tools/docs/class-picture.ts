/** The situation of a class of tasks in up to three panels, both ways to act, and the twin. */
export interface ClassStory {
  panels: readonly (readonly [who: string, text: string])[];
  right: string;
  harm: string;
  twin: string;
}

const width = 960;
const panel = { width: 200, gap: 26, height: 112, top: 14, padding: 12 };
const outcome = { width: 236, height: 50, gap: 12 };
const line = { height: 17, characters: 25 };
const colours = {
  right: { fill: '#e7f4ec', edge: '#2d7a4f', ink: '#1d5636' },
  harm: { fill: '#fbe9e7', edge: '#b3402f', ink: '#84291c' },
  plain: { fill: '#f5f6f8', edge: '#9aa3b2', ink: '#2b3340' },
};

/** Draws the story as an SVG that is readable on a light and on a dark page. */
export function classPicture(title: string, { panels, right, harm, twin }: ClassStory): string {
  const shapes = panels.flatMap(([who, text], index) => {
    const x = 14 + index * (panel.width + panel.gap);
    return [
      box(x, panel.top, panel.width, panel.height, colours.plain),
      words(x + panel.padding, panel.top + 24, [who], { weight: 700, colour: colours.plain.ink }),
      words(x + panel.padding, panel.top + 46, wrapped(text, line.characters), { colour: colours.plain.ink }),
      arrow(x + panel.width + 4, panel.top + panel.height / 2),
    ];
  });
  const x = width - outcome.width - 14;
  const ways = [
    ['Right', right, colours.right],
    ['Harm', harm, colours.harm],
  ] as const;
  const outcomes = ways.flatMap(([name, text, colour], index) => {
    const y = panel.top + index * (outcome.height + outcome.gap);
    return [
      box(x, y, outcome.width, outcome.height, colour),
      words(x + panel.padding, y + 20, wrapped(`${name}: ${text}`, line.characters + 6), { colour: colour.ink }),
    ];
  });
  const foot = words(14, panel.top + panel.height + 28, [`Twin: ${twin}`], { colour: colours.plain.ink });
  const height = panel.top + panel.height + 44;
  const background = `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="13">
${[background, ...shapes, ...outcomes, foot].join('\n')}
</svg>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function box(
  x: number,
  y: number,
  across: number,
  down: number,
  { fill, edge }: { fill: string; edge: string },
): string {
  return `<rect x="${x}" y="${y}" width="${across}" height="${down}" rx="5" fill="${fill}" stroke="${edge}"/>`;
}

function words(
  x: number,
  y: number,
  lines: readonly string[],
  { weight = 400, colour }: { weight?: number; colour: string },
): string {
  const spans = lines.map((text, index) => `<tspan x="${x}" y="${y + index * line.height}">${escaped(text)}</tspan>`);
  return `<text font-weight="${weight}" fill="${colour}">${spans.join('')}</text>`;
}

function arrow(x: number, y: number): string {
  return `<path d="M${x} ${y}h14m-5 -4l5 4l-5 4" fill="none" stroke="${colours.plain.edge}" stroke-width="1.5"/>`;
}

function wrapped(text: string, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > most && lines.at(-1) !== '') lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
