import { expect, it } from 'vitest';
import { findImage } from '../../src/desktop/image/find-image.ts';
import { imagePrograms, programsIn } from '../../src/desktop/image/programs.ts';

it('the list of programs equals the image’s real programs', async () => {
  const image = await findImage();
  expect(image).not.toBeNull();
  // After a change of packages: write what programsIn gives into src/desktop/image/programs.txt, one a line.
  expect([...imagePrograms()]).toEqual(programsIn(image?.rootfs ?? ''));
});
