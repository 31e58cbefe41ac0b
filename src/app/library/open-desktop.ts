import type { Desktop, DesktopSpec, Network } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';

/** Which desktop is opened. */
export interface OpenDesktopOptions {
  /** Name of the provider; left out: `sandbox`. */
  provider?: string;
  /** What that provider is told (`docs/compatibility/providers.md`). */
  providerOptions?: ProviderOptions;
  /** Pixels; left out: 1920 × 1080. */
  width?: number;
  height?: number;
  /** Left out: mock services in the sandbox. */
  network?: Network;
  limits?: NonNullable<DesktopSpec['limits']>;
  signal?: AbortSignal;
}

/** A desktop that ends with `close()`, or with the block of `await using`. */
export type OpenDesktop = Desktop & AsyncDisposable;

/**
 * Opens a fresh desktop, ready for use.
 *
 *     await using desktop = await openDesktop();
 *     await desktop.launch(['gedit', '/home/user/notes.txt']);
 *     await desktop.execute("pyautogui.write('hello')");
 *     const { screenshot, accessibilityTree } = await desktop.observe();
 *
 * Throws EnvironmentError where this machine can't supply one, UsageError for an unknown provider or options that are wrong.
 */
export async function openDesktop(options: OpenDesktopOptions = {}): Promise<OpenDesktop> {
  const { provider: name = 'sandbox', providerOptions, width = 1920, height = 1080, limits, signal } = options;
  const [{ createProvider }, { networkFor }] = await Promise.all([
    import('../../desktop/providers/registry.ts'),
    import('../../runs/plan/network.ts'),
  ]);
  const network = networkFor(name, options.network);
  const provider = await createProvider(name, providerOptions);
  try {
    await provider.check();
    const spec = { width, height, network, limits };
    return closing(await provider.create(spec, signal), () => provider.close());
  } catch (error) {
    await provider.close();
    throw error;
  }
}

/** The desktop itself, whose end ends its provider too. */
function closing(desktop: Desktop, closeProvider: () => Promise<void>): OpenDesktop {
  const endDesktop = desktop.close.bind(desktop);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= endDesktop().finally(closeProvider);
    return closed;
  };
  return Object.assign(desktop, { close, [Symbol.asyncDispose]: close });
}
