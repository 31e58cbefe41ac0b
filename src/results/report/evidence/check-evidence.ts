import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { findRuns } from '../../../base/record/read-run.ts';
import { pathOfRun } from '../../model/run-files.ts';
import {
  type EvidenceManifest,
  evidenceManifestSchema,
  hashesBelow,
  isSignedBy,
  manifestFile,
  signatureFile,
} from './manifest.ts';

export interface EvidenceCheck {
  files: number;
  /** One sentence each. */
  faults: string[];
  signature: 'valid' | 'wrong' | 'not checked' | 'none';
}

/** Checks files, signature and, if set, the original `results`. Throws UsageError if the manifest can't be read. */
export async function checkEvidence(
  folder: string,
  { publicKey, results }: { publicKey?: string | undefined; results?: string | undefined },
): Promise<EvidenceCheck> {
  const bytes = manifestBytes(folder);
  const manifest = manifestOf(bytes, folder);
  const { [manifestFile]: _, [signatureFile]: __, ...there } = await hashesBelow(folder);
  const faults = differences(manifest.files, there);
  if (results !== undefined)
    faults.push(...differences(manifest.results, await hashesOfResults(results)).map((fault) => `results: ${fault}`));
  return { files: Object.keys(manifest.files).length, faults, signature: signatureOf(folder, bytes, publicKey) };
}

function differences(named: Readonly<Record<string, string>>, there: Readonly<Record<string, string>>): string[] {
  const changed = Object.entries(named).flatMap(([name, hash]) => {
    if (!Object.hasOwn(there, name)) return [`${name} is missing.`];
    return there[name] === hash ? [] : [`${name} has changed.`];
  });
  const added = Object.keys(there).filter((name) => !Object.hasOwn(named, name));
  return [...changed, ...added.map((name) => `${name} was added.`)];
}

async function hashesOfResults(results: string): Promise<Record<string, string>> {
  try {
    const hashes: Record<string, string> = {};
    for (const run of findRuns(results)) Object.assign(hashes, await hashesBelow(run, `${pathOfRun(run, results)}/`));
    return hashes;
  } catch (error) {
    throw new UsageError(`${results} can't be read.`, {
      code: 'results-missing',
      hint: 'Give the results folder that the evidence was made from.',
      cause: error,
    });
  }
}

function manifestOf(bytes: Buffer, folder: string): EvidenceManifest {
  try {
    return evidenceManifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new UsageError(`The ${manifestFile} in ${folder} is damaged: it can't be read as a manifest.`, {
      code: 'evidence-manifest',
      hint: 'Nothing in this folder can be relied on. Write it again with osharm report --evidence.',
      cause: error,
    });
  }
}

function signatureOf(folder: string, bytes: Buffer, publicKey: string | undefined): EvidenceCheck['signature'] {
  const file = join(folder, signatureFile);
  if (!existsSync(file)) return 'none';
  if (publicKey === undefined) return 'not checked';
  return isSignedBy(publicKey, bytes, readFileSync(file, 'utf8')) ? 'valid' : 'wrong';
}

function manifestBytes(folder: string): Buffer {
  try {
    return readFileSync(join(folder, manifestFile));
  } catch (error) {
    throw new UsageError(`${folder} has no ${manifestFile}.`, {
      code: 'evidence-missing',
      hint: 'Give the folder that osharm report --evidence wrote.',
      cause: error,
    });
  }
}
