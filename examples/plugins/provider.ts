// A provider: the sandbox with less memory a desktop. `--plugin examples/plugins/provider.ts --provider small-sandbox`
import { createProvider, defineProvider } from 'osharm';

export const smallSandbox = defineProvider({
  name: 'small-sandbox',
  async create() {
    const sandbox = await createProvider('sandbox');
    return {
      name: 'small-sandbox',
      check: () => sandbox.check(),
      imageId: async () => (await sandbox.imageId?.()) ?? null,
      create: (spec, signal) =>
        sandbox.create({ ...spec, network: 'hermetic', limits: { ...spec.limits, memoryBytes: 3e9 } }, signal),
      close: () => sandbox.close(),
    };
  },
});
