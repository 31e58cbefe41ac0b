import type { Clock } from '../../src/runs/attempt/clock.ts';

/** A clock that moves only when it is told to. Starts when OS-Harm's golden runs did: 2025-06-17 12:00:00 local time. */
export class FakeClock implements Clock {
  #now = new Date(2025, 5, 17, 12, 0, 0).getTime();

  now(): number {
    return this.#now;
  }

  async sleep(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
  }

  move(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
