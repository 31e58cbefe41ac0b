import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { CommandOptions } from '../../runs/plan/settings/table.ts';
import { sweepRequest } from '../library/sweep-request.ts';
import { providerOptions } from './provider-flags.ts';

/** The options and provider that flags stand for, OS-Harm's own names with ours. */
export function runOptions(flags: CommandOptions): CommandOptions {
  const { testConfigBaseDir, testAllMetaPath, ...options } = flags;
  const suite = options.suite ?? testConfigBaseDir;
  const manifest = testAllMetaPath ?? options.manifest;
  return { ...options, ...(suite === undefined ? {} : { suite }), ...(manifest === undefined ? {} : { manifest }) };
}

/** Turns flags into a request and warnings. Throws UsageError for what can't be. */
export function readRunFlags(
  flags: CommandOptions,
  osharmVersion: string,
): ReturnType<typeof sweepRequest> & { provider: ProviderOptions } {
  return { ...sweepRequest(runOptions(flags), osharmVersion), provider: providerOptions(flags) };
}
