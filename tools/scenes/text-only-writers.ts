import type { SceneWriters } from '../../src/tasks/scene/scene-writers.ts';
import { blocksOf } from '../../src/tasks/scene/write/blocks.ts';

const empty = Buffer.alloc(0);

/** For checks that read a scene's texts and no file's bytes. A document's text must still parse. */
export const textOnlyWriters: SceneWriters = {
  document: async (_, text) => {
    blocksOf(text);
    return empty;
  },
  sheet: () => empty,
  scan: async () => empty,
  photo: async () => empty,
};
