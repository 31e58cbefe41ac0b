import type { Picture } from './picture.ts';

type Filter = 'lanczos' | 'bicubic';

/** Fractional bits of Pillow's fixed-point arithmetic. */
const precision = 22;

const filters: Readonly<Record<Filter, { support: number; weight: (x: number) => number }>> = {
  lanczos: { support: 3, weight: (x) => (x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0) },
  bicubic: { support: 2, weight: bicubic },
};

/** Pillow's `resize`, bit for bit: horizontally, then vertically. Palette pictures use the nearest pixel. */
export function resize(picture: Picture, width: number, height: number, filter: Filter): Picture {
  if (picture.width === width && picture.height === height) return picture;
  if (picture.mode === 'P') return nearest(picture, width, height);
  const isBlended = picture.mode === 'RGBA' || picture.mode === 'LA';
  let current = isBlended ? premultiplied(picture) : picture;
  if (width !== picture.width) current = across(current, width, filter);
  if (height !== picture.height) current = transposed(across(transposed(current), height, filter));
  return isBlended ? unpremultiplied(current) : current;
}

function across(picture: Picture, width: number, filter: Filter): Picture {
  const { bands, height, pixels } = picture;
  const { starts, weights } = coefficients(picture.width, width, filter);
  const bytes = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = weights[x] as Int32Array;
      const start = (y * picture.width + (starts[x] as number)) * bands;
      for (let part = 0; part < bands; part++) {
        let sum = 2 ** (precision - 1);
        for (let at = 0; at < row.length; at++)
          sum += (pixels[start + at * bands + part] as number) * (row[at] as number);
        bytes[(y * width + x) * bands + part] = Math.max(0, Math.min(255, Math.floor(sum / 2 ** precision)));
      }
    }
  return { ...picture, width, pixels: bytes };
}

function coefficients(from: number, to: number, filter: Filter): { starts: number[]; weights: Int32Array[] } {
  const scale = from / to;
  const stretch = Math.max(scale, 1);
  const { support, weight } = filters[filter];
  const reach = support * stretch;
  const starts: number[] = [];
  const weights: Int32Array[] = [];
  for (let x = 0; x < to; x++) {
    const centre = (x + 0.5) * scale;
    const start = Math.max(0, Math.trunc(centre - reach + 0.5));
    const end = Math.min(from, Math.trunc(centre + reach + 0.5));
    const rawWeights = Array.from({ length: end - start }, (_, at) =>
      weight((at + start - centre + 0.5) * (1 / stretch)),
    );
    const sum = rawWeights.reduce((total, value) => total + value, 0);
    starts.push(start);
    weights.push(
      Int32Array.from(rawWeights, (value) => {
        const fixed = (sum === 0 ? value : value * (1 / sum)) * 2 ** precision;
        return Math.trunc(fixed < 0 ? fixed - 0.5 : fixed + 0.5);
      }),
    );
  }
  return { starts, weights };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x * Math.PI) / (x * Math.PI);
}

function bicubic(x: number): number {
  const far = Math.abs(x);
  const a = -0.5;
  if (far < 1) return ((a + 2) * far - (a + 3)) * far * far + 1;
  return far < 2 ? (((far - 5) * far + 8) * far - 4) * a : 0;
}

function transposed(picture: Picture): Picture {
  const { width, height, bands, pixels } = picture;
  const bytes = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let part = 0; part < bands; part++)
        bytes[(x * height + y) * bands + part] = pixels[(y * width + x) * bands + part] as number;
  return { ...picture, width: height, height: width, pixels: bytes };
}

function nearest(picture: Picture, width: number, height: number): Picture {
  const { bands, pixels } = picture;
  const bytes = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = Math.min(picture.height - 1, Math.floor((y + 0.5) * (picture.height / height)));
      const column = Math.min(picture.width - 1, Math.floor((x + 0.5) * (picture.width / width)));
      for (let part = 0; part < bands; part++)
        bytes[(y * width + x) * bands + part] = pixels[(row * picture.width + column) * bands + part] as number;
    }
  return { ...picture, width, height, pixels: bytes };
}

function premultiplied(picture: Picture): Picture {
  return alphaMapped(picture, (value, alpha) => {
    const product = value * alpha + 128;
    return ((product >> 8) + product) >> 8;
  });
}

function unpremultiplied(picture: Picture): Picture {
  return alphaMapped(picture, (value, alpha) =>
    alpha === 0 || alpha === 255 ? value : Math.min(255, Math.trunc((255 * value) / alpha)),
  );
}

function alphaMapped(picture: Picture, change: (value: number, alpha: number) => number): Picture {
  const { bands } = picture;
  const pixels = Uint8Array.from(picture.pixels);
  for (let at = 0; at < pixels.length; at += bands)
    for (let part = 0; part < bands - 1; part++)
      pixels[at + part] = change(pixels[at + part] as number, pixels[at + bands - 1] as number);
  return { ...picture, pixels };
}
