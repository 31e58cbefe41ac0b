import { statSync } from 'node:fs';
import { field, isTable, isTruthy, type Metric, MetricFault, score } from 'osharm/evaluators';
import { band, mean, openPicture, type Picture, toGrey, toHsv, visibleBox } from '../../pictures/picture.ts';
import { resize } from '../../pictures/resize.ts';

/** Passes if the pictures, or lists of them, have equal pixels. `result` is resized if its size differs. */
export const compareImageList: Metric = async ({ result, expected, rules }) => {
  const [actual, gold] = Array.isArray(result) ? [result, expected as unknown[]] : [[result], [expected]];
  if (rules === 'right' && actual.length !== gold.length) return 0;
  for (const [index, path] of actual.slice(0, gold.length).entries()) {
    if (!isTruthy(path) || !isTruthy(gold[index])) return 0;
    const [picture, other] = [await openPicture(path), await openPicture(gold[index])];
    const fitted = inModeOf(resize(picture, other.width, other.height, 'lanczos'), other);
    if (Buffer.compare(fitted, other.pixels) !== 0) return 0;
  }
  return 1;
};

function inModeOf(picture: Picture, other: Picture): Uint8Array {
  if (picture.bands === other.bands) return picture.pixels;
  if (other.bands === 1) return toGrey(picture).pixels;
  const bytes = new Uint8Array(picture.width * picture.height * other.bands);
  for (let at = 0; at < picture.width * picture.height; at++)
    for (let part = 0; part < other.bands; part++) {
      const isAlpha = other.bands % 2 === 0 && part === other.bands - 1;
      const from = picture.bands < 3 ? 0 : part;
      bytes[at * other.bands + part] = isAlpha ? 255 : (picture.pixels[at * picture.bands + from] as number);
    }
  return bytes;
}

export const checkImageSize: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const picture = await openPicture(result);
  let { width, height } = picture;
  if (isTable(expected) && (isTruthy(expected.ignore_transparent) ? picture.hasTransparency : false)) {
    const box = visibleBox(picture);
    [width, height] = box === null ? [0, 0] : [box[2] - box[0], box[3] - box[1]];
  }
  const wanted = isTable(expected) ? expected : {};
  return score((wanted.height ?? height) === height && (wanted.width ?? width) === width);
};

/** OSWorld accepts any file; by default, it must be a picture. */
export const checkImageFileSize: Metric = async ({ result, expected, rules }) => {
  if (result === null) return 0;
  const state = statSync(String(result), { throwIfNoEntry: false });
  if (state === undefined) throw new MetricFault('There is no picture.', 'result', { path: String(result) });
  if (rules === 'right') await openPicture(result);
  return score(state.size < Number(field(expected, 'max_size')));
};

/** OSWorld swaps rows and columns, which fails for pictures that are not square. */
export const checkGreenBackground: Metric = async ({ result, expected, rules }) => {
  if (result === null || expected === null) return 0;
  const [picture, gold] = [await openPicture(result), await openPicture(expected)];
  if (picture.bands < 3 || gold.bands < 3) throw new MetricFault('A picture has no colours.', 'result');
  for (let x = 0; x < gold.width; x++)
    for (let y = 0; y < gold.height; y++) {
      const [column, row] = rules === 'osworld' ? [y, x] : [x, y];
      if (row >= gold.height || column >= gold.width) throw new MetricFault('The picture is not square.', 'result');
      const at = (row * gold.width + column) * gold.bands;
      if (gold.pixels[at] === 0 && gold.pixels[at + 1] === 0 && gold.pixels[at + 2] === 0) continue;
      if (row >= picture.height || column >= picture.width)
        throw new MetricFault('The picture is too small.', 'result');
      const from = (row * picture.width + column) * picture.bands;
      const [red, green, blue] = picture.pixels.subarray(from, from + 3) as unknown as [number, number, number];
      if (!(green > red && green > blue)) return 0;
    }
  return 1;
};

export const checkTrianglePosition: Metric = async ({ result }) => {
  if (result === null) return 0;
  const { width, height, bands, pixels } = await openPicture(result);
  if (bands < 2) throw new MetricFault('The picture has no colours.', 'result');
  const counts = new Map<number, { count: number; x: number; y: number }>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let colour = 0;
      for (let part = 0; part < bands; part++)
        colour = colour * 256 + (pixels[(y * width + x) * bands + part] as number);
      const seen = counts.get(colour) ?? { count: 0, x: 0, y: 0 };
      counts.set(colour, { count: seen.count + 1, x: seen.x + x, y: seen.y + y });
    }
  const second = [...counts].sort(([left, a], [right, b]) => a.count - b.count || left - right)[1]?.[1];
  if (second === undefined) throw new MetricFault('The picture has one colour only.', 'result');
  return score(
    Math.abs(second.x / second.count - width / 2) < 0.05 * width &&
      Math.abs(second.y / second.count - height / 2) < 0.05 * height,
  );
};

export const checkTextboxOnLeftside: Metric = async ({ result }) => {
  if (result === null) return 0;
  const { width, height, pixels } = toGrey(await openPicture(result));
  for (let x = 0; x < width * 0.05; x++)
    for (let y = 0; y < height; y++) if ((pixels[y * width + x] as number) < 128) return 1;
  return 0;
};

/** Passes if `expected` is more saturated than `result`. */
export const increaseSaturation: Metric = async ({ result, expected }) => {
  const [picture, other] = [toHsv(await openPicture(result)), toHsv(await openPicture(expected))];
  return score(mean(band(picture, 1).pixels) < mean(band(other, 1).pixels));
};

/** Passes if `expected` is darker than `result`. */
export const decreaseBrightness: Metric = async ({ result, expected }) => {
  const [picture, other] = [toGrey(await openPicture(result)), toGrey(await openPicture(expected))];
  return score(mean(picture.pixels) > mean(other.pixels));
};

export const checkSharper: Metric = async ({ result, expected }) =>
  score(sharpness(await openPicture(result)) > sharpness(await openPicture(expected)));

/** The variance of OpenCV's Laplacian of the greyscale picture, with mirrored borders. */
function sharpness(picture: Picture): number {
  const { width, height, bands, pixels } = picture;
  const grey = new Float64Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    const [red, green, blue] = [0, 1, 2].map((part) => pixels[at * bands + (bands < 3 ? 0 : part)] as number) as [
      number,
      number,
      number,
    ];
    grey[at] = bands < 3 ? red : (red * 4899 + green * 9617 + blue * 1868 + 8192) >> 14;
  }
  const inside = (place: number, size: number): number =>
    size === 1 ? 0 : place < 0 ? -place : place >= size ? 2 * size - 2 - place : place;
  const at = (x: number, y: number): number => grey[inside(y, height) * width + inside(x, width)] as number;
  let [sum, squares] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      sum += value;
      squares += value * value;
    }
  return squares / grey.length - (sum / grey.length) ** 2;
}
