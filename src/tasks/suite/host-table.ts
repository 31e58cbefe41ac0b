import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from './json-file.ts';
import type { Suite } from './suite.ts';

const hostTableSchema = z.record(z.string(), z.string());

const bundled = fileURLToPath(new URL('../../../suites/hermetic', import.meta.url));

/** Returns the folder with `hosts.json` and `sites/`: the suite's, or the bundled suite's for a checkout. */
export function doublesFolder(suite: Pick<Suite, 'folder' | 'isCheckout'>): string {
  return suite.isCheckout ? bundled : suite.folder;
}

/** Maps third-party hosts to mock hosts (`hosts.json`). Empty without the file. Throws UsageError. */
export function hostTable(suite: Pick<Suite, 'folder' | 'isCheckout'>): Record<string, string> {
  const path = join(doublesFolder(suite), 'hosts.json');
  if (!existsSync(path)) return {};
  const { value } = readJsonFile(path, 'host table', hostTableSchema);
  return Object.fromEntries(Object.entries(value).map(([host, double]) => [host.toLowerCase(), double.toLowerCase()]));
}
