import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Grid, gridOf, gridSize, grids } from './grids.ts';
import { pointOnScreen } from './on-screen.ts';

describe('the grid of a model', () => {
  it.each([
    ['claude-opus-5-5', 'pixels'],
    ['anthropic.claude-sonnet-5', 'pixels'],
    ['gpt-5.4', 'pixels'],
    ['gemini-3.5-flash', 1000],
    ['ByteDance-Seed/UI-TARS-1.5-7B', 'resized'],
    ['ui-tars-7b-dpo', 1000],
    ['doubao-seed-1-8', 1000],
    ['aguvis-7b', 'pixels'],
    ['doubao-1-5-ui-tars-250428', 1000],
    ['OpenCUA-32B', 'resized'],
    ['Qwen/Qwen2.5-VL-72B-Instruct', 'resized'],
    ['Qwen/Qwen3-VL-235B-A22B-Thinking', 1000],
    ['zai-org/GLM-4.6V', 1000],
    ['ShowUI-2B', 1],
    ['somebody/else', 'pixels'],
  ])('the coordinate grid of %s is %s', (model, expected) => {
    const grid = gridOf(model);
    expect(grid.unit === 'parts' ? grid.parts : grid.unit).toBe(expected);
  });
  it('the coordinate grid of an unknown name is its loop’s default', () => {
    expect(gridOf('m', 'qwen3-vl')).toMatchObject({ parts: 1000 });
    expect(gridOf('m', 'ui-tars')).toMatchObject({ unit: 'resized' });
    expect(gridOf('claude-fable', 'glm-v')).toMatchObject({ parts: 1000 });
  });
});

describe('sources of coordinate grids', () => {
  const page = readFileSync(new URL('../../../docs/run/agents.md', import.meta.url), 'utf8');
  it.each(grids.map(({ models, source, verified }) => [models.source, source, verified] as const))(
    'the coordinate grid of %s has a source that the docs link or mark as not verified',
    (_, source, verified) => {
      expect(source).toMatch(/^https:\/\//);
      expect(page).toContain(verified === null ? 'not verified' : `](${source})`);
    },
  );
});

describe('coordinates outside of the screen', () => {
  const all: Grid[] = grids.map(({ grid }) => grid);
  const pictures = [
    { width: 1920, height: 1080, scale: { x: 1, y: 1 } },
    { width: 1366, height: 768, scale: { x: 1920 / 1366, y: 1080 / 768 } },
    { width: 1000, height: 563, scale: { x: 2.56, y: 1440 / 563 } },
    { width: 1, height: 1, scale: { x: 1280, y: 800 } },
  ];
  /** Repeatable numbers from 0 to 1. */
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  it.each(all.map((grid, at) => [at, grid] as const))(
    'no coordinate outside of the screen reaches an action (grid %i)',
    (at, grid) => {
      const next = random(at + 1);
      for (const picture of pictures) {
        const size = gridSize(grid, picture);
        const screen = { width: picture.width * picture.scale.x, height: picture.height * picture.scale.y };
        const value = (side: number): number => {
          const kind = Math.floor(next() * 8);
          const special = [0, side, -0, side + Number.EPSILON, -Number.MIN_VALUE, Number.NaN, 1e308, -side];
          return kind < 3 ? (special[Math.floor(next() * special.length)] as number) : (next() * 3 - 1) * side;
        };
        for (let trial = 0; trial < 300; trial += 1) {
          const point = [value(size.width), value(size.height)] as const;
          const isInside = point[0] >= 0 && point[0] <= size.width && point[1] >= 0 && point[1] <= size.height;
          let pixel: readonly [number, number] | null = null;
          try {
            pixel = pointOnScreen(point, grid, picture);
          } catch (error) {
            expect(error).toMatchObject({ code: 'action-invalid' });
          }
          expect(pixel !== null, `${point}`).toBe(isInside);
          if (pixel === null) continue;
          const [x, y] = pixel;
          expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
          expect(x >= 0 && x < Math.round(screen.width) && y >= 0 && y < Math.round(screen.height), `${point}`).toBe(
            true,
          );
        }
      }
    },
  );
});
