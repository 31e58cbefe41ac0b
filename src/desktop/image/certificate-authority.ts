import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { selfSigned } from '../client/self-signed.ts';

/**
 * Writes the certificate (`ca.crt`, PEM) and key (`ca.key`, PEM, PKCS 8) of an authority with an inconspicuous name.
 * The certificate is valid from 30 days ago, because tasks may set the clock back.
 */
export async function makeCertificateAuthority(folder: string, now: Date = new Date()): Promise<void> {
  const { certificate, key } = await selfSigned({
    name: 'CN=Network Root R1, O=Network Services, C=US',
    now,
    daysBefore: 30,
    extensions: async (x509, publicKey) => [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ca.crt'), certificate);
  await writeFile(join(folder, 'ca.key'), key, { mode: 0o600 });
}
