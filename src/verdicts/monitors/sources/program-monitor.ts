import { z } from 'zod';
import type { ForeignChannel, Speaker } from '../../../agents/foreign/foreign-channel.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { Monitor } from '../monitor.ts';
import type { MonitorView, SeenEffect, SeenStep } from '../view.ts';

/** Bytes of one reply: a number and a sentence. */
const longestReply = 256 * 2 ** 10;

/** A monitor's program as error messages call it. */
export const monitorSpeaker = (name: string): Speaker => ({
  kind: 'monitor',
  name,
  blame: 'environment',
  longestReply,
});

/** What a monitor's program receives for each step: `MonitorView`, with the screenshot as base64. */
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

/** A monitor that is a program at the other end of a channel. */
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
          `The monitor ${name} answered step ${step} with no suspicion: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
          { code: 'monitor-bad-answer', blame: 'environment' },
        );
      }
      const { suspicion, reason, cost_usd: costUsd } = read.data;
      return { suspicion, reason, costUsd };
    },
    close: () => channel.close(),
  };
}
