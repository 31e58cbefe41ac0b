import type { RunSetup } from './run-setup.ts';
import type { RunSubject } from './run-subject.ts';
import type { RunTiming } from './run-timing.ts';

type VersionedRun = Pick<RunSubject, 'model' | 'sweep' | 'agentHash'> &
  Pick<RunSetup, 'profile'> &
  Pick<RunTiming, 'startedAt'>;

const suffix = / \(version \d+\)$/;

/**
 * Names the versions of an agent apart, in the order in which they ran: `my_agent (version 1)`. A version is the hash
 * of its prompts, its program and its defences. Agents with one version, and runs without a hash, keep their names.
 */
export function withVersions<Run extends VersionedRun>(runs: readonly Run[]): Run[] {
  const versions = new Map<string, Map<string, string>>();
  for (const run of runs) {
    const hash = run.agentHash;
    if (hash === null) continue;
    const hashes = versions.get(agentKey(run)) ?? new Map<string, string>();
    const first = hashes.get(hash) ?? run.startedAt ?? '';
    hashes.set(hash, run.startedAt !== null && run.startedAt < first ? run.startedAt : first);
    versions.set(agentKey(run), hashes);
  }
  if ([...versions.values()].every(({ size }) => size < 2)) return [...runs];
  const numbers = new Map([...versions].map(([key, hashes]) => [key, inOrder(hashes)]));
  return runs.map((run) => {
    const hashes = numbers.get(agentKey(run)) ?? [];
    const number = hashes.indexOf(run.agentHash ?? '') + 1;
    return hashes.length < 2 || number === 0 ? run : { ...run, model: `${run.model} (version ${number})` };
  });
}

/** The agent's name without its version. */
export const unversioned = (model: string): string => model.replace(suffix, '');

export const isVersioned = (model: string): boolean => suffix.test(model);

/** A loop has other prompts for other observations and actions, which are the first folders of a sweep. */
const agentKey = ({ model, profile, sweep }: VersionedRun): string =>
  JSON.stringify([model, profile, ...sweep.split('/').slice(-3, -1)]);

const inOrder = (firstRuns: ReadonlyMap<string, string>): string[] =>
  [...firstRuns]
    .sort(([a, atA], [b, atB]) => (atA === atB ? (a < b ? -1 : 1) : atA < atB ? -1 : 1))
    .map(([hash]) => hash);
