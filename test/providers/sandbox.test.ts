import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { contractSuite } from './contract-suite.ts';
import { processesNaming, spec } from './sandbox-backend.ts';

contractSuite('sandbox', async () => {
  const before = processesNaming('runc').length;
  return {
    provider: new SandboxProvider(),
    spec,
    reachesPorts: true,
    patience: 1,
    leftovers: async () => (processesNaming('runc').length > before ? ['a runtime'] : []),
  };
});
