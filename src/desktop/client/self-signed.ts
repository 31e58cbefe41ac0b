import { randomBytes, webcrypto } from 'node:crypto';
import type { Extension } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;
const validDays = 3650;

export interface SelfSignedOptions {
  /** Distinguished name, such as `CN=Example, C=US`. */
  name: string;
  now: Date;
  /** Days before `now` from which it is valid. */
  daysBefore: number;
  extensions(x509: typeof import('@peculiar/x509'), publicKey: webcrypto.CryptoKey): Extension[] | Promise<Extension[]>;
}

/** A self-signed certificate and its key (PKCS 8), both in PEM. It is valid for ten years. */
export async function selfSigned({
  name,
  now,
  daysBefore,
  extensions,
}: SelfSignedOptions): Promise<{ certificate: string; key: string }> {
  // Imported on first use: these are 200 modules, and few commands need them.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const crypto = webcrypto;
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name,
      notBefore: new Date(now.getTime() - daysBefore * day),
      notAfter: new Date(now.getTime() + validDays * day),
      signingAlgorithm: algorithm,
      keys,
      extensions: await extensions(x509, keys.publicKey),
    },
    crypto,
  );
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { certificate: `${certificate.toString('pem').trim()}\n`, key: `${key.trim()}\n` };
}
