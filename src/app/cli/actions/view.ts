import { randomBytes } from 'node:crypto';
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { UsageError } from '../../../base/errors.ts';
import { isSystemError, rethrowUnless } from '../../../base/expected-errors.ts';
import { didYouMean } from '../../../base/nearest-name.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { sealedSentence } from '../../../results/report/without-sealed.ts';
import type { Fleet } from '../../../results/viewer/live/world.ts';
import { startViewer } from '../../../results/viewer/server.ts';
import { bundleResults } from '../../../results/viewer/site/bundle-results.ts';
import { loadPlugins } from '../../library/plugins/load.ts';
import { queueOf } from '../../library/queues.ts';
import { localResults } from '../local-results.ts';
import { openBrowser } from '../open-browser.ts';

export interface ViewFlags {
  queue?: string;
  plugin?: string[];
  port: number;
  host: string;
  open: boolean;
  json?: boolean;
  bundle?: string;
}

export async function view(place: string | undefined, options: ViewFlags): Promise<void> {
  if (options.queue === undefined) {
    if (place === undefined)
      throw new UsageError('Name the folder with the runs.', { code: 'view-no-folder', hint: 'osharm view DIR' });
    await viewResults(await localResults(place, 'everything', options.plugin), options, null);
    return;
  }
  await loadPlugins(options.plugin ?? []);
  const definition = await queueOf(options.queue);
  if (definition.watch === undefined)
    throw new UsageError(`The viewer can't show the queue ${definition.name}.`, {
      code: 'queue-not-shown',
      hint: 'Omit --queue: osharm view DIR',
    });
  const queue = await definition.watch(options.queue);
  try {
    const newest = place ?? (await queue.newestResults());
    if (newest === null)
      throw new UsageError('The queue has no sweep, so there are no results to show.', {
        code: 'view-no-folder',
        hint: 'Add one: osharm run --queue. Or name a folder: osharm view DIR --queue URL.',
      });
    await viewResults(await localResults(newest, 'everything'), options, queue.fleet);
  } finally {
    await queue.close();
  }
}

async function viewResults(directory: string, options: ViewFlags, fleet: Fleet | null): Promise<void> {
  if (options.bundle !== undefined) {
    await writeBundle(directory, options.bundle, options.json === true);
    return;
  }
  // Long lists create a lot of garbage. With ten thousand runs, this flag halves the server's memory.
  setFlagsFromString('--optimize-for-size');
  const isHere = ['127.0.0.1', '::1', 'localhost'].includes(options.host);
  const viewer = await startViewer(directory, {
    host: options.host,
    port: options.port,
    fleet: fleet ?? undefined,
    token: isHere ? undefined : randomBytes(24).toString('base64url'),
  });
  process.stdout.write(
    options.json === true ? `${JSON.stringify({ url: viewer.url })}\n` : `${viewer.url}  (press Ctrl-C to end)\n`,
  );
  if (!isHere)
    process.stderr.write(
      'Anyone with this address and its token can read these results, see running desktops, and annotate. Traffic is not encrypted.\n',
    );
  if (!existsSync(directory))
    process.stderr.write(`${directory} doesn’t exist yet.${similarFolder(directory)} Waiting for the first run.\n`);
  viewer.read.catch((error: Error) => process.stderr.write(`The folder can no longer be read: ${error.message}\n`));
  if (options.open) openBrowser(viewer.url);
  await stopSignal();
  await viewer.close();
}

/** Suggests a folder with a similar name next to the missing one, if the folder above can be read. */
function similarFolder(directory: string): string {
  let entries: Dirent[];
  try {
    entries = readdirSync(dirname(resolve(directory)), { withFileTypes: true });
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return '';
  }
  return didYouMean(
    basename(directory),
    entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
  );
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

async function writeBundle(directory: string, folder: string, asJson: boolean): Promise<void> {
  const isTerminal = process.stderr.isTTY === true;
  const written = await bundleResults(directory, folder, (done, all) => {
    if (isTerminal) process.stderr.write(`\r${done} of ${all} runs`);
  });
  if (isTerminal) process.stderr.write('\n');
  if (written.sealed !== null) process.stderr.write(`${printable(sealedSentence(written.sealed))}\n`);
  if (asJson) {
    process.stdout.write(`${JSON.stringify(written)}\n`);
    return;
  }
  const megabytes = (written.bytes / 1e6).toFixed(1);
  if (written.folder.endsWith('.html')) {
    process.stdout.write(`${folder}: ${megabytes} MB. It opens anywhere and loads nothing.\n`);
    return;
  }
  process.stdout.write(
    `${folder}: ${written.runs} runs, ${written.files} files, ${megabytes} MB. Open ${folder}/index.html, or put the folder on any web server.\n`,
  );
}
