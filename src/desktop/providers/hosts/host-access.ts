import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { fallback, isMalformed, isSystemError } from '../../../base/expected-errors.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { selfSigned } from '../../client/self-signed.ts';

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

/** Writes an access file that only this account can read, even if the file was there with a wider mode. */
export async function writeAccess(file: string, access: HostAccess): Promise<void> {
  await using handle = await open(file, 'w', 0o600);
  if ((await handle.stat()).isFile()) await handle.chmod(0o600);
  await handle.writeFile(`${JSON.stringify(access, null, 2)}\n`);
}

/** Reads this machine's identity as a host, or creates one that lasts. */
export async function hostIdentity(folder = join(cacheFolder(), 'host')): Promise<HostIdentity> {
  const file = join(folder, 'identity.json');
  const text = await readFile(file, 'utf8').catch(fallback(null, isSystemError));
  if (text !== null) return identitySchema.parse(JSON.parse(text));
  const identity = { token: randomBytes(24).toString('base64url'), ...(await ownCertificate()) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(identity), { mode: 0o600 });
  return identity;
}

const ownCertificate = (): Promise<{ certificate: string; key: string }> =>
  selfSigned({
    name: 'CN=osharm desktop host',
    now: new Date(),
    daysBefore: 1,
    extensions: (x509) => [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'osharm-desktop-host' }]),
    ],
  });
