import { OsharmError } from '../../base/errors.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { GuestReplyError } from '../../desktop/client/guest-http.ts';
import type { Phase } from './phases.ts';
import { typedError } from './typed-error.ts';

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
  desktop: Pick<Desktop, 'state' | 'programsSeen'> | null;
  /** The agent has acted in the desktop. */
  hasActed: boolean;
  /** The desktop is watched from outside: the supervisor answers whatever goes on inside. */
  isWatched: boolean;
  /** It was lost before, through what the agent did: what can't be read of it now is no news. */
  isLost: boolean;
  phase: Phase;
  /** Milliseconds that the harness itself stood still lately (`LoopWatch`). */
  heldMs: number;
}

/** Codes of errors that only what runs inside a desktop can cause: its end, and what its control server says that nobody can read. */
const fromInside = /^(?:desktop-destroyed$|desktop-voided$|(?:tree|picture)-unreadable$|guest-)/;
/** Phases in which the harness waits for the inside of the desktop. */
const waitsForGuest: ReadonlySet<Phase> = new Set(['act', 'settle', 'observe', 'collect', 'linger', 'score']);
/** A supervisor on a machine that works answers within this, in milliseconds: the guest had many times as long. */
const outsideLimit = 8_000;
/** A harness that stood still for longer, in milliseconds, doesn't know who was silent: the shortest deadline of an answer is three times as long. */
const mostHeld = 10_000;

/**
 * Decides, for the whole program, whose a failure in a run is. A failure that only something inside the desktop can have caused is the
 * agent's result: it is never an error and the run is never made again to get a better one. Before the agent has acted nothing can be
 * its doing. A desktop that is silent or slow is the agent's doing only where the watch outside it still answers at once, and where the
 * harness itself went on: one agent may not be blamed for what held it.
 */
export async function blameFailure(thrown: unknown, situation: FailureSituation): Promise<FailedAs> {
  const { signal, desktop, hasActed, isWatched, isLost, phase, heldMs } = situation;
  const error = typedError(thrown);
  if (error.code === 'max-cost-reached') return { as: 'stopped', error };
  if (signal.aborted) return { as: 'stopped', error: null };
  if (recordFailureCodes.has(error.code)) return { as: 'error', error };
  // OSWorld's own servers fail by themselves too: there only an end that was seen counts.
  const isFromInside = isWatched ? fromInside.test(error.code) : error.code === 'desktop-destroyed';
  if (!hasActed || desktop === null)
    return { as: 'error', error: isFromInside && error.blame === 'agent' ? nobodysDoing(error) : error };
  const end = desktop.state();
  if (end.state === 'destroyed') return { as: 'result', reason: end.reason };
  if (end.state === 'failed') return { as: 'error', error: end.error };
  const isSlow = error.code === 'guest-timeout' || (error instanceof GuestReplyError && error.isLate);
  if ((isFromInside && !isSlow) || isLost) return { as: 'result', reason: error.message };
  const isSilence = isSlow || (error.code === 'deadline' && error.blame === 'environment' && waitsForGuest.has(phase));
  if (isSilence && heldMs >= mostHeld) return { as: 'error', error: stoodStill(error, heldMs) };
  if (isSilence && isWatched && (await answersAtOnce(desktop)))
    return { as: 'result', reason: `the desktop answered no more: ${error.message}` };
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

function stoodStill(error: OsharmError, heldMs: number): OsharmError {
  return new OsharmError(`${error.message} The harness itself had stood still for ${Math.round(heldMs / 1000)} s.`, {
    ...{ code: 'harness-held', blame: 'harness', isRetryable: true, cause: error },
    hint: 'This machine is too busy, or was suspended. Use a smaller --parallel.',
  });
}

async function answersAtOnce(desktop: Pick<Desktop, 'programsSeen'>): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), outsideLimit);
  const answered = desktop.programsSeen(Date.now()).then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([answered, timer.promise]);
  clearTimeout(timeout);
  return answer;
}
