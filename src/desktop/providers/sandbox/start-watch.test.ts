import { expect, it } from 'vitest';
import { type StartPhase, timeLimits } from '../../../base/record/time-limits.ts';
import type { GuestHealth, StartPart } from '../../client/protocol.ts';
import { StartWatch } from './start-watch.ts';

const parts = ['display', 'bus', 'windowManager', 'accessibility', 'input', 'panel', 'background'] as const;
function health(hanging: StartPart['part'], change: Partial<StartPart>): GuestHealth {
  const ready: Omit<StartPart, 'part'> = { state: 'ready', forMs: 50, tries: 1, last: '' };
  return {
    protocol: 2,
    ready: false,
    display: { width: 1, height: 1 },
    uptimeMs: 100,
    windowManager: true,
    panel: true,
    accessibility: true,
    python: true,
    start: {
      parts: parts.map((part) => (part === hanging ? { part, ...ready, ...change } : { part, ...ready })),
      exits: [{ program: 'openbox', code: 1, signal: null, afterMs: 1_200, stderr: 'cannot open display' }],
    },
  };
}

it.each(['namespaces', 'files', 'containers'] as const)(
  'a desktop that hangs while starting reports the phase %s',
  (phase) => {
    let time = 0;
    const watch = new StartWatch({}, () => time);
    watch.begin(phase);
    watch.saw('connection refused');
    time = timeLimits.start.phases[phase];
    expect(watch.late()).toBeNull();
    time += 1;
    expect(watch.late()).toMatchObject({
      phase,
      message: expect.stringMatching(/not ready after \d+ s \(last seen: .+\)/),
    });
  },
);

it.each(['display', 'bus', 'windowManager', 'accessibility', 'input'] as const)(
  'a session that hangs while starting reports the phase %s',
  (part) => {
    const limit = timeLimits.start.phases[part as StartPhase];
    const watch = new StartWatch();
    watch.answered(health(part, { state: 'starting', forMs: limit }));
    expect(watch.late()).toBeNull();
    watch.answered(health(part, { state: 'starting', forMs: limit + 1, tries: 3, last: 'no answer' }));
    expect(watch.late()).toMatchObject({
      phase: part,
      message: expect.stringContaining('3 starts (last seen: no answer)'),
    });
    watch.answered(health(part, { state: 'failed', forMs: 10, last: 'ended with 1' }));
    expect(watch.late()?.phase).toBe(part);
    expect(watch.exits()).toEqual(['openbox ended with 1 after 1.2 s: cannot open display']);
  },
);

it.each(['panel', 'background'] as const)('a session starts without %s and records that', (part) => {
  const watch = new StartWatch();
  watch.answered(health(part, { state: 'failed', forMs: 60_000, tries: 3, last: 'not there after 8 s' }));
  expect(watch.late()).toBeNull();
  expect(watch.notes()[0]).toContain('was missing when the desktop started (not there after 8 s)');
});
