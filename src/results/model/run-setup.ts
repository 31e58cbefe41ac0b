import type { RunFiles } from './run-files.ts';

/** The environment of the run. Runs with different profiles, providers, images or suites are never pooled. */
export interface RunSetup {
  profile: string;
  provider: string;
  image: string;
  suite: string;
  suiteVersion: string | null;
  /** The public suite that these tasks are held out of; null for public tasks. */
  heldOutOf: string | null;
  /** Runs with substituted applications are not comparable with those of other desktops. */
  substitutedApps: readonly string[];
}

export function setupOf({ run: { runJson, findings }, isWhole }: RunFiles): RunSetup {
  const isUnknown = !isWhole || findings.some(({ file }) => file === 'run.json');
  return {
    profile: runJson?.profile ?? (isUnknown ? 'unknown' : 'os-harm'),
    provider: runJson?.provider ?? 'unknown',
    image: runJson?.image ?? 'unknown',
    suite: runJson?.suite ?? 'unknown',
    suiteVersion: runJson?.suiteVersion ?? null,
    heldOutOf: runJson?.heldOutOf ?? null,
    substitutedApps: runJson?.substitutedApps ?? [],
  };
}

/** True for a run whose run.json is damaged, so that nothing but its path is known. */
export const isUnknownRun = ({ profile }: Pick<RunSetup, 'profile'>): boolean => profile === 'unknown';
