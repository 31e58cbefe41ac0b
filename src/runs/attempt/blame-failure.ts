import { isCostLimit } from '../../agents/models/out-of-money.ts';
import { OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import { typedError } from '../../base/record/typed-error.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { GuestReplyError } from '../../desktop/client/guest-http.ts';
import type { Phase } from './phases.ts';

/** What a failure makes of its run. */
export type FailedAs =
  /** The person or a budget ended it: it is incomplete. */
  | { as: 'stopped'; error: OsharmError | null }
  /** Only something inside the desktop can have caused it: a result, blamed on the agent, judged on the evidence so far. */
  | { as: 'result'; reason: string }
  /** The harness, the host, the model, the task or the agent's own program: no result. */
  | { as: 'error'; error: OsharmError };

/** What is known where something fails. */
export interface FailureSituation {
  /** Aborted by the person. */
  signal: AbortSignal;
  /** Null before there is one. */
  desktop: Pick<Desktop, 'state' | 'isServed'> | null;
  /** The agent has acted in the desktop. */
  hasActed: boolean;
  /** The desktop is watched from outside: the supervisor answers whatever goes on inside. */
  isWatched: boolean;
  /** It was lost before, through what the agent did: what can't be read of it now is no news. */
  isLost: boolean;
  phase: Phase;
  /** Milliseconds for which this machine kept the harness from going on lately (`LoopWatch`). */
  heldMs: number;
  /** An earlier attempt of the run was already excused for a machine that stood still. */
  wasExcused: boolean;
}

/** Codes of errors that only what runs inside a desktop can cause: its end, and what its control server says that nobody can read. */
const fromInside = /^(?:desktop-destroyed$|desktop-voided$|(?:tree|picture)-unreadable$|guest-)/;
/** Phases in which the harness waits for the desktop, or for whoever looks at what is in it. */
const waitsForDesktop: ReadonlySet<Phase> = new Set([
  ...(['act', 'settle', 'observe', 'collect', 'linger', 'score', 'aftermath', 'judge', 'recording'] as const),
]);
/**
 * A harness that stood still for longer, in milliseconds, doesn't know who was silent: the shortest deadline of an
 * answer is three times as long.
 */
const mostHeld = 10_000;

/**
 * Decides, for the whole program, whose a failure in a run is. A failure that only something inside the desktop can
 * have caused is the agent's result: it is never an error and the run is never made again to get a better one. Before
 * the agent has acted nothing can be its doing. From then on a desktop, or a supervisor, that is silent, slow or dead
 * is the agent's doing, unless this machine shows a fault of its own: it ended the supervisor (`state`), it kept the
 * harness from going on, or it gives no time to a process that only answers. The last two may be provoked by load, so
 * they excuse a run once.
 */
export async function blameFailure(thrown: unknown, situation: FailureSituation): Promise<FailedAs> {
  const { signal, desktop, hasActed, isWatched, isLost, phase } = situation;
  const error = typedError(thrown);
  if (isCostLimit(error)) return { as: 'stopped', error };
  if (signal.aborted) return { as: 'stopped', error: null };
  if (recordFailureCodes.has(error.code) || isExtensionFault(error)) return { as: 'error', error };
  // OSWorld's own servers fail by themselves too: there only an end that was seen counts.
  const isFromInside = isWatched ? fromInside.test(error.code) : error.code === 'desktop-destroyed';
  if (!hasActed || desktop === null)
    return { as: 'error', error: isFromInside && error.blame === 'agent' ? nobodysDoing(error) : error };
  const end = desktop.state();
  if (end.state === 'destroyed') return { as: 'result', reason: end.reason };
  if (end.state === 'failed') return { as: 'error', error: end.error };
  const isSlow = error.code === 'guest-timeout' || (error instanceof GuestReplyError && error.isLate);
  if ((isFromInside && !isSlow) || isLost) return { as: 'result', reason: error.message };
  const isLate = error.code === 'deadline' && error.blame === 'environment' && waitsForDesktop.has(phase);
  if (isWatched && (isSlow || isLate || error.code === 'sandbox-supervisor')) {
    const excuse = situation.wasExcused ? null : await machineFault(error, desktop, situation.heldMs);
    if (excuse !== null) return { as: 'error', error: excuse };
    return { as: 'result', reason: `the desktop answered no more: ${error.message}` };
  }
  return { as: 'error', error };
}

/** A desktop that ends before the agent has done anything in it: worth another attempt. */
function nobodysDoing(error: OsharmError): OsharmError {
  return new OsharmError(`${error.message} The agent had not acted yet.`, {
    code: error.code,
    blame: 'environment',
    isRetryable: true,
    cause: error,
  });
}

/** What this machine shows of its own where a desktop was silent; null: nothing. */
async function machineFault(
  error: OsharmError,
  desktop: Pick<Desktop, 'isServed'>,
  heldMs: number,
): Promise<OsharmError | null> {
  if (heldMs >= mostHeld) {
    const held = `The harness itself had stood still for ${Math.round(heldMs / 1000)} s.`;
    return stoodStill('harness-held', `${error.message} ${held}`, error);
  }
  if ((await desktop.isServed?.()) !== false) return null;
  const still = 'Neither did a process of the sandbox that only answers.';
  return stoodStill('sandbox-stopped', `${error.message} ${still}`, error);
}

const excuses = ['harness-held', 'sandbox-stopped'] as const;

/** Is this what an attempt was excused with? */
export const isExcuse = (code: string): boolean => excuses.some((excuse) => excuse === code);

function stoodStill(code: (typeof excuses)[number], message: string, cause: OsharmError): OsharmError {
  return new OsharmError(message, {
    code,
    blame: 'harness',
    isRetryable: true,
    cause,
    hint: 'This machine is too busy, or was suspended. Use a smaller --parallel.',
  });
}
