import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { Surroundings } from './run-command.ts';

const startMs = timeLimits.guest.startRecording.work;
/** Long enough for a slow or emulated machine to write its buffers. */
const stopMs = timeLimits.guest.endRecording.work;

export interface Recording {
  /** False if a recording is running. Throws with ffmpeg's message. */
  start(): Promise<boolean>;
  /** Null if no recording is running. */
  end(): Promise<Buffer | null>;
}

export function createRecording(
  around: Surroundings,
  size: { readonly width: number; readonly height: number },
): Recording {
  const file = '/tmp/recording.mp4';
  let isStarting = false;
  let running: { child: ChildProcess; ended: Promise<void>; words: () => string } | null = null;

  async function begin(): Promise<boolean> {
    await rm(file, { force: true });
    const display = around.environment.DISPLAY ?? ':0';
    const child = spawn(
      'ffmpeg',
      [
        '-y',
        '-loglevel',
        'error',
        '-f',
        'x11grab',
        '-draw_mouse',
        '1',
        '-framerate',
        '30',
        '-video_size',
        `${size.width}x${size.height}`,
        '-i',
        display,
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-r',
        '30',
        file,
      ],
      { env: around.environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    let words = '';
    child.stderr?.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-4_000);
    });
    const ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        words += String(error);
        resolve();
      });
      child.once('close', () => resolve());
    });
    const mine = { child, ended, words: () => words };
    running = mine;
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
    });
    // The file is unusable until ffmpeg has written the header.
    for (const start = Date.now(); !hasEnded && Date.now() - start < startMs; ) {
      if ((await stat(file).catch(() => null))?.size) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    running = null;
    child.kill('SIGKILL');
    throw new Error(words || 'ffmpeg recorded nothing');
  }

  return {
    async start() {
      if (running || isStarting) return false;
      isStarting = true;
      try {
        return await begin();
      } finally {
        isStarting = false;
      }
    },

    async end() {
      const ending = running;
      if (!ending) return null;
      running = null;
      ending.child.kill('SIGINT');
      let isKilled = false;
      const timer = setTimeout(() => {
        isKilled = ending.child.kill('SIGKILL');
      }, stopMs);
      await ending.ended;
      clearTimeout(timer);
      if (isKilled) throw new Error(`ffmpeg did not finish its file within ${stopMs / 1000} s`);
      try {
        return await readFile(file);
      } catch {
        throw new Error(ending.words() || 'ffmpeg left no file');
      }
    },
  };
}
