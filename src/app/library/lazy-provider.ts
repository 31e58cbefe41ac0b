import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';

/** The provider of that name; nothing starts yet. Throws UsageError for a name that there isn't, and for options that are wrong. */
export async function lazyProvider(name: string, options: ProviderOptions = {}): Promise<DesktopProvider> {
  return (await import('../../desktop/providers/registry.ts')).createProvider(name, options);
}
