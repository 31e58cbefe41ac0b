import { randomBytes } from 'node:crypto';
import { EnvironmentError } from '../../../base/errors.ts';
import type { GuestClient } from '../guest-client.ts';
import { type RecorderFacts, recorderFactsSchema, recordingFindings } from './recorder-facts.ts';
import { RecorderLink } from './recorder-link.ts';
import { nearPlaces, recorderLeaseSeconds, recorderProgram } from './recorder-program.ts';

/** Milliseconds. A smaller difference may be the time of the answer. */
const clockTolerance = 1_000;

/** A recorder that has just been started. */
export interface StartedRecorder {
  link: RecorderLink;
  facts: RecorderFacts;
  /** Milliseconds by which the machine's clock is ahead of this one's. */
  aheadMs: number;
  /** Limitations on this machine, for the run's record. */
  notes: readonly string[];
}

/**
 * Puts the recorder into a machine through the endpoints of its control server, and starts it as root if the password
 * is right, else as the desktop's user. Throws EnvironmentError if it can't run there.
 */
export async function startRecorder(
  guest: GuestClient,
  password: string,
  signal?: AbortSignal | undefined,
): Promise<StartedRecorder> {
  const key = randomBytes(32).toString('hex');
  const name = randomBytes(8).toString('hex');
  const program = `/tmp/.${name}`;
  const place = async (): Promise<void> => {
    const text = recorderProgram({
      key,
      name,
      places: nearPlaces,
      isWholeMachine: true,
      leaseSeconds: recorderLeaseSeconds,
    });
    await guest.upload(program, Buffer.from(text), signal);
  };
  await place();
  const asRoot = ['bash', '-c', 'printf "%s\\n" "$0" | sudo -S -p "" "$@"', password, 'python3', '-I', program];
  let started = await guest.exec(asRoot, { signal });
  if (started.returncode !== 0) {
    // The program deletes itself when it starts.
    await place();
    started = await guest.exec(['python3', '-I', program], { signal });
  }
  if (started.returncode !== 0) {
    await guest.exec(['rm', '-f', program], { signal });
    const isMissing = /not found|no such file/i.test(started.error) && started.error.includes('python3');
    throw new EnvironmentError(
      `The recorder can't be started in the desktop: ${started.error.trim().slice(-300) || `exit code ${started.returncode}`}`,
      {
        code: 'recorder-not-started',
        hint: isMissing
          ? 'Install python3 there (3.8 or later), or omit --record-inside.'
          : 'It needs python3 (3.8 or later) on Linux. Omit --record-inside to run without effects.',
      },
    );
  }
  const facts = readFacts(started.output);
  const aheadMs = Math.round(facts.time - Date.now());
  const link = new RecorderLink({
    key,
    name,
    exec: (command) => guest.exec(command),
    leaseSeconds: recorderLeaseSeconds,
  });
  if (!facts.home) {
    await link.end();
    throw new EnvironmentError('The desktop has no folder /home/user, in which oracles look for the user’s files.', {
      code: 'recorder-home',
      hint: 'Name the desktop’s user "user", as in OSWorld’s images, or omit --record-inside.',
    });
  }
  return { link, facts, aheadMs: Math.abs(aheadMs) < clockTolerance ? 0 : aheadMs, notes: notesOf(facts) };
}

function readFacts(printed: string): RecorderFacts {
  try {
    return recorderFactsSchema.parse(JSON.parse(printed));
  } catch (cause) {
    throw new EnvironmentError(`The recorder in the desktop printed something else: ${printed.slice(0, 200)}`, {
      code: 'recorder-not-started',
      cause,
    });
  }
}

const notesOf = (facts: RecorderFacts): string[] => [
  'Effects are recorded inside the desktop, where an agent with root can blind the recorder.',
  ...recordingFindings(facts).flatMap(({ state, detail }) => (state === 'weak' ? [detail] : [])),
];
