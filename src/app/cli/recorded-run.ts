import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { withProvider } from '../../runs/sweep/with-provider.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { modelAccess } from '../library/model-access.ts';
import { type BranchHost, type BranchPlaces, parentRun } from '../library/plan-branch.ts';
import type { SweepHost } from '../library/prepare-sweep.ts';
import { taskDownloads } from '../library/task-downloads.ts';

export interface RecordedRun {
  /** Absolute. */
  parent: string;
  places: BranchPlaces;
  host: BranchHost;
}

/** Calls `action` with a provider like the recorded run's, then closes it. Throws UsageError if the run is missing. */
export async function withRecordedRun(
  directory: string,
  flags: { suite?: string; out: string },
  { dependencies: own }: SweepHost,
  action: (recorded: RecordedRun) => Promise<void>,
): Promise<void> {
  const parent = resolve(directory);
  const { spec } = parentRun(parent);
  const suite = flags.suite ?? bundledSuite;
  const places = { suite, out: resolve(flags.out), osharmVersion: packageJson.version };
  const dependencies =
    own ?? (await import('../../runs/sweep/real-dependencies.ts')).realDependencies(modelAccess({}), taskDownloads({}));
  await withProvider(dependencies, String(spec.provider), undefined, (provider) =>
    action({ parent, places, host: { dependencies, provider } }),
  );
}
