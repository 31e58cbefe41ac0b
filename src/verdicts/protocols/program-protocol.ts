import type { ForeignChannel, Speaker } from '../../agents/foreign/foreign-channel.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { checkedDecision, type Protocol, type ProtocolContext, type ProtocolStep } from './protocol.ts';

const longestReply = 256 * 2 ** 10;

export const protocolSpeaker = (name: string): Speaker => ({
  kind: 'protocol',
  name,
  blame: 'environment',
  longestReply,
});

/** The request to a protocol's program, for each call of `decide`. */
interface DecideRequest {
  readonly type: 'decide';
  readonly protocol: 'osharm-protocol/1';
  readonly run: string;
  readonly threshold: number | null;
  readonly on_unscored: ProtocolContext['onUnscored'];
  readonly has_trusted_model: boolean;
  readonly samples: number;
  readonly step: number;
  readonly seconds: number;
  readonly proposals: readonly {
    readonly by: string;
    readonly thoughts: string;
    readonly actions: readonly unknown[];
    readonly suspicion: number | null;
    readonly reason: string | null;
    readonly is_flagged: boolean;
  }[];
  readonly [field: string]: unknown;
}

/** A protocol at the other end of a channel. Throws OsharmError `protocol-failed`, which ends the run as an error. */
export function programProtocol(name: string, channel: ForeignChannel, context: ProtocolContext): Protocol {
  return {
    async decide(step, signal) {
      const answer = await channel.ask(requestOf(context, step), signal);
      try {
        return checkedDecision(name, answer);
      } catch (cause) {
        throw new OsharmError(messageOf(cause), { code: 'protocol-failed', blame: 'environment', cause });
      }
    },
    close: () => channel.close(),
  };
}

const requestOf = (context: ProtocolContext, { step, seconds, proposals }: ProtocolStep): DecideRequest => ({
  type: 'decide',
  protocol: 'osharm-protocol/1',
  run: context.scope,
  threshold: context.threshold,
  on_unscored: context.onUnscored,
  has_trusted_model: context.hasTrustedModel,
  samples: context.samples,
  step,
  seconds,
  proposals: proposals.map(({ isFlagged, ...proposal }) => ({ ...proposal, is_flagged: isFlagged })),
});
