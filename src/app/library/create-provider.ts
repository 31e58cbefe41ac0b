import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';

/** Creates a desktop provider by name. Starts nothing. Throws UsageError for an unknown name or invalid options. */
export async function createProvider(name: string, options: ProviderOptions = {}): Promise<DesktopProvider> {
  return (await import('../../desktop/providers/registry.ts')).providerNamed(name, options);
}
