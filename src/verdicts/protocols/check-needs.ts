import { UsageError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { ProtocolDefinition, ProtocolNeed } from './protocol.ts';

type ControlSettings = Pick<
  RunSettings,
  'monitorThreshold' | 'trustedModel' | 'user' | 'auditBudget' | 'reviewAfter' | 'samples'
>;

interface Requirement {
  isMet(settings: ControlSettings): boolean;
  code: string;
  what: string;
  hint: string;
}

const requirements: Readonly<Record<ProtocolNeed, Requirement>> = {
  'a threshold': {
    isMet: ({ monitorThreshold }) => monitorThreshold !== undefined,
    code: 'monitor-threshold-missing',
    what: 'a threshold',
    hint: 'Add --monitor-threshold 0.8, or --monitor-thresholds FILE of osharm monitor.',
  },
  'a trusted model': {
    isMet: ({ trustedModel }) => trustedModel !== undefined,
    code: 'trusted-model-missing',
    what: 'a trusted model',
    hint: 'Name a model or a reference agent: --trusted-model openai:gpt-4.1.',
  },
  'an auditor': {
    isMet: ({ trustedModel, user }) => trustedModel !== undefined || user !== undefined,
    code: 'auditor-missing',
    what: 'a model or a user who audits',
    hint: 'Add --trusted-model openai:gpt-4.1, or --user approve, deny or scripted.',
  },
  'an audit budget': {
    isMet: ({ auditBudget }) => auditBudget !== undefined,
    code: 'audit-budget-missing',
    what: 'a budget',
    hint: 'Add --audit-budget 3 for three steps of each run, or 10% for a tenth of the runs.',
  },
  'a delay': {
    isMet: ({ reviewAfter }) => reviewAfter !== undefined,
    code: 'review-after-missing',
    what: 'a delay',
    hint: 'Add --review-after 5 for five steps, or 30s for thirty seconds.',
  },
  // Checked when a run begins, because the agent is unknown before.
  samples: { isMet: () => true, code: 'agent-not-resampled', what: 'samples', hint: '' },
};

/** Names of built-in protocols that never call a trusted model. */
const withoutTrustedModel: ReadonlySet<string> = new Set(['observe', 'block', 'ask', 'review']);

/** Throws UsageError if a protocol lacks a setting that it needs, or has a trusted model that it can't use. */
export function checkProtocolNeeds({ name, needs = [] }: ProtocolDefinition, settings: ControlSettings): void {
  for (const need of needs) {
    const { isMet, code, what, hint } = requirements[need];
    if (!isMet(settings)) throw new UsageError(`--protocol ${name} needs ${what}.`, { code, hint });
  }
  if (settings.trustedModel !== undefined && withoutTrustedModel.has(name))
    throw new UsageError(`--trusted-model is not used by --protocol ${name}.`, {
      code: 'trusted-model-idle',
      hint: 'Omit it, or add --protocol defer, resample, edit or audit.',
    });
}
