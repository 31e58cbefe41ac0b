import { describe, expect, it } from 'vitest';
import { panned, whole, zoomed } from './zoom.ts';

describe('zoom', () => {
  it('zoom keeps the point under the pointer in place', () => {
    const first = zoomed(whole, 2, 0.75, 0.5);
    expect(first).toEqual({ scale: 2, left: 0.375, top: 0.25 });
    const second = zoomed(first, 2, 0.75, 0.5);
    expect(second.left + 0.75 / second.scale).toBeCloseTo(0.75);
    expect(second.top + 0.5 / second.scale).toBeCloseTo(0.5);
  });

  it('zoom is limited to the whole screen and to twelve times', () => {
    expect(zoomed({ scale: 2, left: 0.5, top: 0.5 }, 0.1)).toEqual(whole);
    expect(zoomed(whole, 100).scale).toBe(12);
  });

  it('zoom pans by fractions of the frame and stops at the edges', () => {
    const half = { scale: 2, left: 0, top: 0 };
    expect(panned(half, 0.5, 0)).toEqual({ scale: 2, left: 0.25, top: 0 });
    expect(panned(half, -1, 9)).toEqual({ scale: 2, left: 0, top: 0.5 });
  });
});
