import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawMarks } from './set-of-marks.ts';

const namespaces =
  'xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component"';
const node = (tag: string, name: string, box: [number, number, number, number], extra = '', text = '') =>
  `<${tag} name="${name}" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(${box[0]}, ${box[1]})" c:size="(${box[2]}, ${box[3]})" ${extra}>${text}</${tag}>`;
const tree = (...nodes: string[]) => `<desktop-frame ${namespaces}>${nodes.join('')}</desktop-frame>`;

/** 200 × 100, grey, with a coloured square at (40, 40) of 10 × 10. */
async function screen(): Promise<Buffer> {
  const square = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#888' } })
    .composite([{ input: square, left: 40, top: 40 }])
    .png()
    .toBuffer();
}
async function pixel(png: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(png).removeAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
}

describe('set-of-marks', () => {
  it('set-of-marks numbers visible elements and skips those of a single colour', async () => {
    const xml = tree(
      node('push-button', 'empty', [100, 10, 20, 20]),
      node('push-button', 'OK', [30, 30, 60, 40]),
      node('icon', '', [38, 38, 14, 14], 'image="true"'),
      node('label', 'say', [180, 90, 100, 100], '', 'a "b"'),
    );
    const { png, marks, list } = await drawMarks(await screen(), xml);
    // What reaches beyond the screen is black there, so it is never of one colour.
    expect(marks).toEqual([
      [30, 30, 60, 40],
      [38, 38, 14, 14],
      [180, 90, 100, 100],
    ]);
    expect(list).toBe('index\ttag\tname\ttext\n1\tpush-button\tOK\t""\n2\ticon\t\t""\n3\tlabel\tsay\t"a ""b"""');
    expect(await pixel(png, 30, 30)).toEqual([255, 0, 0]);
    expect(await pixel(png, 90, 50)).toEqual([255, 0, 0]);
    expect(await pixel(png, 60, 50)).toEqual([0x88, 0x88, 0x88]);
    // The label's lower left corner is the box's.
    expect(await pixel(png, 30, 69)).toEqual([0, 0, 0]);
    const label = await sharp(png).extract({ left: 30, top: 57, width: 9, height: 13 }).raw().toBuffer();
    expect(label.includes(Buffer.from([255, 255, 255]))).toBe(true);
    expect(await sharp(png).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  it('set-of-marks does not mark an element entirely outside of the screen', async () => {
    const { marks, list } = await drawMarks(await screen(), tree(node('push-button', 'far', [500, 500, 10, 10])));
    expect(marks).toEqual([]);
    expect(list).toBe('index\ttag\tname\ttext');
  });
});

it('set-of-marks clips a box of extreme size to the screen', async () => {
  const far = 2 ** 40;
  const { png, marks } = await drawMarks(await screen(), tree(node('label', 'a', [10, 10, far, far])));
  expect(marks).toHaveLength(1);
  expect(await pixel(png, 199, 10)).toEqual([255, 0, 0]);
});

it('set-of-marks reports a picture with a valid header that can’t be decoded', async () => {
  const whole = await screen();
  const broken = Buffer.concat([whole.subarray(0, 33), Buffer.alloc(500, 255)]);
  await expect(drawMarks(broken, tree())).rejects.toMatchObject({ code: 'picture-unreadable', blame: 'environment' });
});
