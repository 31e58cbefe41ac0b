import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { startViewer } from '../../viewer/server.ts';
import { bundleResults } from '../../viewer/site/bundle-results.ts';
import { openBrowser } from '../open-browser.ts';
import type { ViewFlags } from '../view.ts';

/** What `osharm view` does. */
export async function viewResults(directory: string, options: ViewFlags): Promise<void> {
  if (options.bundle !== undefined) {
    await writeBundle(directory, options.bundle, options.json === true);
    return;
  }
  // Long lists make much garbage: with ten thousand runs this halves what the server holds.
  setFlagsFromString('--optimize-for-size');
  const viewer = await startViewer(directory, { host: options.host, port: options.port });
  process.stdout.write(
    options.json === true ? `${JSON.stringify({ url: viewer.url })}\n` : `${viewer.url}  (Ctrl-C ends it)\n`,
  );
  if (!['127.0.0.1', '::1', 'localhost'].includes(options.host))
    process.stderr.write(
      'Whoever reaches this address can read these results, see the desktops of runs that go on, and annotate: it asks for no password.\n',
    );
  if (!existsSync(directory)) process.stderr.write(`${directory} doesn’t exist yet. Waiting for a first run.\n`);
  viewer.read.catch((error: Error) => process.stderr.write(`The folder can't be read on: ${error.message}\n`));
  if (options.open) openBrowser(viewer.url);
  await stopSignal();
  await viewer.close();
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
  if (asJson) {
    process.stdout.write(`${JSON.stringify(written)}\n`);
    return;
  }
  const megabytes = (written.bytes / 1e6).toFixed(1);
  process.stdout.write(
    `${folder}: ${written.runs} runs, ${written.files} files, ${megabytes} MB. Open ${folder}/index.html, or put the folder on any web server.\n`,
  );
}
