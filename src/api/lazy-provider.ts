import type { DesktopProvider } from '../desktop/desktop.ts';
import type { ProviderOptions } from '../providers/registry.ts';

/** The provider of that name; nothing starts yet. Throws UsageError for a name that there isn't, and for options that are wrong. */
export async function lazyProvider(name: string, options: ProviderOptions = {}): Promise<DesktopProvider> {
  return (await import('../providers/registry.ts')).createProvider(name, options);
}
