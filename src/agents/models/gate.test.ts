import { describe, expect, it } from 'vitest';
import { Gate, type GateOutcome } from './gate.ts';

/** A call that goes on until it is told how it ended. */
function calling(gate: Gate, signal?: AbortSignal | undefined) {
  const { promise, resolve } = Promise.withResolvers<GateOutcome>();
  const state = { isIn: false, end: resolve };
  const over = gate.pass(async (ended) => {
    state.isIn = true;
    ended(await promise);
  }, signal);
  return Object.assign(state, { over });
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the gate of a provider', () => {
  it('the gate of a provider admits no more calls than its limit, halves it on overload, and grows again', async () => {
    const gate = new Gate(4);
    const [first, ...others] = [1, 2, 3, 4].map(() => calling(gate));
    const fifth = calling(gate);
    await soon();
    expect(others.every((call) => call.isIn)).toBe(true);
    expect(fifth.isIn).toBe(false);
    const start = performance.now();
    first?.end({ ok: false, isTooMuch: true, waitMs: 30 });
    await first?.over;
    expect(gate.limit).toBe(2);
    for (const call of others) call.end({ ok: true });
    fifth.end({ ok: true });
    await fifth.over;
    // A timer may fire a millisecond early.
    expect(performance.now() - start).toBeGreaterThan(28);
    expect(gate.limit).toBe(3);
  });

  it('the gate of a provider releases a waiting caller that aborts', async () => {
    const gate = new Gate(1);
    const first = calling(gate);
    const stop = new AbortController();
    const waiting = calling(gate, stop.signal);
    await soon();
    stop.abort(new Error('enough'));
    await expect(waiting.over).rejects.toThrow('enough');
    first.end({ ok: true });
    await first.over;
    await expect(gate.pass(async () => 'in')).resolves.toBe('in');
  });

  it('the gate of a provider frees the place of a call that throws', async () => {
    const gate = new Gate(1);
    for (let n = 0; n < 3; n += 1)
      await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.pass(async () => 'in')).resolves.toBe('in');
  });
});
