import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificateAuthority } from './certificate-authority.ts';

test('a created certificate authority is valid for OpenSSL, with its own private key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ca-'));
  try {
    await makeCertificateAuthority(folder);
    const certificate = new X509Certificate(await readFile(join(folder, 'ca.crt')));
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).not.toMatch(/harm|test|fake|proxy/i);
    const key = createPrivateKey(await readFile(join(folder, 'ca.key')));
    expect(certificate.publicKey.equals(createPublicKey(key))).toBe(true);
    expect((await stat(join(folder, 'ca.key'))).mode & 0o777).toBe(0o600);
    const verdict = execFileSync('openssl', ['verify', '-CAfile', join(folder, 'ca.crt'), join(folder, 'ca.crt')]);
    expect(verdict.toString()).toMatch(/: OK$/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
