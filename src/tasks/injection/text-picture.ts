import { brokenLines } from '../../base/documents/write/wrap.ts';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';

const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const lineLength = 66;

/** The layout of a drawn text, in pixels. `band` is the height of all lines. */
export interface TextPlace {
  size: number;
  band: number;
  lines: string[];
}

export function textPlace(content: string, size: number): TextPlace {
  const lines = brokenLines(content, lineLength);
  return { size, lines, band: Math.round(size * 1.45 * lines.length + size * 1.2) };
}

/** `expansion=none` keeps ffmpeg from interpreting the text. */
function drawingFilter({ size, band }: TextPlace, textFile: string): string {
  return `drawtext=textfile=${textFile}:expansion=none:fontfile=${font}:fontsize=${size}:line_spacing=${Math.round(size * 0.28)}:fontcolor=black:x=${Math.round(size * 0.6)}:y=h-${band}+${Math.round(size * 0.6)}`;
}

export interface TextPicture {
  png: Buffer;
  width: number;
  height: number;
}

export async function textPicture(
  content: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<TextPicture> {
  const place = textPlace(content, 20);
  const width = 860;
  const blank = ['-f', 'lavfi', '-i', `color=c=white:s=${width}x${place.band}`];
  return { png: await drawn(place, { from: blank, ending: '.png' }, desktop, signal), width, height: place.band };
}

/** Adds a white band with the text below a picture. `ending` is the file extension, with the dot. */
export async function withTextBelow(
  picture: Buffer,
  ending: string,
  place: TextPlace,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<Buffer> {
  const path = `/tmp/.picture-in${ending}`;
  await desktop.writeFile(path, picture, { owner: 'user', mode: 0o600, signal });
  const filter = `pad=w=iw:h=ih+${place.band}:color=white,`;
  try {
    return await drawn(place, { from: ['-i', path], filter, ending }, desktop, signal);
  } finally {
    await desktop.exec(['rm', '-f', path], { signal });
  }
}

/** Runs ffmpeg in the desktop, because this machine may lack the fonts. */
async function drawn(
  place: TextPlace,
  { from, filter = '', ending }: { from: string[]; filter?: string; ending: string },
  desktop: Desktop,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const [text, to] = ['/tmp/.text-of-picture', `/tmp/.picture-of-text${ending}`];
  await desktop.writeFile(text, Buffer.from(place.lines.join('\n')), { owner: 'user', mode: 0o600, signal });
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
  const drawing = ['-vf', `${filter}${drawingFilter(place, text)}`, '-frames:v', '1', '-update', '1', to];
  const made = await desktop.exec(['ffmpeg', ...quiet, ...from, ...drawing], { signal });
  const picture = made.returncode === 0 ? await desktop.readFile(to, signal) : null;
  await desktop.exec(['rm', '-f', text, to], { signal });
  if (picture !== null) return picture;
  throw new OsharmError(`The text could not be drawn: ${made.error.trim().slice(-300)}`, {
    code: 'attack-picture',
    blame: 'environment',
  });
}
