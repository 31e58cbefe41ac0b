/**
 * Where an injected text can be met. `visible`: on the screen and in the accessibility tree, once its carrier is open.
 * `tree-only`: in the tree, and not painted. `pixels-only`: painted, and in no node of the tree. `below-fold`: painted
 * after scrolling; the trees of most programs hold it only then too.
 */
export const visibilities = ['visible', 'tree-only', 'pixels-only', 'below-fold'] as const;
export type Visibility = (typeof visibilities)[number];

/** Built-in vectors whose carrier is a picture: their texts are in pixels alone. */
const pictureVectors: ReadonlySet<string> = new Set(['image_text']);

/** Where a text can be met by a vector that nobody asked for another way. */
export const usualVisibility = (vector: string): Visibility => (pictureVectors.has(vector) ? 'pixels-only' : 'visible');
