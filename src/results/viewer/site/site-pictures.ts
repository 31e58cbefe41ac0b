import type { Shot } from '../api.ts';
import { openRunFile, readPart } from '../files/safe-file.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { pictureOfPart } from '../run/calls.ts';
import { ViewerError } from '../viewer-error.ts';
import type { SitePlace } from './site-data.ts';

const mostPictureBytes = 40_000_000;

/** Copies a run's picture to the site; null if it is missing or damaged. */
export async function siteShot(
  root: string,
  run: IndexedRun,
  shot: Shot | null,
  site: SitePlace,
): Promise<Shot | null> {
  if (shot === null) return null;
  const name = nameOf(shot.full, run.id);
  const content = name === null ? null : await contentOf(root, run.directory, name, mostPictureBytes);
  const placed = content === null ? null : await site.picture(content, true);
  return placed === null ? null : { ...shot, full: placed.full, thumbnail: placed.small };
}

/** Copies a picture of a model request to the site. */
export async function siteSent(
  address: string,
  run: { root: string; id: string; directory: string },
  calls: Parameters<typeof pictureOfPart>[2],
  site: SitePlace,
): Promise<string | null> {
  const part = /\/part\/([0-9a-f]{64})$/.exec(address)?.[1];
  const name = nameOf(address, run.id);
  const content =
    part !== undefined
      ? await pictureOfPart(run.root, run.directory, calls, part)
      : name === null
        ? null
        : await contentOf(run.root, run.directory, name, mostPictureBytes);
  return content === null ? null : ((await site.picture(content, false))?.full ?? null);
}

function nameOf(address: string, id: string): string | null {
  const { pathname } = new URL(address, 'http://site.invalid');
  const start = `/api/run/${id}/file/`;
  return pathname.startsWith(start) ? decodeURIComponent(pathname.slice(start.length)) : null;
}

/** Null if the file must not be read or exceeds `most` bytes. */
export async function contentOf(root: string, directory: string, name: string, most: number): Promise<Buffer | null> {
  try {
    const { file, bytes } = await openRunFile(root, directory, name);
    try {
      return bytes > most ? null : await readPart(file, 0, bytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ViewerError) return null;
    throw error;
  }
}
