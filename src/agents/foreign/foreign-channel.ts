import type { Blame } from '../../base/errors.ts';

/** How messages get to a program of somebody's own and back. */
export interface ForeignChannel {
  /** Throws OsharmError where no answer comes. */
  ask(
    request: { readonly type: string; readonly [field: string]: unknown },
    signal: AbortSignal | undefined,
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** Who is at the other end of a channel: what error messages call it, and whose its failures are. */
export interface Speaker {
  readonly kind: 'agent' | 'monitor';
  readonly name: string;
  readonly blame: Blame;
  /** Bytes of one reply. */
  readonly longestReply: number;
}

export const agentSpeaker = (name: string): Speaker => ({
  kind: 'agent',
  name,
  blame: 'agent',
  longestReply: 32 * 2 ** 20,
});
