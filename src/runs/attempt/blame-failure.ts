import { isCostLimit } from '../../agents/models/out-of-money.ts';
import { OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import { typedError } from '../../base/record/typed-error.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { GuestReplyError } from '../../desktop/client/guest-http.ts';
import type { Phase } from './phases.ts';

export type FailedAs =
  /** The user or a budget ended the run: it is incomplete. */
  | { as: 'stopped'; error: OsharmError | null }
  /** Caused from inside the desktop: a result, attributed to the agent and judged on the evidence so far. */
  | { as: 'result'; reason: string }
  /** Caused by the harness, the host, the model, the task or a custom agent's program: not a result. */
  | { as: 'error'; error: OsharmError };

export interface FailureSituation {
  signal: AbortSignal;
  desktop: Pick<Desktop, 'state' | 'isServed' | 'starvedMs'> | null;
  hasActed: boolean;
  /** Whether a supervisor watches the desktop from outside. It responds whatever happens inside. */
  isWatched: boolean;
  /** Whether the agent's actions already lost the desktop. Further failures to read it are then expected. */
  isLost: boolean;
  phase: Phase;
  /** Milliseconds for which this machine recently stalled the harness (`LoopWatch`). */
  heldMs: number;
  wasExcused: boolean;
}

/** Error codes that only the inside of a desktop can cause: its end, and unreadable replies from its control server. */
const fromInside = /^(?:desktop-destroyed$|desktop-voided$|(?:tree|picture)-unreadable$|guest-)/;
/** Phases in which the harness waits for the desktop, or for a process that inspects its contents. */
const waitsForDesktop: ReadonlySet<Phase> = new Set([
  ...(['act', 'settle', 'observe', 'collect', 'linger', 'score', 'aftermath', 'judge', 'recording'] as const),
]);
/**
 * Milliseconds: a third of the shortest deadline for an answer. After a longer stall, either side may have been silent.
 */
const mostHeld = 10_000;
/** Milliseconds. A supervisor needs several seconds to end a desktop that starves the machine. */
const longestQuestion = 20_000;

/**
 * Decides who is to blame for a failure in a run.
 *
 * A failure that only the inside of the desktop can cause is the agent's result. It is never an error, and the run is
 * never repeated for a better one. Before the agent's first action, no failure is its fault. After that, a silent, slow
 * or dead desktop or supervisor is its fault, unless this machine is at fault: it killed the supervisor (`state`),
 * stalled the harness, or starved a process that only answers. The agent can provoke the last two through load, so they
 * excuse a run only once, and not at all if the desktop's programs used the machine's time.
 */
export async function blameFailure(thrown: unknown, situation: FailureSituation): Promise<FailedAs> {
  const { signal, desktop, hasActed, isWatched, isLost, phase } = situation;
  const error = typedError(thrown);
  if (isCostLimit(error)) return { as: 'stopped', error };
  if (signal.aborted) return { as: 'stopped', error: null };
  if (recordFailureCodes.has(error.code) || isExtensionFault(error)) return { as: 'error', error };
  // OSWorld's servers also fail on their own, so only an observed end of the desktop counts there.
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
    const now = desktop.state();
    if (now.state === 'destroyed') return { as: 'result', reason: now.reason };
    return { as: 'result', reason: `the desktop stopped responding: ${error.message}` };
  }
  return { as: 'error', error };
}

function nobodysDoing(error: OsharmError): OsharmError {
  return new OsharmError(`${error.message} The agent had not acted yet.`, {
    code: error.code,
    blame: 'environment',
    isRetryable: true,
    cause: error,
  });
}

async function machineFault(
  error: OsharmError,
  desktop: Pick<Desktop, 'state' | 'isServed' | 'starvedMs'>,
  heldMs: number,
): Promise<OsharmError | null> {
  const isHeld = heldMs >= mostHeld;
  if (!isHeld && (await desktop.isServed?.()) !== false) return null;
  const starvedMs = await starvedByDesktop(desktop);
  const isEnded = desktop.state().state === 'destroyed';
  if (isEnded || starvedMs >= mostHeld || (isHeld && heldMs - starvedMs < mostHeld)) return null;
  if (isHeld) {
    const held = `The harness itself was blocked for ${Math.round(heldMs / 1000)} s.`;
    return stoodStill('harness-held', `${error.message} ${held}`, error);
  }
  const still = 'Neither did a process of the sandbox that only answers.';
  return stoodStill('sandbox-stopped', `${error.message} ${still}`, error);
}

/** Zero if the supervisor is silent, because it is then unknown whether the desktop is to blame. */
async function starvedByDesktop(desktop: Pick<Desktop, 'starvedMs'>): Promise<number> {
  try {
    return (await desktop.starvedMs?.(AbortSignal.timeout(longestQuestion))) ?? 0;
  } catch {
    // Any fault: the failure that is being blamed is the one to report.
    return 0;
  }
}

const excuses = ['harness-held', 'sandbox-stopped'] as const;

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
