import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { hashListName } from '../../../tasks/setup/downloads/hash-list-name.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { downloadsOfTask } from '../../../tasks/suite/downloaded-files.ts';
import type { WantedDownload } from '../../../tasks/suite/lint-finding.ts';
import { loadSubset, loadTask, openSuite, type Suite } from '../../../tasks/suite/suite.ts';
import { taskDownloads } from '../../library/task-downloads.ts';
import { untilStopped } from '../until-stopped.ts';

export interface FetchFlags {
  subset?: string[];
  assets?: string;
  downloadHosts?: string[];
  writeHashes?: boolean;
  json?: boolean;
}

interface Fetched {
  url: string;
  sha256: string | null;
  bytes: number | null;
  error: string | null;
}

/** Low, out of consideration for other people's servers. */
const atOnce = 4;

export async function fetchDownloads(folder: string | undefined, flags: FetchFlags): Promise<void> {
  const suite = openSuite(folder ?? bundledSuite);
  const queue = wantedOf(suite, flags.subset);
  if (queue.length === 0)
    throw new UsageError(`No task of ${suite.name} downloads anything.`, { code: 'fetch-nothing' });
  const downloads = taskDownloads(flags);
  const total = queue.length;
  const fetched: Fetched[] = [];
  const { stopped } = await untilStopped(async (signal) => {
    const worker = async (): Promise<void> => {
      for (
        let wantedDownload = queue.shift();
        wantedDownload !== undefined && !signal.aborted;
        wantedDownload = queue.shift()
      ) {
        const content = await downloads.get(wantedDownload, signal).catch((error: Error) => error);
        fetched.push(
          content instanceof Error
            ? { url: wantedDownload.url, sha256: null, bytes: null, error: content.message }
            : {
                url: wantedDownload.url,
                sha256: createHash('sha256').update(content).digest('hex'),
                bytes: content.length,
                error: null,
              },
        );
        const line = content instanceof Error ? content.message : `${wantedDownload.url}: ${content.length} bytes`;
        process.stderr.write(`[${fetched.length}/${total}] ${printable(line)}\n`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }, 'finished downloads are kept');
  const here = fetched.filter(({ error }) => error === null);
  if (flags.writeHashes === true) {
    const list = here.map(({ url, sha256: hash }) => [url, hash] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(join(suite.assetRoot, hashListName), `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`);
  }
  if (stopped || here.length < total) process.exitCode = 1;
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ suite: suite.name, files: fetched }, null, 2)}\n`);
  else process.stdout.write(`${here.length} of ${total} files are here.\n`);
}

function wantedOf(suite: Suite, subsets: readonly string[] = suite.subsets): WantedDownload[] {
  const wanted = new Map<string, WantedDownload>();
  for (const name of subsets) {
    for (const [domain, ids] of Object.entries(loadSubset(suite, name).subset)) {
      for (const id of ids)
        for (const { url, path } of downloadsOfTask(loadTask(suite, domain, id).task))
          if (!wanted.has(url)) wanted.set(url, { url, path, taskId: id, suiteFolder: suite.assetRoot });
    }
  }
  return [...wanted.values()];
}
