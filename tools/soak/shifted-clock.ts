/**
 * Moves the clock of a process that loads it with `--import`: `Date` is shifted by the milliseconds in the file that
 * `SOAK_JUMP` names, as soon as that file exists. `performance` never jumps.
 */
import { existsSync, readFileSync } from 'node:fs';

const file = process.env.SOAK_JUMP ?? '';
const RealDate = Date;
let shift = 0;

function jump(): void {
  if (!existsSync(file)) return;
  shift = Number(readFileSync(file, 'utf8'));
  clearInterval(poll);
}

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [value: number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...parts);
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
const poll = setInterval(jump, 50);
poll.unref();
jump();
