import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from './json-file.ts';
import type { Suite } from './suite.ts';

const hostTableSchema = z.record(z.string(), z.string());

/** Which of our sites stands for a foreign host (`hosts.json` of the suite): host → host. Empty where the suite has none. Throws UsageError for a wrong file. */
export function hostTable(suite: Pick<Suite, 'folder'>): Record<string, string> {
  const path = join(suite.folder, 'hosts.json');
  if (!existsSync(path)) return {};
  const { value } = readJsonFile(path, 'host table', hostTableSchema);
  return Object.fromEntries(Object.entries(value).map(([host, double]) => [host.toLowerCase(), double.toLowerCase()]));
}
