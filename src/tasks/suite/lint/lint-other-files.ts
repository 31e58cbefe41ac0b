import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LintFinding } from '../lint-finding.ts';
import type { Suite } from '../suite.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';
import { readLinted } from './read-file.ts';

const hosts = z.record(z.string(), z.string());
const hashes = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));

export function lintOtherFiles(suite: Suite, vocabulary: TaskVocabulary): LintFinding[] {
  const findings: LintFinding[] = [];
  const from = { folder: suite.folder, findings };
  const list = join(suite.assetRoot, 'download-hashes.json');
  if (existsSync(list)) readLinted(list, 'hash list', hashes, { folder: suite.assetRoot, findings });
  if (suite.isCheckout) return findings;
  const sites = join(suite.folder, 'sites');
  const siteNames = existsSync(sites) ? readdirSync(sites) : [];
  const table = join(suite.folder, 'hosts.json');
  const known = existsSync(table) ? (readLinted(table, 'host table', hosts, from) ?? {}) : {};
  for (const [host, double] of Object.entries(known))
    if (!siteNames.includes(double))
      findings.push({
        kind: 'mistake',
        file: 'hosts.json',
        field: host,
        message: `there is no folder sites/${double}`,
      });
  const siteSchema = z.looseObject({ kind: z.enum([...vocabulary.siteKinds] as [string, ...string[]]).optional() });
  for (const host of siteNames) {
    const path = join(sites, host, 'site.json');
    if (existsSync(path)) readLinted(path, 'site', siteSchema, from);
    if (host !== host.toLowerCase())
      findings.push({ kind: 'mistake', file: `sites/${host}`, field: '', message: 'must be a host in lower case' });
  }
  return findings;
}
