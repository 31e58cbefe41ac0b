import { describe, expect, it } from 'vitest';
import { ModelError, type PictureLimit } from './models/model-error.ts';
import { PictureLimits } from './picture-limits.ts';

const rejected = (pictureLimit: PictureLimit) => new ModelError('pictures-too-large', 'No.', { pictureLimit });

describe('limits on the pictures of a request', () => {
  it('keep to the number that the provider states, the current picture included', () => {
    const limits = new PictureLimits(20, null);
    expect(limits.tighten(rejected({ of: 'number', maximum: 5 }), 12, 1920)).toMatch(/with 4 past pictures/);
    expect(limits.window).toBe(4);
    expect(limits.tighten(rejected({ of: 'number', maximum: 1 }), 4, 1920)).toMatch(/with 0 past pictures/);
    expect(limits.tighten(rejected({ of: 'number', maximum: 1 }), 0, 1920)).toBeNull();
  });

  it('go down one by one if no number is stated', () => {
    const limits = new PictureLimits(3, null);
    expect(limits.tighten(rejected({ of: 'number', maximum: null }), 3, 1920)).toMatch(/with 2 past pictures/);
    expect(limits.tighten(new ModelError('context-overflow', 'No.'), 2, 1920)).toMatch(/with 1 past pictures/);
  });

  it('make pictures as small as the side that is stated, and smaller step by step if it states bytes', () => {
    const limits = new PictureLimits(3, null);
    expect(limits.tighten(rejected({ of: 'side', maximum: 2000 }), 3, 2560)).toMatch(/no side above 2000 pixels/);
    expect(limits.maximumSide).toBe(2000);
    expect(limits.tighten(rejected({ of: 'bytes', maximum: 5_000_000 }), 3, 2000)).toMatch(/no side above 1500/);
    expect(limits.tighten(rejected({ of: 'side', maximum: null }), 3, 600)).toBeNull();
  });

  it('leave pictures alone that can’t be omitted, and other failures', () => {
    expect(new PictureLimits(null, null).tighten(rejected({ of: 'number', maximum: 2 }), 9, 1920)).toBeNull();
    expect(new PictureLimits(3, null).tighten(new ModelError('overloaded', 'Busy.'), 3, 1920)).toBeNull();
  });
});
