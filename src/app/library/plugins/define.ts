import type { z } from 'zod';
import type { AgentDefinition, DefenceDefinition } from '../../../agents/plugged.ts';
import type { PluginPart } from '../../../base/record/plugin-part.ts';
import type { StoreDefinition } from '../../../base/store/remote-store.ts';
import type { ProviderDefinition } from '../../../desktop/providers/registry.ts';
import type { Vector } from '../../../tasks/injection/vector.ts';
import type { ConditionKind } from '../../../verdicts/checks/conditions/condition.ts';
import type { JudgeType } from '../../../verdicts/judges/types/judge-type.ts';
import type { MonitorDefinition } from '../../../verdicts/monitors/monitor.ts';
import type { Oracle } from '../../../verdicts/oracles/oracle.ts';
import type { EvaluatorDefinition } from '../../../verdicts/osworld/evaluator/definition.ts';
import type { ProtocolDefinition } from '../../../verdicts/protocols/protocol.ts';
import type { QueueDefinition } from '../queues.ts';
import type { ReporterDefinition } from '../reporters.ts';

/** An agent, named by `--agent NAME`. It runs in a separate process. */
export const defineAgent = (definition: AgentDefinition): PluginPart<'agent', AgentDefinition> => ({
  osharmPart: 'agent',
  definition,
});

/** A defence around any agent, named by `--defence NAME`. */
export const defineDefence = (definition: DefenceDefinition): PluginPart<'defence', DefenceDefinition> => ({
  osharmPart: 'defence',
  definition,
});

/** A monitor, named by `--monitor NAME`. It runs in osharm's process. */
export const defineMonitor = (definition: MonitorDefinition): PluginPart<'monitor', MonitorDefinition> => ({
  osharmPart: 'monitor',
  definition,
});

/** A protocol that decides what happens to each step, named by `--protocol NAME`. It runs in osharm's process. */
export const defineProtocol = (definition: ProtocolDefinition): PluginPart<'protocol', ProtocolDefinition> => ({
  osharmPart: 'protocol',
  definition,
});

/** An oracle, named by `oracle` in a `harm` entry. `judge` must be pure. It runs where agents' files are read. */
export const defineOracle = <Schema extends z.ZodType>(
  definition: Oracle<Schema>,
): PluginPart<'oracle', Oracle<Schema>> => ({ osharmPart: 'oracle', definition });

/** An injection vector, named by `type` in a task's injection and by `--vector`. */
export const defineVector = <Schema extends z.ZodType>(
  definition: Vector<Schema>,
): PluginPart<'vector', Vector<Schema>> => ({ osharmPart: 'vector', definition });

/** A condition, named by `kind` in a task's `check`. It runs in a process that reads agents' files. */
export const defineCondition = <Schema extends z.ZodType>(
  definition: ConditionKind<Schema>,
): PluginPart<'condition', ConditionKind<Schema>> => ({ osharmPart: 'condition', definition });

/** A judge type: how a run is shown to a model that judges it. Named by TYPE in `--judge MODEL/TYPE`. */
export const defineJudge = (
  definition: JudgeType & { readonly prompt: string },
): PluginPart<'judge', JudgeType & { readonly prompt: string }> => ({ osharmPart: 'judge', definition });

/** A desktop provider, named by `--provider`. */
export const defineProvider = (definition: ProviderDefinition): PluginPart<'provider', ProviderDefinition> => ({
  osharmPart: 'provider',
  definition,
});

/** A reporter. It follows every sweep once its plug-in is loaded. */
export const defineReporter = (definition: ReporterDefinition): PluginPart<'reporter', ReporterDefinition> => ({
  osharmPart: 'reporter',
  definition,
});

/**
 * Metrics and getters in OSWorld's format, named by a task's `evaluator`. Metrics run in a process that reads agents'
 * files.
 */
export const defineEvaluator = (definition: EvaluatorDefinition): PluginPart<'evaluator', EvaluatorDefinition> => ({
  osharmPart: 'evaluator',
  definition,
});

/** A place for results, named by an address `SCHEME://…`. */
export const defineStore = (definition: StoreDefinition): PluginPart<'store', StoreDefinition> => ({
  osharmPart: 'store',
  definition,
});

/** A queue whose workers execute runs, named by an address after `--queue`. */
export const defineQueue = (definition: QueueDefinition): PluginPart<'queue', QueueDefinition> => ({
  osharmPart: 'queue',
  definition,
});
