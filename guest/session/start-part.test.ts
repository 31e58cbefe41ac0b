import { expect, it } from 'vitest';
import type { Program } from './processes.ts';
import { type PartStarter, StartParts } from './start-part.ts';

const never = new Promise<never>(() => {});
const limits = { part: 60, tries: 3 };

/** A program that fails after so many milliseconds; null: it lives. */
function program(failsAfter: number | null): Program & { ends: number } {
  const failed =
    failsAfter === null
      ? never
      : new Promise<never>((_, reject) => setTimeout(() => reject(new Error('it ended with 1')), failsAfter));
  failed.catch(() => {});
  const made = { failed, ended: never, announced: Promise.resolve(), ends: 0, end };
  function end(): void {
    made.ends += 1;
  }
  return made;
}

function part(...programs: Program[]): PartStarter<string> & { begun: number } {
  const starter = {
    part: 'panel' as const,
    after: Promise.resolve(),
    begun: 0,
    begin: () => programs[Math.min(starter.begun++, programs.length - 1)] ?? null,
    ready: async (_: Program | null, saw: (last: string) => void) => {
      saw('no window');
      return starter.begun === programs.length ? 'ready' : never;
    },
  };
  return starter;
}

it('a session part that starts late is ended and started again', async () => {
  const hanging = program(null);
  const parts = new StartParts(limits);
  expect(await parts.bringUp(part(hanging, program(null)))).toBe('ready');
  expect(hanging.ends).toBe(1);
  expect(parts.report()).toMatchObject([{ part: 'panel', state: 'ready', tries: 2 }]);
});

it('a session part that exits immediately is started again as long as time allows', async () => {
  const parts = new StartParts({ part: 1_000, tries: 3 });
  const starter = part(program(0), program(0), program(0), program(0), program(null));
  expect(await parts.bringUp(starter)).toBe('ready');
  expect(starter.begun).toBe(5);
});

it('a session part that never starts fails after its time limit with the last state seen', async () => {
  const parts = new StartParts(limits);
  const starter = { ...part(program(null)), ready: () => never };
  await expect(parts.bringUp(starter)).rejects.toThrow(/^panel: not there after 0\.\d s/);
  expect(parts.report()[0]?.state).toBe('failed');
});

it('a session part that exits while others start is started again, and none after that', async () => {
  const parts = new StartParts(limits);
  const ends = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
  for (const { promise } of ends) promise.catch(() => {});
  let begun = 0;
  const begin = () => ({ ...program(null), failed: ends[begun++]?.promise ?? never });
  await parts.bringUp({ ...part(program(null)), begin, ready: async () => 'ready' });
  ends[0]?.reject(new Error('openbox ended with 1'));
  await expect.poll(() => begun, { interval: 5 }).toBe(2);
  parts.over();
  ends[1]?.reject(new Error('openbox ended with 1'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toBe(2);
});

it('a session part that waits for another one reports that and fails with it', async () => {
  const parts = new StartParts(limits);
  const display = Promise.withResolvers<void>();
  const waiting = parts.bringUp({ ...part(program(null)), after: display.promise });
  expect(parts.report()[0]?.state).toBe('waiting');
  display.reject(new Error('display: no screen'));
  await expect(waiting).rejects.toThrow('display: no screen');
  expect(parts.report()[0]).toMatchObject({ state: 'failed', last: 'display: no screen' });
});
