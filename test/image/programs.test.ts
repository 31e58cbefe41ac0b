import { expect, it } from 'vitest';
import { findImage } from '../../src/image/find-image.ts';
import { imagePrograms, programsIn } from '../../src/image/programs.ts';

it('lists the programs that the image really has', async () => {
  const image = await findImage();
  expect(image).not.toBeNull();
  // After a change of packages: write what programsIn gives into src/image/programs.txt, one a line.
  expect([...imagePrograms()]).toEqual(programsIn(image?.rootfs ?? ''));
});
