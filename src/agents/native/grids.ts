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
      /** `cell`: a coordinate names a part and refers to its middle. `line`: a coordinate is a position. */
      names: 'cell' | 'line';
    };

export type GridReader = 'anthropic' | 'openai' | 'google' | 'ui-tars' | 'opencua' | 'qwen3-vl' | 'glm-v';

interface GridRow {
  /** Matches the model's name without the server's prefix. */
  models: RegExp;
  /** Null if no agent of osharm supports the family. */
  reader: GridReader | null;
  grid: Grid;
  /** A page or source file of the vendor, or OSWorld's agent for the model. */
  source: string;
  /** The day on which a stored copy of the source was read; null if not verified. */
  verified: string | null;
}

const pixels: Grid = { unit: 'pixels' };
const thousandths: Grid = { unit: 'parts', parts: 1000, names: 'cell' };
const shares: Grid = { unit: 'parts', parts: 1, names: 'line' };
/** Qwen2.5-VL's image processor: multiples of 28 pixels, 56² to 12,845,056 pixels. */
const qwen25: Grid = { unit: 'resized', resizing: { factor: 28, minimum: 3136, maximum: 12_845_056 } };
/** Qwen2.5-VL's processor with the limits of UI-TARS 1.5. */
const uiTars15: Grid = {
  unit: 'resized',
  resizing: { factor: 28, minimum: 100 * 28 * 28, maximum: 16_384 * 28 * 28 },
};

/** The first row that matches a model counts; a reader's last row is its default. */
export const grids: readonly GridRow[] = [
  {
    models: /claude-/,
    reader: 'anthropic',
    grid: pixels,
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool',
    verified: null,
  },
  {
    models: /^(?:gpt-|o\d|computer-use-preview)/,
    reader: 'openai',
    grid: pixels,
    source: 'https://developers.openai.com/docs/guides/tools-computer-use',
    verified: null,
  },
  // x / 1000 × width.
  {
    models: /^gemini-/,
    reader: 'google',
    grid: { unit: 'parts', parts: 1000, names: 'line' },
    source: 'https://github.com/google-gemini/computer-use-preview/blob/main/agent.py',
    verified: '2026-11-29',
  },
  {
    models: /ui-tars-(?:2b|7b|72b)|doubao-1-5/i,
    reader: 'ui-tars',
    grid: thousandths,
    source: 'https://github.com/bytedance/UI-TARS-desktop/tree/main/packages/ui-tars/action-parser',
    verified: '2026-11-29',
  },
  {
    models: /doubao|seed-?1|ui-tars-2/i,
    reader: 'ui-tars',
    grid: thousandths,
    source: 'https://github.com/bytedance/UI-TARS-desktop/tree/main/packages/ui-tars/action-parser',
    verified: null,
  },
  {
    models: /ui-tars/i,
    reader: 'ui-tars',
    grid: uiTars15,
    source: 'https://github.com/bytedance/UI-TARS/blob/main/README_coordinates.md',
    verified: '2026-11-29',
  },
  {
    models: /opencua/i,
    reader: 'opencua',
    grid: qwen25,
    source: 'https://github.com/xlang-ai/OSWorld/blob/main/mm_agents/opencua_agent.py',
    verified: '2026-11-29',
  },
  {
    models: /qwen-?2[.-]?5-vl/i,
    reader: 'qwen3-vl',
    grid: qwen25,
    source: 'https://github.com/QwenLM/Qwen2.5-VL/blob/main/cookbooks/computer_use.ipynb',
    verified: '2026-11-29',
  },
  // A screen of 1000 × 1000.
  {
    models: /qwen-?3/i,
    reader: 'qwen3-vl',
    grid: thousandths,
    source: 'https://github.com/QwenLM/Qwen3-VL/blob/main/cookbooks/computer_use.ipynb',
    verified: '2026-11-29',
  },
  // round(x / width × 1000).
  {
    models: /glm-/i,
    reader: 'glm-v',
    grid: thousandths,
    source: 'https://github.com/zai-org/GLM-V/blob/main/README.md',
    verified: '2026-11-29',
  },
  {
    models: /showui/i,
    reader: null,
    grid: shares,
    source: 'https://github.com/showlab/ShowUI/blob/main/QUICK_START.md',
    verified: '2026-11-29',
  },
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
