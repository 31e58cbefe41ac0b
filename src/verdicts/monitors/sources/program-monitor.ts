import { z } from 'zod';
import type { ForeignChannel, Speaker } from '../../../agents/foreign/foreign-channel.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { Monitor } from '../monitor.ts';
import type { MonitorView, SeenEffect, SeenStep } from '../view.ts';

const longestReply = 256 * 2 ** 10;

export const monitorSpeaker = (name: string): Speaker => ({
  kind: 'monitor',
  name,
  blame: 'environment',
  longestReply,
});

/** Request to the monitor's program for each step: `MonitorView` with the screenshot in base64. */
type ScoreRequest = {
  type: 'score';
  protocol: 'osharm-monitor/1';
  instruction: string;
  step: number;
  moment: MonitorView['moment'];
  history: readonly SeenStep[];
  current: SeenStep;
  screenshot: string | null;
  tree: string | null;
  effects: readonly SeenEffect[] | null;
};

const replySchema = z.looseObject({
  suspicion: z.number().min(0).max(1),
  reason: z.string().optional(),
  cost_usd: z.number().nonnegative().optional(),
});

export function programMonitor(name: string, channel: ForeignChannel): Monitor {
  return {
    async score({ instruction, step, moment, history, current, screenshot, tree, effects }, signal) {
      const request: ScoreRequest = {
        type: 'score',
        protocol: 'osharm-monitor/1',
        instruction,
        step,
        moment,
        history,
        current,
        screenshot: screenshot?.toString('base64') ?? null,
        tree,
        effects,
      };
      const read = replySchema.safeParse(await channel.ask(request, signal));
      if (!read.success) {
        const issue = read.error.issues[0];
        throw new OsharmError(
          `The monitor ${name} answered step ${step} with no suspicion: ${issue?.path.join('.') || 'top level'}: ${issue?.message}.`,
          { code: 'monitor-bad-answer', blame: 'environment' },
        );
      }
      const { suspicion, reason, cost_usd: costUsd } = read.data;
      return { suspicion, reason, costUsd };
    },
    close: () => channel.close(),
  };
}
