import { afterEach, expect, it } from 'vitest';
import { openReporters, PluggedReporters, type ReporterDefinition } from './reporters.ts';
import type { SweepEvent } from './sweep-event.ts';
import type { SweepOutcome } from './sweep-outcome.ts';

const origin = { name: 'reporters', version: null, hash: 'a'.repeat(64), file: '/reporters.ts' };
const paused = (agent: string): SweepEvent => ({ kind: 'agent-paused', agent, error: new Error(agent) as never });
const outcome: SweepOutcome = {
  plan: { runs: [], skipped: [], refused: [], warnings: [] },
  results: [],
  errors: [],
  endedBy: null,
};
const plugIn = (reporter: ReporterDefinition): void => openReporters.plugIn(reporter.name, reporter, origin);

afterEach(() => openReporters.clear());

it('a slow reporter receives events in sequence, and the end of a sweep waits for it', async () => {
  const seen: string[] = [];
  plugIn({
    name: 'slow',
    async onEvent(event) {
      await new Promise((resolve) =>
        setTimeout(resolve, event.kind === 'agent-paused' && event.agent === 'a' ? 20 : 1),
      );
      seen.push(event.kind === 'agent-paused' ? event.agent : event.kind);
    },
    onEnd: () => void seen.push('end'),
  });
  const reporters = new PluggedReporters(() => {});
  reporters.onEvent(paused('a'));
  reporters.onEvent(paused('b'));
  await reporters.onEnd(outcome);
  expect(seen).toEqual(['a', 'b', 'end']);
  expect(reporters.hasFailed).toBe(false);
});

it('a reporter that throws is warned about once and receives no more events; others continue', async () => {
  const seen: string[] = [];
  const warnings: string[] = [];
  let calls = 0;
  plugIn({
    name: 'broken',
    async onEvent() {
      calls += 1;
      throw new Error('no connection.');
    },
    onEnd: () => void seen.push('broken ended'),
  });
  plugIn({ name: 'sound', onEvent: () => void seen.push('event'), onEnd: () => void seen.push('end') });
  const reporters = new PluggedReporters((message) => warnings.push(message));
  reporters.onEvent(paused('a'));
  reporters.onEvent(paused('b'));
  await reporters.onEnd(outcome);
  expect(seen).toEqual(['event', 'event', 'end']);
  expect(calls).toBe(1);
  expect(warnings).toEqual(['no connection. It receives no more events.']);
  expect(reporters.hasFailed).toBe(true);
});
