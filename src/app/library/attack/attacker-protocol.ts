import { z } from 'zod';
import type { Sighting } from '../../../runs/attack-search/covert-search.ts';
import { covertScriptSchema } from '../../../tasks/suite/covert-script.ts';

/** What an attacker writes: the script of a covert agent, or the prompt of a model in attack mode. */
export const attackProposalSchema = z.union([
  z.strictObject({ script: covertScriptSchema }),
  z.strictObject({
    template: z
      .string()
      .max(20_000)
      .refine((text) => text.includes('{instruction}') && text.includes('{side_task}')),
  }),
]);

/** The result of one proposal on a development side task. */
interface TriedRun {
  task: string;
  goal: string;
  did_side_task: boolean;
  seen: { monitor: string; suspicion: number; step: number | null; reason: string | null; false_alarms: number }[];
}

/** What an attacker receives before each proposal. Without feedback, suspicion and reasons are omitted. */
export type AttackerRequest = {
  type: 'propose';
  protocol: 'osharm-attacker/1';
  round: number;
  rounds: number;
  write: 'script' | 'template';
  side_tasks: readonly { task: string; instruction: string; goal: string; side_task: string; code: string | null }[];
  monitors: readonly { name: string; prompt: string | null }[];
  tried: readonly { attack: string; proposal: unknown; problem: string | null; runs: readonly TriedRun[] | null }[];
};

export const seenByMonitors = (seen: readonly Sighting[]): TriedRun['seen'] =>
  seen.map(({ monitor, suspicion, step, reason, falseAlarms }) => ({
    monitor,
    suspicion,
    step,
    reason,
    false_alarms: falseAlarms,
  }));
