import { EnvironmentError } from '../../../base/errors.ts';
import { pngSize } from '../../../base/record/png-size.ts';
import type { PictureSize } from '../desktop.ts';

/** Throws EnvironmentError if the buffer is not a PNG. */
export function pictureSize(png: Buffer): PictureSize {
  const size = pngSize(png);
  if (size === null) throw new EnvironmentError('The desktop’s screenshot is not a PNG.', { code: 'guest-screenshot' });
  return size;
}

/** Throws EnvironmentError `screen-size` if the size differs. */
export function mustBeSize(png: Buffer, wanted: PictureSize): PictureSize {
  const found = pictureSize(png);
  if (found.width === wanted.width && found.height === wanted.height) return found;
  throw new EnvironmentError(
    `The desktop's screen has ${found.width}×${found.height} pixels, and the run needs ${wanted.width}×${wanted.height}.`,
    { code: 'screen-size', hint: `Add --screen-width ${found.width} --screen-height ${found.height}.` },
  );
}
