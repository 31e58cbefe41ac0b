import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../../base/errors.ts';
import { agentOf } from '../../runs/plan/planned-run.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { checkedConfig } from './check-config.ts';
import { loadPlugins } from './plugins/load.ts';
import { type SweepPart, sweepParts } from './sweep-parts.ts';
import { isMeasured, sweepRequest } from './sweep-request.ts';

/** The request of one agent, with its judges and warnings. */
export interface RequestedSweep extends SweepPart, ReturnType<typeof sweepRequest> {}

/**
 * Loads plug-ins and converts options to one request for each agent and each combination of lists. `places`:
 * `FILE:LINE` of each listed agent. Throws UsageError for invalid options.
 */
export async function requestSweeps(
  options: SweepOptions,
  places: readonly string[] | undefined,
): Promise<[RequestedSweep, ...RequestedSweep[]]> {
  await loadPlugins(options.plugin ?? []);
  const { agents, subsets, attacks, defences, monitors } = options;
  const lists = Object.entries({ agents, subsets, attacks, defences, monitors });
  checkedConfig('options', {
    content: Object.fromEntries(lists.filter(([, list]) => list !== undefined)),
    lineOf: () => null,
  });
  const parts = sweepParts(options, places);
  const isBesideMeasured = parts.some((part) => isMeasured(part.options));
  const requested: RequestedSweep[] = [];
  for (const part of parts) {
    const request = async () => sweepRequest(part.options, packageJson.version, { isBesideMeasured });
    requested.push({ ...(await atPlace(part.place, request)), ...part });
  }
  refuseSameNames(requested);
  const [first, ...others] = requested;
  if (first === undefined)
    throw new UsageError('The list of agents is empty.', { code: 'run-no-model', hint: 'Name at least one.' });
  return [first, ...others];
}

/** Throws UsageError `agents-same-name` if two agents would share a folder of results. */
function refuseSameNames(requested: readonly RequestedSweep[]): void {
  const agents = new Map<string, number>();
  for (const { request, agentAt, place } of requested) {
    const name = agentOf(request);
    const known = agents.get(name) ?? agentAt;
    agents.set(name, known);
    if (known !== agentAt)
      throw new UsageError(
        `${place === null ? '' : `${place}: `}Two agents of the sweep are called ${JSON.stringify(name)}, and each needs its own folder of results.`,
        {
          code: 'agents-same-name',
          hint: 'Give one of them a label in osharm.yaml (docs/run/sweep.md, Several agents), or remove it.',
        },
      );
  }
}

/** Prefixes a UsageError with the place that lists the agent. */
export async function atPlace<T>(place: string | null, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (place === null || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${place}: ${error.message}`, { code: error.code, hint: error.hint, cause: error });
  }
}
