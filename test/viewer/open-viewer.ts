import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startViewer } from '../../src/results/viewer/server.ts';

export interface OpenViewer {
  /** Without a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** The real server over a results folder, on a free port of loopback, once it has read all of it. */
export async function openViewer(folder: string): Promise<OpenViewer> {
  const cache = await mkdtemp(join(tmpdir(), 'viewer-index-'));
  const viewer = await startViewer(folder, { port: 0, cache });
  await viewer.read;
  return {
    url: viewer.url.replace(/\/$/, ''),
    async close() {
      await viewer.close();
      await rm(cache, { recursive: true, force: true });
    },
  };
}
