import { describe, expect, it } from 'vitest';
import { around, shownPart } from './region.ts';

const usual = { least: 0.42, line: 0.5 };

describe('shownPart', () => {
  it('shownPart shows a region with its surroundings, in the picture’s aspect ratio, within its edges', () => {
    const part = shownPart({ x: 0.9, y: 0, width: 0.1, height: 0.05 }, usual);
    expect(part.width).toBe(0.42);
    expect(part.height).toBe(part.width);
    expect(part.x).toBeCloseTo(0.58);
    expect(part.y).toBe(0);
  });

  it('shownPart shows the beginning of a long line of text', () => {
    const part = shownPart({ x: 0.1, y: 0.3, width: 0.85, height: 0.03 }, usual);
    expect(part.width).toBeCloseTo(0.5);
    expect(part.x).toBeLessThanOrEqual(0.1);
    expect(part.y).toBeLessThan(0.3);
  });

  it('shownPart shows the whole picture if the region is missing or nearly all of it', () => {
    const screen = { x: 0, y: 0, width: 1, height: 1 };
    expect(shownPart({ x: 0, y: 0.1, width: 0.9, height: 0.2 }, usual)).toEqual(screen);
    expect(shownPart(null, usual)).toEqual(screen);
  });
});

describe('around', () => {
  it('around is the smallest box that contains all boxes', () => {
    const found = around([
      { x: 0.1, y: 0.2, width: 0.1, height: 0.1 },
      { x: 0.5, y: 0.1, width: 0.2, height: 0.1 },
    ]);
    expect(found?.x).toBeCloseTo(0.1);
    expect(found?.width).toBeCloseTo(0.6);
    expect(found?.height).toBeCloseTo(0.2);
    expect(around([])).toBeNull();
  });
});
