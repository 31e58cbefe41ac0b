import type { Desktop, DesktopSpec, Network } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';

/** Options of `openDesktop`. */
export interface OpenDesktopOptions {
  /** Defaults to `sandbox`. */
  provider?: string;
  /** See docs/compatibility/providers.md. */
  providerOptions?: ProviderOptions;
  /** Pixels. Default to 1920 × 1080. */
  width?: number;
  height?: number;
  /** Defaults to mock services in the sandbox. */
  network?: Network;
  limits?: NonNullable<DesktopSpec['limits']>;
  signal?: AbortSignal;
}

/** A desktop that closes with `close()`, or at the end of an `await using` block. */
export type OpenDesktop = Desktop & AsyncDisposable;

/**
 * Opens a fresh desktop, ready for use.
 *
 *     await using desktop = await openDesktop();
 *     await desktop.launch(['gedit', '/home/user/notes.txt']);
 *     await desktop.execute("pyautogui.write('hello')");
 *     const { screenshot, accessibilityTree } = await desktop.observe();
 *
 * Throws EnvironmentError if this machine can't supply one, UsageError for an unknown provider or invalid options.
 */
export async function openDesktop(options: OpenDesktopOptions = {}): Promise<OpenDesktop> {
  const { provider: name = 'sandbox', providerOptions, width = 1920, height = 1080, limits, signal } = options;
  const [{ providerNamed }, { networkFor }] = await Promise.all([
    import('../../desktop/providers/registry.ts'),
    import('../../runs/plan/network.ts'),
  ]);
  const network = networkFor(name, options.network);
  const provider = await providerNamed(name, providerOptions);
  try {
    await provider.check();
    const spec = { width, height, network, limits };
    return closing(await provider.create(spec, signal), () => provider.close());
  } catch (error) {
    await provider.close();
    throw error;
  }
}

function closing(desktop: Desktop, closeProvider: () => Promise<void>): OpenDesktop {
  const endDesktop = desktop.close.bind(desktop);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= endDesktop().finally(closeProvider);
    return closed;
  };
  return Object.assign(desktop, { close, [Symbol.asyncDispose]: close });
}
