import type { PictureSize } from '../../desktop/client/desktop.ts';
import { type Resizing, smartResize } from './smart-resize.ts';

/**
 * Coordinate system of a model. `pixels`: of the picture as sent. `resized`: pixels of the picture after the model's
 * processor has resized it. `parts`: each side has this many equal parts (1,000; 1 for fractions of the side).
 */
export type Grid =
  | { unit: 'pixels' }
  | { unit: 'resized'; resizing: Resizing }
  | {
      unit: 'parts';
      parts: number;
      /** `cell`: a coordinate names a part and means its middle. `line`: a coordinate is a position. */
      names: 'cell' | 'line';
    };

export type GridReader = 'anthropic' | 'openai' | 'google' | 'ui-tars' | 'opencua' | 'qwen3-vl' | 'glm-v';

interface GridRow {
  /** Matches the model's name without the server's prefix. */
  models: RegExp;
  /** Null if no agent of osharm supports the family. */
  reader: GridReader | null;
  grid: Grid;
}

const pixels: Grid = { unit: 'pixels' };
const thousandths: Grid = { unit: 'parts', parts: 1000, names: 'cell' };
const shares: Grid = { unit: 'parts', parts: 1, names: 'line' };
/** Qwen2.5-VL's image processor: multiples of 28 pixels, 56² to 12,845,056 pixels (preprocessor_config.json). */
const qwen25: Grid = { unit: 'resized', resizing: { factor: 28, minimum: 3136, maximum: 12_845_056 } };
/** Qwen2.5-VL's processor with the limits from UI-TARS 1.5's README_coordinates.md. */
const uiTars15: Grid = {
  unit: 'resized',
  resizing: { factor: 28, minimum: 100 * 28 * 28, maximum: 16_384 * 28 * 28 },
};

/** The first row that matches a model counts; a reader's last row is its default. */
export const grids: readonly GridRow[] = [
  // Anthropic's computer-use documentation: pixels of display_width_px × display_height_px.
  { models: /claude-/, reader: 'anthropic', grid: pixels },
  // OpenAI's computer-use guide: pixels of the screenshot.
  { models: /^(?:gpt-|o\d|computer-use-preview)/, reader: 'openai', grid: pixels },
  // Google's computer-use guide: 0 to 1000 on both sides, x / 1000 × width.
  { models: /^gemini-/, reader: 'google', grid: { unit: 'parts', parts: 1000, names: 'line' } },
  // UI-TARS-desktop, packages/ui-tars/action-parser: V1_0 and the models of Doubao have factors [1000, 1000].
  { models: /ui-tars-(?:2b|7b|72b)|doubao|seed-?1|ui-tars-2/i, reader: 'ui-tars', grid: thousandths },
  // UI-TARS 1.5's README_coordinates.md.
  { models: /ui-tars/i, reader: 'ui-tars', grid: uiTars15 },
  // OpenCUA's model cards: absolute coordinates after Qwen2.5-VL's smart_resize.
  { models: /opencua/i, reader: 'opencua', grid: qwen25 },
  // Qwen2.5-VL's computer-use cookbook: absolute coordinates of the resized picture.
  { models: /qwen-?2[.-]?5-vl/i, reader: 'qwen3-vl', grid: qwen25 },
  // Qwen3-VL's computer-use cookbook: a screen of 1000 × 1000, coordinates from 0 to 999.
  { models: /qwen-?3/i, reader: 'qwen3-vl', grid: thousandths },
  // GLM-V's GUI-agent guide: thousandths, 0 to 999.
  { models: /glm-/i, reader: 'glm-v', grid: thousandths },
  // ShowUI's and Aguvis's model cards: fractions of the side, 0 to 1.
  { models: /showui|aguvis/i, reader: null, grid: shares },
];

/** The grid of a model. Unknown models use the reader's default, or pixels without a reader. */
export function gridOf(model: string, reader: GridReader | null = null): Grid {
  const rows = reader === null ? grids : grids.filter((row) => row.reader === reader);
  const bare = model.slice(model.lastIndexOf('/') + 1);
  return (
    rows.find(({ models }) => models.test(bare))?.grid ?? (reader === null ? pixels : (rows.at(-1)?.grid ?? pixels))
  );
}

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
