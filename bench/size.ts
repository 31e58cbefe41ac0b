import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findImage } from '../src/desktop/image/find-image.ts';
import { type BenchRow, benchRow } from './measure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What an installation takes on disk: packages with and without those of development, and the desktop image. */
export async function sizeRows(): Promise<BenchRow[]> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const installed = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { dev, devOptional }]) => ({
      megabytes: megabytesBelow(join(root, path), 'node_modules'),
      isForUse: dev !== true && devOptional !== true,
    }))
    // Packages of other platforms are not installed.
    .filter(({ megabytes }) => megabytes > 0);
  const forUse = installed.filter(({ isForUse }) => isForUse);
  const sum = (of: typeof installed): number => of.reduce((total, { megabytes }) => total + megabytes, 0);
  const rows = [
    benchRow('packages without those of development', 'count', [forUse.length], { text: '≤ 300', limit: 300 }),
    benchRow('packages without those of development, on disk', 'MB', [sum(forUse)], { text: '≤ 200 MB', limit: 200 }),
    benchRow('packages of a checkout', 'count', [installed.length], { text: 'reported' }),
    benchRow('packages of a checkout, on disk', 'MB', [sum(installed)], { text: 'reported' }),
  ];
  const image = await findImage();
  if (image === null) return rows;
  const megabytes = (image.record.bytes ?? 0) / 2 ** 20;
  const inVsCode = megabytesBelow(join(image.rootfs, 'opt'));
  const note = `${inVsCode.toFixed(0)} MB of it code-server with its Node`;
  return [...rows, benchRow('desktop image', 'MB', [megabytes], { text: '≤ 1,750 MB', limit: 1750 }, note)];
}

/** Megabytes that files below a folder take on disk, without folders named `except`; 0 where there is no such folder. */
function megabytesBelow(folder: string, except?: string): number {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    return 0;
  }
  return entries
    .filter(({ name }) => name !== except)
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? megabytesBelow(path, except) : (lstatSync(path).blocks * 512) / 2 ** 20;
    })
    .reduce((total, megabytes) => total + megabytes, 0);
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });
