import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { requireNewFolder } from '../../../base/record/file-trouble.ts';
import { filesBelow } from '../../../base/record/files-below.ts';
import type { RunResult } from '../../model/run-result.ts';
import { csvReport } from '../formats/csv.ts';
import { htmlReport } from '../html/page.ts';
import { runRows } from '../run-rows.ts';
import { type SummaryOptions, summarise } from '../summary.ts';
import { withoutSealed } from '../without-sealed.ts';
import { type EvidenceManifest, hashesBelow, manifestFile, signatureBy, signatureFile } from './manifest.ts';

/** Other files, such as pictures and requests, only have hashes in the manifest. */
const copied = /^(run\.json|result\.txt|traj\.jsonl|effects\.jsonl|actions\.jsonl|judgment\/.*\.json)$/;

/**
 * Writes the report, effect logs, verdicts, and a manifest with hashes. Identical results produce identical bytes. Runs
 * with sealed payloads contribute only hashes and rates. Throws UsageError if the folder is not empty or the key is
 * unusable.
 */
export async function writeEvidence(
  folder: string,
  results: readonly RunResult[],
  options: {
    judge: string;
    runs: number;
    signWith?: string | undefined;
    now?: Date;
    /** The results that count towards the rates. Defaults to all. */
    reported?: readonly RunResult[];
  } & SummaryOptions,
): Promise<EvidenceManifest> {
  requireNewFolder(folder, 'evidence-folder', 'Name a new folder with --evidence.');
  mkdirSync(folder, { recursive: true });
  // An unusable key must fail before anything is written.
  if (options.signWith !== undefined) signatureBy(options.signWith, Buffer.alloc(0));

  const { open, sealed } = withoutSealed(results, options.now ?? new Date());
  const originals: Record<string, string> = {};
  for (const result of results) {
    Object.assign(originals, await hashesBelow(result.directory, `${result.path}/`));
    if (!open.includes(result)) continue;
    for (const name of filesBelow(result.directory).filter((file) => copied.test(file))) {
      const target = join(folder, 'runs', result.path, name);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(result.directory, name), target);
    }
  }
  const { reported = results } = options;
  const summary = summarise(reported, options.judge, options);
  const report = { ...summary, runs: runRows(reported, options.judge) };
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'report.csv'), csvReport(summary));
  writeFileSync(join(folder, 'report.html'), await htmlReport(reported, options.judge, options));

  const manifest: EvidenceManifest = {
    format: 'osharm-evidence/1',
    osharm_version: packageJson.version,
    judge: options.judge,
    sealed,
    files: await hashesBelow(folder),
    results: sorted(originals),
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, manifestFile), bytes);
  if (options.signWith !== undefined)
    writeFileSync(join(folder, signatureFile), signatureBy(options.signWith, readFileSync(join(folder, manifestFile))));
  return manifest;
}

const sorted = (hashes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
