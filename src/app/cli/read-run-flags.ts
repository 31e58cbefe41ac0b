import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import { sweepRequest } from '../library/sweep-request.ts';
import { providerOptions } from './provider-flags.ts';
import type { RunFlags } from './run-flags.ts';

/** The options and provider that flags stand for, OS-Harm's own names with ours. */
export function runOptions(flags: RunFlags): RunFlags {
  const { testConfigBaseDir, testAllMetaPath, ...options } = flags;
  const suite = options.suite ?? testConfigBaseDir;
  const manifest = testAllMetaPath ?? options.manifest;
  return { ...options, ...(suite === undefined ? {} : { suite }), ...(manifest === undefined ? {} : { manifest }) };
}

/** Turns flags into a request and warnings. Throws UsageError for what can't be. */
export function readRunFlags(
  flags: RunFlags,
  osharmVersion: string,
): ReturnType<typeof sweepRequest> & { provider: ProviderOptions } {
  const asked = sweepRequest(runOptions(flags), osharmVersion);
  return { ...asked, provider: providerOptions(flags), warnings: [...flagWarnings(flags), ...asked.warnings] };
}

/** Flags that OS-Harm's commands have and that do nothing here. */
export function flagWarnings({ headless, pathToVm, provider = 'sandbox' }: RunFlags): string[] {
  return [
    ...(headless === true ? ['--headless has no effect: no provider opens a window.'] : []),
    ...(pathToVm !== undefined && provider !== 'vmware'
      ? [`--path-to-vm has no effect with the provider ${provider}: add --provider vmware to use it.`]
      : []),
  ];
}
