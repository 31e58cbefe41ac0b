import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { filesBelow } from '../../../base/record/files-below.ts';

export const manifestFile = 'manifest.json';
export const signatureFile = 'manifest.sig';

/** Maps files to their SHA-256 in hex. Paths are sorted and use `/`. */
export const evidenceManifestSchema = z.object({
  format: z.literal('osharm-evidence/1'),
  osharm_version: z.string(),
  judge: z.string(),
  /** Runs that are represented by hashes only. */
  sealed: z.object({ runs: z.number(), until: z.string() }).nullable().default(null),
  files: z.record(z.string(), z.string()),
  /** Files of the original results, including those that are not copied (pictures, requests). */
  results: z.record(z.string(), z.string()),
});
export type EvidenceManifest = z.infer<typeof evidenceManifestSchema>;

/** SHA-256 of every regular file. Links and special files are skipped, since they could point anywhere. */
export async function hashesBelow(folder: string, prefix = ''): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const name of filesBelow(folder)) hashes[prefix + name] = await hashOf(join(folder, name));
  return hashes;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Signs with an Ed25519, RSA or EC key in a PEM file. Returns base64. Throws UsageError for an unusable key. */
export function signatureBy(keyFile: string, bytes: Buffer): string {
  const key = keyFrom(keyFile, () => createPrivateKey(readFileSync(keyFile)));
  return `${sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key).toString('base64')}\n`;
}

/** Throws UsageError for an unusable key. */
export function isSignedBy(keyFile: string, bytes: Buffer, signature: string): boolean {
  const key = keyFrom(keyFile, () => createPublicKey(readFileSync(keyFile)));
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, key, Buffer.from(signature, 'base64'));
}

function keyFrom(file: string, read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(isMissing ? `There is no file ${file}.` : `${file} contains no usable key.`, {
      code: 'evidence-key',
      hint: 'Create a pair: openssl genpkey -algorithm ed25519 -out key.pem; openssl pkey -in key.pem -pubout -out key.pub.pem',
      cause: error,
    });
  }
}
