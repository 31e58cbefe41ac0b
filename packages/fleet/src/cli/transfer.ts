import { existsSync } from 'node:fs';
import { UsageError } from 'osharm';
import { counted } from 'osharm/commands';
import { resultsCache } from 'osharm/queue';
import { openRemoteStore } from 'osharm/store';

export async function pullResults(place: string, directory: string): Promise<void> {
  const { files, bytes } = await (await openRemoteStore(place, resultsCache())).pull(directory);
  process.stdout.write(`${counted(files, 'file')} pulled, ${(bytes / 1e6).toFixed(1)} MB.\n`);
}

export async function pushResults(directory: string, place: string): Promise<void> {
  if (!existsSync(directory)) throw new UsageError(`There is no folder ${directory}.`, { code: 'results-missing' });
  const files = await (await openRemoteStore(place, resultsCache())).push(directory);
  process.stdout.write(`${counted(files, 'file')} pushed.\n`);
}
