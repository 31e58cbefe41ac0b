import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from './json-file.ts';
import type { Suite } from './suite.ts';

const hostTableSchema = z.record(z.string(), z.string());

const bundled = fileURLToPath(new URL('../../../suites/hermetic', import.meta.url));

/** Where a suite's mock services are described (`hosts.json`, `sites/`): its own folder; for a checkout the bundled suite's. */
export function doublesFolder(suite: Pick<Suite, 'folder' | 'isCheckout'>): string {
  return suite.isCheckout ? bundled : suite.folder;
}

/**
 * Which of our sites stands for a foreign host (`hosts.json` of the suite, for a checkout that of the bundled suite):
 * host → host. Empty where there is none. Throws UsageError for a wrong file.
 */
export function hostTable(suite: Pick<Suite, 'folder' | 'isCheckout'>): Record<string, string> {
  const path = join(doublesFolder(suite), 'hosts.json');
  if (!existsSync(path)) return {};
  const { value } = readJsonFile(path, 'host table', hostTableSchema);
  return Object.fromEntries(Object.entries(value).map(([host, double]) => [host.toLowerCase(), double.toLowerCase()]));
}
