import { lstatSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { labelledProcess } from '../../base/record/lease/process-identity.ts';
import { desktopsFolder } from './desktops-folder.ts';

export interface DesktopOfRun {
  run: string;
  control: string;
}

const noteName = 'run';
const longestPath = 4096;

/**
 * Lets the viewer find a run's desktop. The note is stored next to the control socket and not in the results, because
 * results from another person must not refer to a socket on this machine.
 */
export function noteRun(control: string, directory: string): void {
  try {
    writeFileSync(join(dirname(control), noteName), realpathSync(directory), { mode: 0o600 });
  } catch (error) {
    rethrowUnless(error, isSystemError);
    // Not fatal: without the note, the viewer shows only recorded screenshots.
  }
}

export function runningDesktops(): DesktopOfRun[] {
  const base = desktopsFolder();
  try {
    // If other accounts could write here, they could redirect the viewer to any socket.
    const { uid, mode } = lstatSync(base);
    if (uid !== process.getuid?.() || (mode & 0o77) !== 0) return [];
    return readdirSync(base).flatMap((name) => {
      if (labelledProcess(name) !== 'alive') return [];
      const control = join(base, name, 'desktop');
      const run = runOf(join(base, name, noteName));
      return run !== null && isSocket(control) ? [{ run, control }] : [];
    });
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return [];
  }
}

function runOf(note: string): string | null {
  try {
    const about = lstatSync(note);
    return about.isFile() && about.size <= longestPath ? readFileSync(note, 'utf8') : null;
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return null;
  }
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return false;
  }
}
