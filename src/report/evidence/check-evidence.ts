import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { hashesBelow, isSignedBy, manifestFile, manifestSchema, signatureFile } from './manifest.ts';

export interface EvidenceCheck {
  files: number;
  /** What is not as the manifest says, a sentence each; empty: all is. */
  faults: string[];
  signature: 'valid' | 'wrong' | 'not checked' | 'none';
}

/** Compares an evidence folder with its manifest, and the manifest with its signature. UsageError where there is no manifest. */
export async function checkEvidence(folder: string, publicKey: string | undefined): Promise<EvidenceCheck> {
  const bytes = manifestBytes(folder);
  const manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  const there = await hashesBelow(folder);
  const faults: string[] = [];
  for (const [name, hash] of Object.entries(manifest.files)) {
    if (there[name] === undefined) faults.push(`${name} is missing.`);
    else if (there[name] !== hash) faults.push(`${name} is not what it was.`);
  }
  for (const name of Object.keys(there))
    if (!(name in manifest.files) && name !== manifestFile && name !== signatureFile)
      faults.push(`${name} was not there.`);
  return { files: Object.keys(manifest.files).length, faults, signature: signatureOf(folder, bytes, publicKey) };
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
    throw new UsageError(`${folder} holds no ${manifestFile}.`, {
      code: 'evidence-missing',
      hint: 'Give the folder that osharm report --evidence wrote.',
      cause: error,
    });
  }
}
