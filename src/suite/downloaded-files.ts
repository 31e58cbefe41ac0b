import type { SetupStep } from './task.ts';

/** What a step downloads from the network; nothing for other steps and for files of the suite. */
export function downloadedFiles({ type, parameters }: SetupStep): { url: string; path: string }[] {
  if (type !== 'download' || !Array.isArray(parameters.files)) return [];
  return (parameters.files as Record<string, unknown>[]).flatMap(({ url, path }) =>
    typeof url === 'string' && typeof path === 'string' && !url.startsWith('asset:') ? [{ url, path }] : [],
  );
}
