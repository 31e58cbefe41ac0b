import { describe, expect, it } from 'vitest';
import { Gate } from './gate.ts';

describe('the gate of a provider', () => {
  it('lets no more in than its limit, halves it when it is too much, and grows again', async () => {
    const gate = new Gate(4);
    for (let n = 0; n < 4; n += 1) await gate.enter();
    let fifth = false;
    const waiting = gate.enter().then(() => {
      fifth = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fifth).toBe(false);
    gate.leave({ ok: false, isTooMuch: true, waitMs: 30 });
    expect(gate.limit).toBe(2);
    gate.leave({ ok: true });
    gate.leave({ ok: true });
    gate.leave({ ok: true });
    const start = Date.now();
    await waiting;
    expect(Date.now() - start).toBeGreaterThanOrEqual(15);
    expect(gate.limit).toBe(3);
    gate.leave({ ok: true });
  });

  it('lets a caller go who no longer wants in', async () => {
    const gate = new Gate(1);
    await gate.enter();
    const stop = new AbortController();
    const waiting = gate.enter(stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    gate.leave({ ok: true });
    await gate.enter();
  });
});
