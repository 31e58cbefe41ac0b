import type { Desktop } from '../desktop/desktop.ts';
import { brokenLines } from '../documents/write/wrap.ts';
import { OsharmError } from '../errors.ts';

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
export function drawingFilter({ size, band }: TextPlace, textFile: string): string {
  return `drawtext=textfile=${textFile}:expansion=none:fontfile=${font}:fontsize=${size}:line_spacing=${Math.round(size * 0.28)}:fontcolor=black:x=${Math.round(size * 0.6)}:y=h-${band}+${Math.round(size * 0.6)}`;
}

/** A picture, and its size in pixels. */
export interface TextPicture {
  png: Buffer;
  width: number;
  height: number;
}

/** A PNG of the text, black on white. The desktop draws it with its own fonts: the harness's machine may have none. */
export async function textPicture(
  content: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<TextPicture> {
  const own = { signal };
  const place = textPlace(content, 20);
  const width = 860;
  const [text, to] = ['/tmp/.text-of-picture', '/tmp/.picture-of-text.png'];
  await desktop.writeFile(text, Buffer.from(place.lines.join('\n')), { owner: 'user', mode: 0o600, ...own });
  const from = `color=c=white:s=${width}x${place.band}`;
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
  const drawn = await desktop.exec(
    ['ffmpeg', ...quiet, '-f', 'lavfi', '-i', from, '-vf', drawingFilter(place, text), '-frames:v', '1', to],
    own,
  );
  const png = drawn.returncode === 0 ? await desktop.readFile(to, signal) : null;
  await desktop.exec(['rm', '-f', text, to], own);
  if (png === null)
    throw new OsharmError(`The text could not be drawn: ${drawn.error.trim().slice(-300)}`, {
      code: 'attack-picture',
      blame: 'environment',
    });
  return { png, width, height: place.band };
}
