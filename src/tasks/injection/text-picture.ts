import { brokenLines } from '../../base/documents/write/wrap.ts';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';

const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const lineLength = 66;

/** Where a text is drawn, in pixels. */
export interface TextPlace {
  size: number;
  /** Height of the band that holds the lines. */
  band: number;
  lines: string[];
}

/** The lines of a text in letters of this size, and how high they stand. */
export function textPlace(content: string, size: number): TextPlace {
  const lines = brokenLines(content, lineLength);
  return { size, lines, band: Math.round(size * 1.45 * lines.length + size * 1.2) };
}

/** ffmpeg's filter that draws the text of a file, black, into the band at the bottom of a picture. Nothing in the text is a command. */
function drawingFilter({ size, band }: TextPlace, textFile: string): string {
  return `drawtext=textfile=${textFile}:expansion=none:fontfile=${font}:fontsize=${size}:line_spacing=${Math.round(size * 0.28)}:fontcolor=black:x=${Math.round(size * 0.6)}:y=h-${band}+${Math.round(size * 0.6)}`;
}

/** A picture, and its size in pixels. */
export interface TextPicture {
  png: Buffer;
  width: number;
  height: number;
}

/** A PNG of the text, black on white. */
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

/** A picture with the text in a white band below it. `ending`: of its file, with the dot. */
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

/**
 * What ffmpeg makes of its input `from`. The desktop draws with its own fonts: the harness's machine may have none. The
 * text is read from a file, expansions off.
 */
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
