import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file of Google credentials whose token server is `/v1/token` of a server at `url`. */
export function writeGoogleCredentials(url: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'google-credentials-'));
  const path = join(folder, 'credentials.json');
  writeFileSync(join(folder, 'token'), 'subject');
  // A workload identity is the only kind of credentials whose file names its token server.
  writeFileSync(
    path,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${url}/v1/token`,
      credential_source: { file: join(folder, 'token') },
    }),
  );
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
