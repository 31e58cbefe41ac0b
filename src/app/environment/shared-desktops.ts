import type { DesktopProvider, DesktopSpec } from '../../desktop/client/desktop.ts';
import { providerNamed } from '../../desktop/providers/registry.ts';
import { SandboxProvider } from '../../desktop/providers/sandbox/sandbox-provider.ts';

/** Desktops for all episodes of a server. Keeps some ready, and checks the machine only once. */
export class SharedDesktops {
  readonly #sandbox: SandboxProvider;
  #checked: Promise<void> | null = null;

  constructor(warm: number) {
    this.#sandbox = new SandboxProvider({ warm });
  }

  /** Returns a provider for one episode. Closing it does not affect other episodes. */
  readonly lend = async (name: string): Promise<DesktopProvider> => {
    const sandbox = this.#sandbox;
    if (name !== sandbox.name) return providerNamed(name);
    return {
      name,
      createLimit: sandbox.createLimit,
      check: () => this.#check(),
      create: (spec: DesktopSpec, signal) => sandbox.create(spec, signal),
      async close() {},
    };
  };

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  #check(): Promise<void> {
    this.#checked ??= this.#sandbox.check().catch((error: unknown) => {
      this.#checked = null;
      throw error;
    });
    return this.#checked;
  }
}
