import type { Blame } from '../../base/errors.ts';

export interface ForeignChannel {
  /** Throws OsharmError if there is no answer. */
  ask(
    request: { readonly type: string; readonly [field: string]: unknown },
    signal: AbortSignal | undefined,
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** The other end of a channel: its name in error messages, and who is to blame for its failures. */
export interface Speaker {
  readonly kind: 'agent' | 'defence' | 'monitor' | 'protocol' | 'attacker' | 'paraphraser';
  readonly name: string;
  readonly blame: Blame;
  readonly longestReply: number;
}

export const agentSpeaker = (name: string): Speaker => ({
  kind: 'agent',
  name,
  blame: 'agent',
  longestReply: 32 * 2 ** 20,
});
