import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { CommandOptions } from '../../runs/plan/settings/table.ts';
import { sweepRequest } from '../library/sweep-request.ts';
import { providerOptions } from './provider-flags.ts';

/** The options and provider that flags stand for, OS-Harm's own names with ours. */
export function runOptions(flags: CommandOptions): CommandOptions {
  const { testAllMetaPath, ...options } = flags;
  return testAllMetaPath === undefined ? options : { ...options, manifest: testAllMetaPath };
}

/** Turns flags into a request and warnings. Throws UsageError for what can't be. */
export function readRunFlags(
  flags: CommandOptions,
  osharmVersion: string,
): ReturnType<typeof sweepRequest> & { provider: ProviderOptions } {
  return { ...sweepRequest(runOptions(flags), osharmVersion), provider: providerOptions(flags) };
}
