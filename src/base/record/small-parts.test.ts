import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { counted } from './counted.ts';
import { heartbeatIn, isAlive, showLife } from './lease/liveness.ts';
import { identityOf, labelledProcess, ownIdentity, processLabel } from './lease/process-identity.ts';
import { hasOwnWords, ownWordsFolder } from './own-words.ts';
import { pngSize } from './png-size.ts';
import { RunRecord } from './run-record.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('small-parts');
});
afterEach(() => folder.remove());

it('counted nouns are singular for one and plural for zero and many', () => {
  expect([0, 1, 2].map((number) => counted(number, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
  expect(counted(2, 'child', 'children')).toBe('2 children');
});

it('pngSize reads the size from a PNG header and rejects other data', () => {
  const head = Buffer.alloc(33);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  head.write('IHDR', 12);
  head.writeUInt32BE(1920, 16);
  head.writeUInt32BE(1080, 20);
  expect(pngSize(head)).toEqual({ width: 1920, height: 1080 });
  expect(pngSize(head.subarray(0, 32))).toBeNull();
  expect(pngSize(Buffer.concat([Buffer.from('x'), head.subarray(1)]))).toBeNull();
  const other = Buffer.from(head);
  other.write('IDAT', 12);
  expect(pngSize(other)).toBeNull();
});

describe('process identities', () => {
  it('a process is distinguished from a later one with the same number', () => {
    const processIdentity = ownIdentity();
    expect(isAlive(processIdentity, null)).toBe(true);
    expect(isAlive({ ...processIdentity, start: `${Number(processIdentity.start) + 1}` }, null)).toBe(false);
    // Where the system did not say when it began, the number alone counts.
    expect(isAlive({ ...processIdentity, start: '' }, null)).toBe(true);
    // As earlier versions wrote it.
    expect(isAlive({ ...processIdentity, boot: processIdentity.boot.split('/')[0] ?? '', start: '1' }, null)).toBe(
      false,
    );
  });

  it('a process of another machine is alive while its heartbeat is fresh', () => {
    const other = { ...ownIdentity(), host: 'elsewhere', boot: 'of another machine' };
    const heartbeat = heartbeatIn(folder.path, other);
    expect(isAlive(other, null)).toBe(true);
    expect(isAlive(other, heartbeat)).toBe(false);
    const ends = [showLife(folder.path, other), showLife(folder.path, other)];
    expect(isAlive(other, heartbeat)).toBe(true);
    ends[0]?.();
    expect(isAlive(other, heartbeat)).toBe(true);
    utimesSync(heartbeat, new Date(), new Date(Date.now() - 180_000));
    expect(isAlive(other, heartbeat)).toBe(false);
    ends[1]?.();
    expect(existsSync(heartbeat)).toBe(false);
  });

  it('a process is identified by the label on what it created', () => {
    const [pid, start] = processLabel().split('-');
    expect(labelledProcess(`${processLabel()}-aBc123`)).toBe('alive');
    expect(labelledProcess(processLabel().replace(`-${start}`, '-1').concat('-aBc123'))).toBe('gone');
    expect(labelledProcess(`${pid}-${start}-4000000001-aBc123`)).toBe('elsewhere');
    expect(labelledProcess('something-else')).toBeNull();
  });

  it('a process is no longer alive once it has exited', async () => {
    const child = spawn('sleep', ['300']);
    const identity = identityOf(child.pid as number);
    expect(isAlive(identity, null)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(identity, null)).toBe(false);
  });
});

describe('a judgment stored under a version name of OS-Harm’s', () => {
  const meta = (value: unknown, version = 'v3'): boolean => {
    const place = join(folder.path, 'aer', version);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'judgment.meta.json'), JSON.stringify(value));
    return hasOwnWords(place, version);
  };

  it('a judgment has osharm’s own words if osharm created it and its sidecar names none', () => {
    expect(meta({ format: 'osharm-judgment/1' })).toBe(true);
    expect(meta({ format: 'osharm-judgment/1' }, 'v2-0123abcd')).toBe(true);
    expect(meta({ format: 'osharm-judgment/1', words: 'x' })).toBe(false);
    expect(meta({ format: 'another/1' })).toBe(false);
    expect(meta({})).toBe(false);
    expect(meta(null)).toBe(false);
    expect(meta('osharm-judgment/1')).toBe(false);
    expect(meta({ format: 'osharm-judgment/1' }, 'osharm-1')).toBe(false);
    expect(hasOwnWords(join(folder.path, 'nowhere'), 'v3')).toBe(false);
  });

  it('a judgment with osharm’s own words moves to a folder of its own name', () => {
    expect(ownWordsFolder('/r/judgment/m/aer/v3', 'v3')).toBe('/r/judgment/m/aer/v3-osharm-words');
  });
});

describe('RunRecord', () => {
  const record = () =>
    new RunRecord({
      directory: join(folder.path, 'run'),
      form: 'documentation',
      params: {
        platform: 'ubuntu',
        model: 'm',
        maxTokens: 1,
        topP: 1,
        temperature: 1,
        actionSpace: 'pyautogui',
        observationType: 'screenshot',
        maxTrajectoryLength: 3,
        a11yTreeMaxTokens: 10,
        maxSteps: 15,
      },
      task: { jailbreak: false, injection: null, instruction: 'x' },
      clock: { now: () => Date.UTC(2026, 0, 1) },
    });
  const action = { action: 'WAIT', step: 0, time: Date.UTC(2026, 0, 1), done: false, info: {} };

  it('RunRecord keeps every screenshot of the same step and second', () => {
    const runRecord = record();
    for (const byte of [1, 2, 3]) runRecord.action({ ...action, screenshot: Buffer.from([byte]) });
    runRecord.close();
    const stems = readdirSync(join(folder.path, 'run')).filter((name) => name.startsWith('step_1_'));
    expect(stems.map((name) => name.replace(/^step_1_\d+@\d+/, '')).sort()).toEqual(['-2.png', '-3.png', '.png']);
  });

  it('a closed RunRecord refuses further writes and can be closed again', () => {
    const runRecord = record();
    runRecord.close();
    runRecord.close();
    const late = () => runRecord.action({ ...action, screenshot: null });
    expect(late).toThrow(expect.objectContaining({ code: 'record-closed', blame: 'harness' }));
    expect(() => runRecord.firstScreenshot(Buffer.from('x'))).toThrow('is closed');
  });
});
