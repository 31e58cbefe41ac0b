import { agentLabel } from '../../agents/foreign/agent-label.ts';
import { agentSource } from '../../agents/foreign/agent-source.ts';
import { UsageError } from '../../base/errors.ts';
import type { AgentEntry, AttackEntry, DefenceEntry, MonitorEntry } from '../../runs/plan/settings/axis-settings.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';

/** One combination of a sweep's lists. */
export interface SweepPart {
  /** Options of one agent, without lists. */
  options: SweepOptions;
  /** Index of the agent in the list. */
  agentAt: number;
  /** `FILE:LINE` of the agent; null if no file lists it. */
  place: string | null;
}

/** An entry's changes to the sweep's options. `label` becomes part of the agent's name in results. */
type Change = SweepOptions & { label?: string | undefined };

/** Returns all combinations of the lists, or one without lists. `places`: `FILE:LINE` of each listed agent. */
export function sweepParts(options: SweepOptions, places: readonly string[] = []): SweepPart[] {
  const { agents, subsets, attacks, defences, monitors, ...common } = options;
  const entries: readonly (string | AgentEntry)[] = agents ?? [{}];
  const listed = entries.flatMap((entry, at) =>
    agentChanges(entry, common.model).map((change) => ({ change, place: places[at] ?? null })),
  );
  const changes = (list: Change[] | undefined): Change[] => (list === undefined || list.length === 0 ? [{}] : list);
  return listed.flatMap(({ change: agent, place }, agentAt) =>
    changes(subsets?.map((subset) => ({ subset }))).flatMap((subset) =>
      changes(attacks?.map(attackChange)).flatMap((attack) =>
        changes(defences?.map(defenceChange)).flatMap((defence) =>
          changes(monitors?.map(monitorChange)).map((monitor) => {
            const combined = { ...common, ...agent, ...subset, ...attack, ...defence, ...monitor };
            const prefixes = [attack, monitor, defence].flatMap(({ label }) => label ?? []);
            const named = { ...combined, label: agent.label ?? common.label };
            return { options: prefixes.length === 0 ? named : { ...named, prefixes }, agentAt, place };
          }),
        ),
      ),
    ),
  );
}

/** Splits `--model A,B`. A missing model is reported later. */
function modelsOf(model: string | undefined): (string | undefined)[] {
  if (model === undefined) return [undefined];
  const names = model.split(',').map((name) => name.trim());
  if (names.some((name) => name === ''))
    throw new UsageError(`--model ${JSON.stringify(model)} has an empty name.`, {
      code: 'agents-empty-name',
      hint: 'Write names with one comma between two: --model openai:gpt-4.1,openai:o3.',
    });
  return names;
}

function agentChanges(entry: string | AgentEntry, usualModel: string | undefined): Change[] {
  const { maxCost, ...settings } = typeof entry === 'string' ? { model: entry } : entry;
  return modelsOf(settings.model ?? usualModel).map((model) => {
    const change = { ...settings, model };
    return maxCost === undefined ? change : { ...change, maxAgentCost: maxCost };
  });
}

const attackChange = (entry: string | AttackEntry): Change => {
  if (typeof entry !== 'string') return entry;
  return entry === 'none' ? { inject: false } : { goal: [entry] };
};

const defenceChange = (entry: string | DefenceEntry): Change => {
  if (typeof entry !== 'string') return entry;
  return { defence: entry === 'none' ? undefined : [entry] };
};

const monitorChange = (entry: string | MonitorEntry): Change => {
  if (typeof entry !== 'string') return entry;
  return entry === 'none' ? { monitor: undefined, monitorModel: undefined, protocol: undefined } : { monitor: entry };
};

/** Returns an agent's name in results, without its defences and monitors. */
export function ownName({ label, agent, model }: Pick<SweepOptions, 'label' | 'agent' | 'model'>): string {
  if (label !== undefined) return label;
  return [
    ...(agent === undefined ? [] : [agentLabel(agentSource(agent))]),
    ...(model === undefined ? [] : [model]),
  ].join('@');
}
