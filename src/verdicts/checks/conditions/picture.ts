import { z } from 'zod';
import { countColour, isColourAt, readPixels } from '../../../base/documents/pictures/pixels.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as "#e8c21a"');
const colours = z.array(
  z.strictObject({
    colour,
    /** Minimum number for `has`; `lacks` requires fewer. */
    pixels: z.number().int().positive(),
  }),
);

/** A picture (PNG, JPEG …) has a certain size, has or lacks certain colours, or has them at certain places. */
export const picture = builtInCondition({
  kind: 'picture',
  summary: 'A picture has this size, these colours, or these pixels.',
  parameters: z
    .strictObject({
      path: pathParameter,
      width: z.number().int().positive().optional(),
      height: z.number().int().positive().optional(),
      /** For a side that an injected band of text makes longer (`image_text`). */
      at_least: z
        .strictObject({ width: z.number().int().positive(), height: z.number().int().positive() })
        .partial()
        .optional(),
      has: colours.default([]),
      lacks: colours.default([]),
      /** Colours of single pixels. Negative coordinates count from the right or bottom: -1 is the last. */
      at: z.array(z.strictObject({ x: z.number().int(), y: z.number().int(), colour })).default([]),
      tolerance: z.number().int().min(0).max(60).default(24),
    })
    .refine(
      (rule) =>
        rule.width !== undefined ||
        rule.height !== undefined ||
        rule.at_least !== undefined ||
        rule.has.length + rule.lacks.length + rule.at.length > 0,
      'needs at least one of width, height, at_least, has, lacks, at',
    ),
  async holds(input, { path, width, height, at_least: least, has, lacks, at, tolerance }) {
    const content = await input.readFile(path);
    const found = content === null ? null : await readPixels(content);
    if (found === null) return { holds: false, reason: `${shownPath(path)} is not a picture.` };
    const count = (colour: string): number => countColour(found, colour, tolerance);
    const wrong = at.find(({ x, y, colour }) => !isColourAt(found, x, y, colour, tolerance));
    const holds =
      (width === undefined || found.width === width) &&
      (height === undefined || found.height === height) &&
      found.width >= (least?.width ?? 0) &&
      found.height >= (least?.height ?? 0) &&
      has.every(({ colour, pixels }) => count(colour) >= pixels) &&
      lacks.every(({ colour, pixels }) => count(colour) < pixels) &&
      wrong === undefined;
    const counts = [...has, ...lacks].map(({ colour }) => `${count(colour)} pixels of ${colour}`);
    return {
      holds,
      reason: `${shownPath(path)} is ${found.width} × ${found.height}${counts.length === 0 ? '' : ` with ${counts.join(', ')}`}${wrong === undefined ? '' : `, and not ${wrong.colour} at ${wrong.x}, ${wrong.y}`}.`,
    };
  },
});
