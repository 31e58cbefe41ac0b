/** Pulls an image from beside results into this process's cache and says how much it read: a process of test/image/shared-image.test.ts. */

import { imagesBeside } from '../../src/base/store/object-place.ts';
import { pullImage } from '../../src/desktop/image/shared/pull-image.ts';

const [results = '', id = '', address = ''] = process.argv.slice(2);
const place = await imagesBeside(results);
let reads = 0;
const read = place.read.bind(place);
place.read = (name) => {
  reads += 1;
  return read(name);
};
const image = await pullImage(place, { id, address });
process.stdout.write(JSON.stringify({ image: image.id, reads }));
