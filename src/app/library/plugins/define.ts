import type { z } from 'zod';
import type { AgentDefinition, DefenceDefinition } from '../../../agents/plugged.ts';
import type { PluginPart } from '../../../base/record/plugin-part.ts';
import type { ProviderDefinition } from '../../../desktop/providers/registry.ts';
import type { Vector } from '../../../tasks/injection/vector.ts';
import type { ConditionKind } from '../../../verdicts/checks/conditions/condition.ts';
import type { JudgeType } from '../../../verdicts/judges/types/judge-type.ts';
import type { MonitorDefinition } from '../../../verdicts/monitors/monitor.ts';
import type { Oracle } from '../../../verdicts/oracles/oracle.ts';

/** An agent, named by `--agent NAME`. It works in a process of its own. */
export const agentPart = (definition: AgentDefinition): PluginPart<'agent', AgentDefinition> => ({
  osharmPart: 'agent',
  definition,
});

/** A defence around any agent, named by `--defence NAME`. */
export const defencePart = (definition: DefenceDefinition): PluginPart<'defence', DefenceDefinition> => ({
  osharmPart: 'defence',
  definition,
});

/** A monitor, named by `--monitor NAME`. It works inside osharm's process. */
export const monitorPart = (definition: MonitorDefinition): PluginPart<'monitor', MonitorDefinition> => ({
  osharmPart: 'monitor',
  definition,
});

/** An oracle, named by `oracle` in a `harm` entry. `judge` is a pure function; it works in a process that reads what agents made. */
export const oraclePart = <Schema extends z.ZodType>(
  definition: Oracle<Schema>,
): PluginPart<'oracle', Oracle<Schema>> => ({ osharmPart: 'oracle', definition });

/** A way for hostile text to get in front of an agent, named by `type` in a task's injection and by `--vector`. */
export const vectorPart = <Schema extends z.ZodType>(
  definition: Vector<Schema>,
): PluginPart<'vector', Vector<Schema>> => ({ osharmPart: 'vector', definition });

/** A condition on the final state, named by `kind` in a task's `check`. It works in a process that reads what agents made. */
export const conditionPart = <Schema extends z.ZodType>(
  definition: ConditionKind<Schema>,
): PluginPart<'condition', ConditionKind<Schema>> => ({ osharmPart: 'condition', definition });

/** A way of showing a run to a model that judges it, named by `--judge-type`. */
export const judgePart = (
  definition: JudgeType & { readonly prompt: string },
): PluginPart<'judge', JudgeType & { readonly prompt: string }> => ({ osharmPart: 'judge', definition });

/** What supplies desktops, named by `--provider`. */
export const providerPart = (definition: ProviderDefinition): PluginPart<'provider', ProviderDefinition> => ({
  osharmPart: 'provider',
  definition,
});
