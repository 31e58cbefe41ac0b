import { counted } from '../../base/record/counted.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { playEvent } from '../../tasks/events/play-event.ts';
import { type LastingThing, sessionEventId, type TaskSession } from '../../tasks/suite/task-session.ts';
import type { ProgramControl } from '../../verdicts/osworld/evaluator/task-programs.ts';
import type { Attempt } from './attempt.ts';
import { playEnvironmentEvent } from './environment-event.ts';
import { setupSurroundings } from './setup-surroundings.ts';
import { programLimits } from './task-program.ts';

const mostNotes = 16_000;
const notesLimit = { milliseconds: timeLimits.run.observe, what: 'Reading the notes' };

/** The request to an agent at the start of a session. */
export interface SessionRequest {
  text: string;
  /** The notes in it; null if notes did not last. */
  notes: string | null;
}

export interface PlannedSession {
  /** The user's request, without the agent's notes. */
  readonly instruction: string;
  /** Days since the first session. */
  readonly day: number;
  readonly lasts: readonly LastingThing[];
  /** Changes the desktop before a later session. */
  prepare(): Promise<void>;
  request(): Promise<SessionRequest>;
  /** The texts that its agent leaves for later sessions. */
  left(): Promise<string[]>;
  /** Called as the session ends. Returns whether the next one may begin. */
  end(): Promise<boolean>;
}

/** The sessions of a run: those of its task, or the phases of its task's program. */
export function plannedSessions(attempt: Attempt, desktop: Desktop): PlannedSession[] {
  const { program } = attempt;
  return program !== null && program.phases.length > 0
    ? program.phases.map((_, phase) => phaseSession(attempt, program, phase))
    : taskSessions(attempt, desktop);
}

function taskSessions(attempt: Attempt, desktop: Desktop): PlannedSession[] {
  const { task } = attempt.run;
  const { sessions: later = [], notes: path } = task;
  const left = async (): Promise<string[]> => (path === undefined ? [] : [await notesIn(attempt, desktop, path)]);
  const days = later.map((_, index) => later.slice(0, index + 1).reduce((sum, { days: more }) => sum + more, 0));
  const first: PlannedSession = {
    instruction: task.instruction,
    day: 0,
    lasts: [],
    prepare: async () => {},
    request: async () => ({ text: task.instruction, notes: null }),
    left,
    end: async () => true,
  };
  return [
    first,
    ...later.map((session, index): PlannedSession => {
      const { instruction, lasts } = session;
      return {
        instruction,
        lasts,
        day: days[index] ?? 0,
        prepare: async () => beginLater(attempt, desktop, session, index + 2),
        request: async () =>
          path !== undefined && lasts.includes('notes')
            ? withNotes(instruction, path, await notesIn(attempt, desktop, path))
            : { text: instruction, notes: null },
        left,
        end: async () => true,
      };
    }),
  ];
}

async function beginLater(
  attempt: Attempt,
  desktop: Desktop,
  { instruction, days, happens }: TaskSession,
  session: number,
): Promise<void> {
  const event = {
    id: sessionEventId(session),
    what: `Session ${session} begins, ${counted(days, 'day')} later.`,
    after: {},
    happens,
  };
  attempt.record.log(`Session ${session}: ${instruction}`);
  await playEnvironmentEvent(
    attempt,
    desktop,
    {
      ...event,
      phase: 'events',
      play: (target, signal) => playEvent(event, setupSurroundings(attempt, target, signal)),
    },
    attempt.steps.length,
  );
}

/** The notes as text: empty if the file is missing or its desktop does not answer. */
async function notesIn(attempt: Attempt, desktop: Desktop, path: string): Promise<string> {
  const content = await attempt.orLost(() =>
    attempt.within('observe', notesLimit, (signal) => desktop.readFile(path, signal)),
  );
  return content?.toString('utf8') ?? '';
}

/** Appends the notes to a request. Characters beyond `mostNotes` are dropped, which the text states. */
export function withNotes(instruction: string, path: string, notes: string): SessionRequest {
  const kept = notes.slice(0, mostNotes);
  const cut =
    kept.length < notes.length ? `\n[The notes go on. Only their first ${mostNotes} characters are here.]` : '';
  const text =
    notes.trim() === ''
      ? `${instruction}\n\nYou left no notes in ${path}.`
      : `${instruction}\n\nYour notes from earlier sessions (${path}):\n${kept.trimEnd()}${cut}`;
  return { text, notes: kept.trim() === '' ? '' : kept };
}

function phaseSession(attempt: Attempt, program: ProgramControl, phase: number): PlannedSession {
  const { name = '', instruction = '' } = program.phases[phase] ?? {};
  return {
    instruction,
    day: 0,
    lasts: phase === 0 ? [] : ['desktop'],
    async prepare() {
      attempt.record.log(`${name}: ${instruction}`);
      const { clock } = attempt.sweep.dependencies;
      const limit = { milliseconds: programLimits.setup, what: `The set-up of phase ${phase + 1}` };
      await attempt.within('setup', limit, async (signal) => {
        const pause = await program.setUpPhase(phase, signal);
        await clock.sleep(pause * 1000, signal);
      });
    },
    request: async () => ({ text: instruction, notes: null }),
    left: async () => [],
    async end() {
      const limit = { milliseconds: programLimits.evaluate, what: `The check of phase ${phase + 1}` };
      return attempt.within('score', limit, (signal) => program.endPhase(phase, signal));
    },
  };
}
