/** Replaces characters that need URL encoding: Inspect decodes `%3A` in a path and then can't find the file. */
export const fileNameOf = (model: string): string =>
  model
    .replace(/[^\w.+-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 100) || 'model';
