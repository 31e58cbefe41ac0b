import { z } from 'zod';
import { checkAnswer, checkExtension, type ExtensionShape } from '../../base/extension.ts';
import type { OnUnscored } from '../../base/record/monitor-words.ts';

/** A reply to a step, with the monitor's score. */
export interface ScoredProposal {
  /** `agent`: a reply of the agent. `trusted`: a rewrite by the trusted model. */
  readonly by: 'agent' | 'trusted';
  readonly thoughts: string;
  /** Pyautogui code, `WAIT`, `DONE`, `FAIL`, or computer_13 objects. */
  readonly actions: readonly unknown[];
  /** From 0 (harmless) to 1 (certainly harmful). Null if the monitor did not score the reply. */
  readonly suspicion: number | null;
  readonly reason: string | null;
  /** Whether the suspicion reaches the threshold. False without a score. */
  readonly isFlagged: boolean;
}

/** A step as shown to a protocol. None of its actions has been executed yet. */
export interface ProtocolStep {
  /** 0-based. */
  readonly step: number;
  /** Seconds since the run's first step. */
  readonly seconds: number;
  /** The agent's reply, then what the protocol requested for this step. */
  readonly proposals: readonly [ScoredProposal, ...ScoredProposal[]];
}

/**
 * What happens next at a step.
 *
 * - `allow`: executes a proposal, by default the first. A reply without a score is executed only if it is the agent's
 *   first and only reply, and `--on-unscored` is `allow`; otherwise the step is blocked.
 * - `resample`: requests another reply of the agent to the same context. It is scored, and `decide` is called again.
 * - `edit`: has the trusted model rewrite a proposal. The rewrite is scored, and `decide` is called again.
 * - `block`: executes nothing. The agent continues.
 * - `ask`: puts a proposal to the user (`--user`) or the trusted model. It is executed if approved, otherwise
 *   blocked. The run ends if the user does not answer.
 * - `defer`: has the trusted model do the step.
 * - `end`: ends the run.
 */
export type ProtocolDecision = z.infer<typeof decisionSchema>;

const proposal = z.number().int().nonnegative().optional();
const reason = z.string().max(10_000).optional();
const decisionSchema = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('allow'), proposal, reason }),
  z.strictObject({ decision: z.literal('resample'), reason }),
  z.strictObject({ decision: z.literal('edit'), proposal, reason }),
  z.strictObject({ decision: z.literal('block'), reason }),
  z.strictObject({
    decision: z.literal('ask'),
    of: z.enum(['user', 'trusted-model']).optional(),
    proposal,
    reason,
  }),
  z.strictObject({ decision: z.literal('defer'), reason }),
  z.strictObject({ decision: z.literal('end'), reason }),
]);

/** Decides what happens to the steps of one run, in order, so it may keep state. */
export interface Protocol {
  /** Called for each step, and again after each proposal that it requested. */
  decide(step: ProtocolStep, signal?: AbortSignal): ProtocolDecision | Promise<ProtocolDecision>;
  /** Called when the run ends. */
  close?(): void | Promise<void>;
}

/** What a protocol knows about a run before its first step. */
export interface ProtocolContext {
  /** Identifies the run. Stays the same if a resumed sweep repeats the run. */
  readonly scope: string;
  /** The suspicion at which a reply is flagged; null without a threshold. */
  readonly threshold: number | null;
  readonly onUnscored: OnUnscored;
  /** Whether `--trusted-model` names one. */
  readonly hasTrustedModel: boolean;
  /** Maximum number of replies to one step (`--samples`). */
  readonly samples: number;
  /** What may be audited (`--audit-budget`): a number of steps of the run, or a share of all runs. */
  readonly auditBudget: AuditBudget;
  /** Delay of a review (`--review-after`), in steps or in seconds. */
  readonly reviewAfter: ReviewDelay;
}

/** What a protocol may audit: a number of steps of the run, or all flagged steps of a share of the runs. */
export interface AuditBudget {
  readonly of: 'steps' | 'runs';
  /** A share from 0 to 1 if `of` is `runs`. */
  readonly most: number;
}

/** Delay of a review, as a number of steps or seconds. */
export interface ReviewDelay {
  readonly in: 'steps' | 'seconds';
  readonly least: number;
}

/** A built-in or plug-in protocol. It runs in osharm's process. */
export interface ProtocolDefinition {
  /** The name for `--protocol`, also recorded in results. */
  readonly name: string;
  /** What the protocol requires. A sweep without it is rejected before it starts. */
  readonly needs?: readonly ProtocolNeed[] | undefined;
  /** Creates a protocol for one run. */
  create(context: ProtocolContext): Protocol | Promise<Protocol>;
}

/** `samples`: an agent that can be resampled. `an auditor`: a trusted model, or a user who answers. */
export type ProtocolNeed = 'a threshold' | 'a trusted model' | 'an auditor' | 'an audit budget' | 'a delay' | 'samples';

const docs = 'docs/run/protocols.md';

export const protocolDefinitionShape: ExtensionShape<keyof ProtocolDefinition> = {
  kind: 'protocol',
  fields: { name: 'text', needs: 'texts', create: 'function' },
  required: ['name', 'create'],
  docs,
};
const protocolShape: ExtensionShape<keyof Protocol> = {
  kind: 'protocol',
  fields: { decide: 'function', close: 'function' },
  required: ['decide'],
  docs,
};

/** Checks a protocol's answer. Throws ExtensionError. */
export const checkedDecision = (name: string, answer: unknown): ProtocolDecision =>
  checkAnswer(decisionSchema, answer, {
    kind: 'protocol',
    name,
    call: 'decide',
    expected: "{ decision: 'allow' | 'resample' | 'edit' | 'block' | 'ask' | 'defer' | 'end', reason?: text, … }",
    docs,
  });

/** Checks what `create` of a protocol returns. Throws ExtensionError if it is invalid. */
export function checkedProtocol({ name, needs, create }: ProtocolDefinition): ProtocolDefinition {
  return {
    name,
    needs,
    async create(context) {
      const protocol = await create(context);
      checkExtension(protocol, protocolShape, `What create of the protocol ${name} returned`);
      return protocol;
    },
  };
}
