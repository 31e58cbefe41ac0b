import { fallback, isOsharmError } from '../../base/expected-errors.ts';
import type { DesktopProvider, DesktopSpec } from '../../desktop/client/desktop.ts';
import { type ProviderOptions, providerNamed } from '../../desktop/providers/registry.ts';

/** Sandboxes for all episodes of a server, on this machine or on hosts. Keeps some ready, and checks them only once. */
export class SharedDesktops {
  readonly #options: Pick<ProviderOptions, 'warm' | 'desktops'>;
  #provider: Promise<DesktopProvider> | null = null;
  #checked: Promise<void> | null = null;

  constructor(options: Pick<ProviderOptions, 'warm' | 'desktops'>) {
    this.#options = options;
  }

  /** Returns a provider for one episode. Closing it does not affect other episodes. */
  readonly lend = async (name: string): Promise<DesktopProvider> => {
    if (name !== 'sandbox') return providerNamed(name);
    this.#provider ??= providerNamed(name, this.#options);
    const provider = await this.#provider;
    return {
      name,
      createLimit: provider.createLimit,
      check: () => this.#check(provider),
      create: (spec: DesktopSpec, signal) => provider.create(spec, signal),
      async close() {},
    };
  };

  async close(): Promise<void> {
    // `lend` has thrown the error of a provider that could not be created.
    const provider = await this.#provider?.catch(fallback(null, isOsharmError));
    await provider?.close();
  }

  #check(provider: DesktopProvider): Promise<void> {
    this.#checked ??= provider.check().catch((error: unknown) => {
      this.#checked = null;
      throw error;
    });
    return this.#checked;
  }
}
