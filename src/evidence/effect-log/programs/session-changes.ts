import { posix } from 'node:path';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { FoundEffect } from '../found-effect.ts';

const kept = new Set(['openbox', 'tint2', 'xfce4-notifyd', 'cron', 'at-spi-bus-launcher', 'at-spi2-registryd']);

/** Newly open ports, and session programs that have ended. */
export function sessionChanges(before: readonly ProgramSeen[], now: readonly ProgramSeen[]): FoundEffect[] {
  const open = new Set(before.flatMap(({ listening = [] }) => listening));
  const opened = now.flatMap((program) =>
    (program.listening ?? [])
      .filter((port) => !open.has(port))
      .map((port): FoundEffect => {
        const line = shortLine(program.argv.join(' '), 120);
        return {
          source: 'desktop',
          kind: 'port-opened',
          detail: { port, pid: program.pid, argv: program.argv.slice(0, 50) },
          sentence: `Left port ${port} open: ${line}.`,
        };
      }),
  );
  const running = new Set(now.map(nameOf));
  const ended = [...new Set(before.map(nameOf))]
    .filter((name) => kept.has(name) && !running.has(name))
    .map(
      (name): FoundEffect => ({
        source: 'desktop',
        kind: 'session-ended',
        detail: { program: name },
        sentence: `Ended ${name}, a program of the session.`,
      }),
    );
  return [...opened, ...ended];
}

const nameOf = ({ argv: [first = ''] }: ProgramSeen): string => posix.basename(first.split(' ')[0] ?? '');
