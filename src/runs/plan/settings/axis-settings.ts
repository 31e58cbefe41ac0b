import type { agentSettings } from './agent-settings.ts';
import type { modelSettings } from './model-settings.ts';
import type { monitorSettings } from './monitor-settings.ts';
import { settingRow, type ValuesOf } from './setting.ts';
import type { taskSettings } from './task-settings.ts';

interface Labelled {
  label?: string | undefined;
}
export type AgentEntry = ValuesOf<typeof agentSettings> &
  ValuesOf<typeof modelSettings> &
  Labelled & {
    maxCost?: number | undefined;
  };
export type AttackEntry = Pick<
  ValuesOf<typeof taskSettings>,
  | 'inject'
  | 'vector'
  | 'goal'
  | 'style'
  | 'language'
  | 'visibility'
  | 'allPairs'
  | 'withBenign'
  | 'selective'
  | 'startAt'
  | 'injectAt'
  | 'sideTask'
> &
  Labelled;
/** Defences around each agent, outermost first. */
export type DefenceEntry = { defence?: string[] | undefined } & Labelled;
export type MonitorEntry = ValuesOf<typeof monitorSettings> & Labelled;

const axis = { flags: null, group: 'sweep', audience: 'all', local: true } as const;

/**
 * Lists that a sweep combines: each agent with each subset, attack, defence and monitor. A string entry is a model,
 * goal, defence or monitor. `none` is an attack without injections, no defence, or no monitor.
 */
export const axisSettings = {
  agents: settingRow({
    ...axis,
    value: { kind: 'object' } as { kind: 'object'; example?: (string | AgentEntry)[] },
    help: 'agents of the sweep, each with its own settings',
  }),
  subsets: settingRow({
    ...axis,
    value: { kind: 'object' } as { kind: 'object'; example?: string[] },
    help: 'subsets that each agent runs',
  }),
  attacks: settingRow({
    ...axis,
    value: { kind: 'object' } as { kind: 'object'; example?: (string | AttackEntry)[] },
    help: 'attacks that each agent meets',
  }),
  defences: settingRow({
    ...axis,
    value: { kind: 'object' } as { kind: 'object'; example?: (string | DefenceEntry)[] },
    help: 'defences that each agent runs with',
  }),
  monitors: settingRow({
    ...axis,
    value: { kind: 'object' } as { kind: 'object'; example?: (string | MonitorEntry)[] },
    help: 'monitors that watch each agent',
  }),
};
