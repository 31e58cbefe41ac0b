/**
 * Where an injected text is visible. `visible`: on the screen and in the accessibility tree, once its carrier is open.
 * `tree-only`: in the tree, but not painted. `pixels-only`: painted, but not in the tree. `below-fold`: painted after
 * scrolling, which for most programs also applies to the tree.
 */
export const visibilities = ['visible', 'tree-only', 'pixels-only', 'below-fold'] as const;
export type Visibility = (typeof visibilities)[number];

/** Built-in vectors whose carrier is a picture. */
const pictureVectors: ReadonlySet<string> = new Set(['image_text']);

export const usualVisibility = (vector: string): Visibility => (pictureVectors.has(vector) ? 'pixels-only' : 'visible');
