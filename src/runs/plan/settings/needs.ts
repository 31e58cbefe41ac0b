import { actsOverMcp, agentSource } from '../../../agents/foreign/agent-source.ts';
import type { Profile } from '../../../base/record/run-settings.ts';
import type { Need } from './setting.ts';
import { type CommandOptions, type SweepOptions, settingNames, settingOf } from './table.ts';

/** On by default. With OS-Harm's profile, off unless requested, as in OS-Harm. */
export const hasInjections = ({ inject, vector, goal, allPairs, sideTask }: SweepOptions, profile: Profile): boolean =>
  inject ??
  (profile !== 'os-harm' || vector !== undefined || goal !== undefined || allPairs === true || sideTask !== undefined);

const agentKind = ({ agent }: SweepOptions): string | null => (agent === undefined ? null : agentSource(agent).kind);
const programs: ReadonlySet<string | null> = new Set(['command', 'file', 'osworld', 'mcp', 'acp']);

const needs: Readonly<Record<Need, { isMet(options: CommandOptions, profile: Profile): boolean; without: string }>> = {
  injections: { isMet: hasInjections, without: 'without injections' },
  'computer tool': {
    isMet: ({ agent }) => agent === 'computer-tool',
    without: 'without --agent computer-tool',
  },
  'a loop': {
    isMet: ({ agent }) => agent === 'prompt' || agent === 'computer-tool',
    without: 'without --agent auto, prompt or computer-tool',
  },
  'agent program': {
    isMet: (options) => programs.has(agentKind(options)),
    without: 'without an --agent that is a file, a command or a class',
  },
  'MCP agent': {
    isMet: ({ agent }) => agent !== undefined && actsOverMcp(agentSource(agent)),
    without: 'without --agent mcp:… or acp:…',
  },
  'OSWorld agent': { isMet: (options) => agentKind(options) === 'osworld', without: 'without --agent osworld:…' },
  'a monitor': {
    isMet: ({ monitor, monitorModel }) => (monitor ?? monitorModel) !== undefined,
    without: 'without --monitor or --monitor-model',
  },
  'a dry run': { isMet: ({ dryRun }) => dryRun === true, without: 'without --dry-run' },
  'a foreign desktop': {
    isMet: ({ provider = 'sandbox' }) => provider !== 'sandbox',
    without: 'with the sandbox, which records effects from outside',
  },
  VMware: { isMet: ({ provider }) => provider === 'vmware', without: 'without --provider vmware' },
  'a window': { isMet: () => false, without: 'here: no provider opens a window' },
};

export function idleSettings(options: CommandOptions, profile: Profile): string[] {
  return settingNames.flatMap((name) => {
    const { needs: need, flags, default: usual } = settingOf(name);
    const value = options[name];
    if (need === undefined || flags === null || value === undefined || value === false || value === usual) return [];
    if (needs[need].isMet(options, profile)) return [];
    return [`${flagName(flags)} has no effect ${needs[need].without}.`];
  });
}

/** `-m, --model <name>` → `--model`. */
const flagName = (flags: string): string => /--[a-z-]+/.exec(flags)?.[0] ?? flags;
