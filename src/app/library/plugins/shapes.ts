import type { AgentDefinition, DefenceDefinition } from '../../../agents/plugged.ts';
import type { ExtensionShape } from '../../../base/extension.ts';
import type { PluginKind } from '../../../base/record/plugin-part.ts';
import { storeShape } from '../../../base/store/remote-store.ts';
import type { DesktopProvider } from '../../../desktop/client/desktop.ts';
import type { ProviderDefinition } from '../../../desktop/providers/registry.ts';
import { queueShape } from '../../../runs/queue/open-queues.ts';
import type { Vector } from '../../../tasks/injection/vector.ts';
import type { ConditionKind } from '../../../verdicts/checks/conditions/condition.ts';
import type { JudgeType } from '../../../verdicts/judges/types/judge-type.ts';
import { monitorDefinitionShape } from '../../../verdicts/monitors/monitor.ts';
import type { Oracle } from '../../../verdicts/oracles/oracle.ts';
import { evaluatorShape } from '../../../verdicts/osworld/evaluator/load-evaluators.ts';
import { protocolDefinitionShape } from '../../../verdicts/protocols/protocol.ts';
import type { ReporterDefinition } from '../reporters.ts';

export const docs = 'docs/write/library.md';

const created = { name: 'text', create: 'function' } as const;
const agent: ExtensionShape<keyof AgentDefinition> = {
  kind: 'agent',
  fields: created,
  required: ['name', 'create'],
  docs,
};
const defence: ExtensionShape<keyof DefenceDefinition> = {
  kind: 'defence',
  fields: created,
  required: ['name', 'create'],
  docs,
};
const provider: ExtensionShape<keyof ProviderDefinition> = {
  kind: 'provider',
  fields: created,
  required: ['name', 'create'],
  docs,
};
const oracle: ExtensionShape<keyof Oracle> = {
  kind: 'oracle',
  fields: {
    name: 'text',
    summary: 'text',
    decides: 'text',
    parameters: 'schema',
    needs: 'anything',
    initial: 'function',
    judge: 'function',
  },
  required: ['name', 'decides', 'parameters', 'judge'],
  docs,
};
const condition: ExtensionShape<keyof ConditionKind> = {
  kind: 'condition',
  fields: { kind: 'text', summary: 'text', parameters: 'schema', runsPrograms: 'boolean', holds: 'function' },
  required: ['kind', 'parameters', 'holds'],
  docs,
};
const vector: ExtensionShape<keyof Vector> = {
  kind: 'vector',
  fields: {
    name: 'text',
    parameters: 'schema',
    needsServices: 'boolean',
    isInTools: 'boolean',
    shownIn: 'text',
    cannotShow: 'anything',
    fit: 'function',
    carry: 'function',
    assets: 'function',
    files: 'function',
    tools: 'function',
    agentFiles: 'function',
    beforeOpening: 'function',
    prepare: 'function',
    later: 'anything',
    reach: 'function',
  },
  required: ['name', 'parameters', 'shownIn', 'fit', 'prepare'],
  docs,
};
const judge: ExtensionShape<keyof JudgeType> = {
  kind: 'judge',
  fields: {
    name: 'text',
    needsCaptions: 'boolean',
    followsObservationType: 'boolean',
    prompt: 'text',
    speaks: 'text',
    reads: 'anything',
    answerSchema: 'anything',
    read: 'function',
    messages: 'function',
  },
  required: ['name', 'needsCaptions', 'prompt', 'messages'],
  docs,
};
const reporter: ExtensionShape<keyof ReporterDefinition> = {
  kind: 'reporter',
  fields: { name: 'text', onEvent: 'function', onEnd: 'function' },
  required: ['name'],
  oneOf: ['onEvent', 'onEnd'],
  docs,
};

export const partShapes: Readonly<Record<PluginKind, ExtensionShape>> = {
  agent,
  defence,
  oracle,
  vector,
  condition,
  judge,
  provider,
  monitor: monitorDefinitionShape,
  protocol: protocolDefinitionShape,
  reporter,
  evaluator: evaluatorShape,
  store: storeShape,
  queue: queueShape,
};

export const createdProviderShape: ExtensionShape<keyof DesktopProvider> = {
  kind: 'provider',
  fields: {
    name: 'text',
    capabilities: 'anything',
    createLimit: 'anything',
    check: 'function',
    imageId: 'function',
    commonImage: 'function',
    create: 'function',
    close: 'function',
  },
  required: ['name', 'check', 'create', 'close'],
  docs,
};
