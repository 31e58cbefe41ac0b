import { describe, expect, it } from 'vitest';
import { ModelError, type PictureLimit } from './models/model-error.ts';
import { PictureLimits } from './picture-limits.ts';

const rejected = (pictureLimit: PictureLimit) => new ModelError('pictures-too-large', 'No.', { pictureLimit });

describe('limits on the pictures of a request', () => {
  it('a request keeps to the number of pictures that the provider states, including the current one', () => {
    const limits = new PictureLimits(20, null);
    expect(limits.tighten(rejected({ of: 'number', maximum: 5 }), 12, 1920)).toMatch(/with 4 past pictures/);
    expect(limits.window).toBe(4);
    expect(limits.tighten(rejected({ of: 'number', maximum: 1 }), 4, 1920)).toMatch(/with 0 past pictures/);
    expect(limits.tighten(rejected({ of: 'number', maximum: 1 }), 0, 1920)).toBeNull();
  });

  it('the number of pictures is reduced one by one if the provider states none', () => {
    const limits = new PictureLimits(3, null);
    expect(limits.tighten(rejected({ of: 'number', maximum: null }), 3, 1920)).toMatch(/with 2 past pictures/);
    expect(limits.tighten(new ModelError('context-overflow', 'No.'), 2, 1920)).toMatch(/with 1 past pictures/);
  });

  it('pictures are scaled to the side that the provider states, and step by step if it states bytes', () => {
    const limits = new PictureLimits(3, null);
    expect(limits.tighten(rejected({ of: 'side', maximum: 2000 }), 3, 2560)).toMatch(/no side above 2000 pixels/);
    expect(limits.maximumSide).toBe(2000);
    expect(limits.tighten(rejected({ of: 'bytes', maximum: 5_000_000 }), 3, 2000)).toMatch(/no side above 1500/);
    expect(limits.tighten(rejected({ of: 'side', maximum: null }), 3, 600)).toBeNull();
  });

  it('a failure with pictures that can’t be omitted, and any other failure, leaves them unchanged', () => {
    expect(new PictureLimits(null, null).tighten(rejected({ of: 'number', maximum: 2 }), 9, 1920)).toBeNull();
    expect(new PictureLimits(3, null).tighten(new ModelError('overloaded', 'Busy.'), 3, 1920)).toBeNull();
  });
});
