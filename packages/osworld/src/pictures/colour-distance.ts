type Colour = readonly [number, number, number];

/** CIEDE2000 (Sharma, Wu and Dalal 2005) of two sRGB colours, 0 … 255 per channel, under D65. */
export function colourDistance(first: Colour, second: Colour): number {
  const [l1, a1, b1] = toLab(first);
  const [l2, a2, b2] = toLab(second);
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [a1p, a2p] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(a1p, b1), Math.hypot(a2p, b2)];
  const [h1, h2] = [hue(a1p, b1), hue(a2p, b2)];
  const isGrey = c1 * c2 === 0;
  let turn = isGrey ? 0 : h2 - h1;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  else if (turn < -Math.PI) turn += 2 * Math.PI;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(turn / 2);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  let h = h1 + h2;
  if (!isGrey) {
    if (Math.abs(h1 - h2) > Math.PI) h += h < 2 * Math.PI ? 2 * Math.PI : -2 * Math.PI;
    h /= 2;
  }
  const t =
    1 -
    0.17 * Math.cos(h - Math.PI / 6) +
    0.24 * Math.cos(2 * h) +
    0.32 * Math.cos(3 * h + Math.PI / 30) -
    0.2 * Math.cos(4 * h - (63 * Math.PI) / 180);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const theta = (30 * Math.PI * Math.exp(-((((h * 180) / Math.PI - 275) / 25) ** 2))) / 180;
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(2 * theta);
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dh / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}

function hue(a: number, b: number): number {
  const angle = Math.atan2(b, a);
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

function toLab(colour: Colour): Colour {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255;
    return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
  }) as [number, number, number];
  const [x, y, z] = [
    (0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.95047,
    0.212671 * r + 0.71516 * g + 0.072169 * b,
    (0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
