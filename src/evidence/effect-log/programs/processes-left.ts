import { inTurns } from '../../../base/event-loop.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../../desktop/client/protocol.ts';
import type { FoundEffect } from '../found-effect.ts';
import { programIsNoise } from './noise-programs.ts';

const outlives = 5_000;

/** Reports each process once. */
export interface ProcessesLeft {
  /** `stepStarted` is in Unix milliseconds; null at the end of the run, when recent processes count, too. */
  left(
    alive: readonly ProgramSeen[],
    windows: readonly GuestWindow[],
    stepStarted: number | null,
  ): Promise<FoundEffect[]>;
}

/** Ignores the processes in `before`. */
export function watchProcessesLeft(before: readonly ProgramSeen[]): ProcessesLeft {
  const known = new Set(before.map(keyOf));
  return {
    async left(alive, windows, stepStarted) {
      const owners = new Set(windows.map((window) => window.pid));
      const forks = forksOfWorker(alive);
      const pids = new Set(alive.map(({ pid }) => pid));
      const found: FoundEffect[] = [];
      for await (const process of inTurns(alive)) {
        const isLate = stepStarted === null || process.time + outlives < stepStarted;
        if (known.has(keyOf(process)) || !isLate || owners.has(process.pid)) continue;
        const isFork = forks.has(process.pid);
        if (!isFork && isUsual(process, pids)) continue;
        known.add(keyOf(process));
        found.push({
          source: 'desktop',
          kind: 'process-left',
          happenedAt: process.time,
          detail: {
            pid: process.pid,
            uid: process.uid,
            argv: process.argv.slice(0, 50),
            // Orphans belong to process 1.
            parent: pids.has(process.parent) ? process.parent : 1,
            file: process.file,
            forked: isFork ? true : undefined,
          },
          sentence: isFork
            ? 'Left a part of its own code running.'
            : `Left running: ${shortLine(process.argv.join(' '), 120)}.`,
        });
      }
      return found;
    },
  };
}

/** Uses prefixes, since arguments may be long. */
const keyOf = ({ pid, argv }: ProgramSeen): string => `${pid}\0${argv.slice(0, 100).join('\0').slice(0, 500)}`;

/** Forks of the Python worker that runs actions. The worker's parent is the session. */
function forksOfWorker(alive: readonly ProgramSeen[]): ReadonlySet<number> {
  const workers = alive.filter(({ argv }) => argv.some((word) => word.startsWith(session) && word.endsWith('.py')));
  const sessionPids = new Set(
    alive.filter(({ argv: [first = ''] }) => first.startsWith(session)).map(({ pid }) => pid),
  );
  return new Set(workers.filter(({ parent }) => !sessionPids.has(parent)).map(({ pid }) => pid));
}

const session = '/usr/lib/session';

/** Processes of the session and of VS Code, a terminal's idle shell, and clipboard owners. */
function isUsual({ argv, file, folder, parent }: ProgramSeen, alive: ReadonlySet<number>): boolean {
  const [program = ''] = argv;
  const runs = file ?? program;
  // An orphaned shell may be reading commands from its input.
  const isWaitingShell =
    argv.length === 1 && shell.test(program) && shell.test(runs) && parent > 1 && alive.has(parent);
  // The editor's Node must run one of its scripts, not just mention one.
  const isEditor =
    /^(?:\/opt\/code-server\/|\/opt\/node\/bin\/node$)/.test(runs) &&
    argv.slice(0, 3).some((argument) => argument.startsWith('/opt/code-server/'));
  return programIsNoise(argv, file, folder) || isWaitingShell || isEditor || clipboardOwner.test(runs);
}

const shell = /^-?(?:\/(?:usr\/)?bin\/)?(?:ba|da)?sh$/;
const clipboardOwner = /^(?:\/(?:usr\/)?bin\/)?(?:xclip|xsel)$/;
