import { randomBytes, webcrypto } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

/**
 * Writes the certificate (`ca.crt`, PEM) and key (`ca.key`, PEM, PKCS 8) of an authority with an inconspicuous name.
 * The certificate is valid from 30 days ago, because tasks may set the clock back.
 */
export async function makeCertificateAuthority(folder: string, now: Date = new Date()): Promise<void> {
  // Imported on first use: these are 200 modules, and only an image's build needs them.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const crypto = webcrypto;
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name: 'CN=Network Root R1, O=Network Services, C=US',
      notBefore: new Date(now.getTime() - 30 * day),
      notAfter: new Date(now.getTime() + 3650 * day),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 1, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
          true,
        ),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    },
    crypto,
  );
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ca.crt'), `${certificate.toString('pem').trim()}\n`);
  await writeFile(join(folder, 'ca.key'), `${key.trim()}\n`, { mode: 0o600 });
}
