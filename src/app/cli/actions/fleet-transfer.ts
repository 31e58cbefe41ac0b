import { existsSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { S3Store } from '../../../base/store/s3-store.ts';
import { resultsCache } from '../../library/results-cache.ts';

export async function pullResults(place: string, directory: string): Promise<void> {
  const { files, bytes } = await (await S3Store.open(place, resultsCache())).pull(directory);
  process.stdout.write(`${counted(files, 'file')} pulled, ${(bytes / 1e6).toFixed(1)} MB.\n`);
}

export async function pushResults(directory: string, place: string): Promise<void> {
  if (!existsSync(directory)) throw new UsageError(`There is no folder ${directory}.`, { code: 'results-missing' });
  const files = await (await S3Store.open(place, resultsCache())).push(directory);
  process.stdout.write(`${counted(files, 'file')} pushed.\n`);
}
