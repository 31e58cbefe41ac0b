import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { RunDependencies } from '../attempt/dependencies.ts';

/** Uses a provider and always closes it. Throws UsageError for an unknown provider. */
export async function withProvider<T>(
  dependencies: Pick<RunDependencies, 'createProvider'>,
  name: string,
  options: ProviderOptions | undefined,
  action: (provider: DesktopProvider) => Promise<T>,
): Promise<T> {
  const provider = await dependencies.createProvider(name, options);
  try {
    return await action(provider);
  } finally {
    await provider.close();
  }
}
