import { UsageError } from '../../errors.ts';
import type { DesktopProvider } from '../desktop.ts';
import type { RemoteOptions } from './remote/remote-provider.ts';

export const providerNames = ['sandbox', 'remote'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What the providers other than the sandbox are told; each reads its own. */
export type ProviderOptions = Partial<RemoteOptions>;

/** The provider of that name; nothing starts yet. Throws UsageError for a name that there isn't and for options that are wrong. */
export async function createProvider(name: string, options: ProviderOptions = {}): Promise<DesktopProvider> {
  switch (name) {
    case 'sandbox': {
      const { SandboxProvider } = await import('./sandbox/sandbox-provider.ts');
      return new SandboxProvider();
    }
    case 'remote': {
      const { RemoteProvider } = await import('./remote/remote-provider.ts');
      return new RemoteProvider({ ...options, remote: options.remote ?? [] });
    }
    default:
      throw new UsageError(`There is no provider ${JSON.stringify(name)}.`, {
        code: 'provider-unsupported',
        hint: `There are: ${providerNames.join(', ')}.`,
      });
  }
}
