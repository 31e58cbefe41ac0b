import type { PictureSize } from '../../desktop/client/desktop.ts';
import { type Resizing, smartResize } from './smart-resize.ts';

/**
 * What a model's coordinates count. `pixels`: of the picture that was sent. `resized`: pixels of the picture as the model's own
 * processor resizes it. `parts`: equal parts of each side (1,000; 1 is a share of the side).
 */
export type Grid =
  | { unit: 'pixels' }
  | { unit: 'resized'; resizing: Resizing }
  | {
      unit: 'parts';
      parts: number;
      /** `cell`: a number names a part, and its middle is meant; `line`: it is a position on the side. */
      names: 'cell' | 'line';
    };

/** Which loops and computer tools read the coordinates of a family. */
export type GridReader = 'anthropic' | 'openai' | 'google' | 'ui-tars' | 'opencua' | 'qwen3-vl' | 'glm-v';

interface GridRow {
  /** The model's name, without what its server puts before it. */
  models: RegExp;
  /** Null: no loop of ours reads it. */
  reader: GridReader | null;
  grid: Grid;
}

const pixels: Grid = { unit: 'pixels' };
const thousandths: Grid = { unit: 'parts', parts: 1000, names: 'cell' };
const shares: Grid = { unit: 'parts', parts: 1, names: 'line' };
/** Of Qwen2.5-VL's picture processor: multiples of 28 pixels, 56² to 12,845,056 pixels (preprocessor_config.json). */
const qwen25: Grid = { unit: 'resized', resizing: { factor: 28, minimum: 3136, maximum: 12_845_056 } };
/** The same processor with the limits of UI-TARS 1.5's README_coordinates.md. */
const uiTars15: Grid = {
  unit: 'resized',
  resizing: { factor: 28, minimum: 100 * 28 * 28, maximum: 16_384 * 28 * 28 },
};

/** The grid of each model family. The first row that matches a model counts; the last row of a reader is its default. */
export const grids: readonly GridRow[] = [
  // Anthropic's computer-use documentation: pixels of display_width_px × display_height_px.
  { models: /claude-/, reader: 'anthropic', grid: pixels },
  // OpenAI's computer-use guide: pixels of the screenshot.
  { models: /^(?:gpt-|o\d|computer-use-preview)/, reader: 'openai', grid: pixels },
  // Google's computer-use guide: 0 to 1000 on both sides, x / 1000 × width.
  { models: /^gemini-/, reader: 'google', grid: { unit: 'parts', parts: 1000, names: 'line' } },
  // UI-TARS-desktop, packages/ui-tars/action-parser: V1_0 and the models of Doubao have factors [1000, 1000].
  { models: /ui-tars-(?:2b|7b|72b)|doubao|seed-?1|ui-tars-2/i, reader: 'ui-tars', grid: thousandths },
  // UI-TARS's README_coordinates.md, for 1.5.
  { models: /ui-tars/i, reader: 'ui-tars', grid: uiTars15 },
  // OpenCUA's model cards: absolute coordinates after Qwen2.5-VL's smart_resize.
  { models: /opencua/i, reader: 'opencua', grid: qwen25 },
  // Qwen2.5-VL's computer-use cookbook: absolute coordinates of the resized picture.
  { models: /qwen-?2[.-]?5-vl/i, reader: 'qwen3-vl', grid: qwen25 },
  // Qwen3-VL's computer-use cookbook: a screen of 1000 × 1000, coordinates from 0 to 999.
  { models: /qwen-?3/i, reader: 'qwen3-vl', grid: thousandths },
  // GLM-V's GUI-agent guide: thousandths, 0 to 999.
  { models: /glm-/i, reader: 'glm-v', grid: thousandths },
  // ShowUI's and Aguvis's model cards: shares of the side, 0 to 1.
  { models: /showui|aguvis/i, reader: null, grid: shares },
];

/** The grid of a model by its name; for a name without a row the reader's default, and pixels without a reader. */
export function gridOf(model: string, reader: GridReader | null = null): Grid {
  const rows = reader === null ? grids : grids.filter((row) => row.reader === reader);
  const bare = model.slice(model.lastIndexOf('/') + 1);
  return (
    rows.find(({ models }) => models.test(bare))?.grid ?? (reader === null ? pixels : (rows.at(-1)?.grid ?? pixels))
  );
}

/** The largest coordinate of each side in a picture. */
export function gridSize(grid: Grid, picture: PictureSize): PictureSize {
  switch (grid.unit) {
    case 'pixels':
      return { width: picture.width, height: picture.height };
    case 'resized':
      return smartResize(picture, grid.resizing);
    case 'parts':
      return { width: grid.parts, height: grid.parts };
    default:
      return grid satisfies never;
  }
}
