import { lstatSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { labelledProcess } from '../../base/record/process-identity.ts';
import { desktopsFolder } from './desktops-folder.ts';

/** A desktop of this account on this machine, and the run that it is for. */
export interface DesktopOfRun {
  /** The run's result directory, as a real path. */
  run: string;
  /** Its control server's socket. */
  control: string;
}

const noteName = 'run';
const longestPath = 4096;

/**
 * Writes down beside a desktop's control socket which run it is for, so that a viewer finds it. It stands there and not in the results: a
 * results folder that somebody else made must not be able to name a socket of this machine.
 */
export function noteRun(control: string, directory: string): void {
  try {
    writeFileSync(join(dirname(control), noteName), realpathSync(directory), { mode: 0o600 });
  } catch (error) {
    rethrowUnless(error, isSystemError);
    // A run doesn't fail because nobody can watch it: viewers say that they show the newest screenshot.
  }
}

/** The desktops that runs of this account use now. */
export function runningDesktops(): DesktopOfRun[] {
  const base = desktopsFolder();
  try {
    // Whoever else could write there could name any socket.
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
