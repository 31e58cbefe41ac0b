import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostsProvider } from '../../src/desktop/providers/hosts/hosts-provider.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { contractSuite } from './contract-suite.ts';
import { LendingHost } from './lending-host.ts';
import { processesNaming, spec } from './sandbox-backend.ts';

contractSuite('a sandbox of a host', async () => {
  const before = processesNaming('runc').length;
  const host = await LendingHost.start(new SandboxProvider());
  const file = join(mkdtempSync(join(tmpdir(), 'osharm-access-')), 'access.json');
  writeFileSync(file, JSON.stringify(host.access));
  return {
    provider: new HostsProvider({ desktops: [file], version: '1.0.0' }),
    spec,
    reachesPorts: true,
    patience: 1,
    leftovers: async () => (processesNaming('runc').length > before ? ['a runtime'] : []),
  };
});
