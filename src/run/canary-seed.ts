import type { RunSpec } from '../plan/run-spec.ts';

/** What a run's canaries are made of: the same run has the same ones under the same `--seed`. */
export function canarySeedOf(spec: RunSpec): string {
  const { settings, domain, taskId, injection, repeat } = spec;
  return [settings.seed, domain, taskId, injection?.vector ?? '', injection?.goal ?? '', repeat].join('/');
}
