import { randomBytes, webcrypto } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { fallback, isMalformed, isSystemError } from '../../../base/expected-errors.ts';
import { cacheFolder } from '../../client/cache-folder.ts';

/** What a client needs: the content of an access file. Without `certificate`, the system must trust the host's. */
const accessSchema = z.object({
  url: z.url({ protocol: /^https$/ }),
  token: z.string().regex(/^[\w.~-]{8,}$/),
  certificate: z.string().optional(),
});
export type HostAccess = z.infer<typeof accessSchema>;

const identitySchema = z.object({ token: z.string(), certificate: z.string(), key: z.string() });
/** A host's secrets: its token, and certificate and key in PEM. */
export type HostIdentity = z.infer<typeof identitySchema>;

const day = 86_400_000;

/**
 * `address`: an access file, or `https://HOST:PORT` with the token in `$OSHARM_DESKTOPS_TOKEN`. Throws UsageError
 * `host-access`.
 */
export async function readAccess(address: string, environment: NodeJS.ProcessEnv = process.env): Promise<HostAccess> {
  if (/^\w+:\/\//.test(address)) return accessOf({ url: address, token: environment.OSHARM_DESKTOPS_TOKEN }, address);
  const text = await readFile(address, 'utf8').catch((cause: Error) => {
    throw invalid(`${address} can't be read: ${cause.message}`, cause);
  });
  try {
    return accessOf(JSON.parse(text), address);
  } catch (cause) {
    if (!isMalformed(cause)) throw cause;
    throw invalid(`${address} is not an access file`, cause);
  }
}

function accessOf(value: unknown, address: string): HostAccess {
  const read = accessSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0]);
  if (field === 'token') throw invalid(`The token for ${address} is missing or invalid`, read.error);
  throw invalid(`${address}: ${field}: ${issue?.message}`, read.error);
}

const invalid = (problem: string, cause: unknown): UsageError =>
  new UsageError(`${problem}.`, {
    code: 'host-access',
    hint: 'Give --desktops the file that osharm desktop host wrote, or https://HOST:PORT with $OSHARM_DESKTOPS_TOKEN.',
    cause,
  });

/** Reads this machine's identity as a host, or creates one that lasts. */
export async function hostIdentity(folder = join(cacheFolder(), 'host')): Promise<HostIdentity> {
  const file = join(folder, 'identity.json');
  const text = await readFile(file, 'utf8').catch(fallback(null, isSystemError));
  if (text !== null) return identitySchema.parse(JSON.parse(text));
  const identity = { token: randomBytes(24).toString('base64url'), ...(await selfSigned()) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(identity), { mode: 0o600 });
  return identity;
}

async function selfSigned(now = Date.now()): Promise<{ certificate: string; key: string }> {
  // Imported on first use: these are 200 modules, and clients don't need them.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      name: 'CN=osharm desktop host',
      notBefore: new Date(now - day),
      notAfter: new Date(now + 3650 * day),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'osharm-desktop-host' }]),
      ],
    },
    webcrypto,
  );
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { certificate: certificate.toString('pem'), key };
}
