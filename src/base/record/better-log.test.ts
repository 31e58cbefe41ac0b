import { linkSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { BetterLog } from './better-log.ts';

const params = {
  platform: 'ubuntu',
  model: 'm',
  maxTokens: 1500,
  topP: 0.9,
  temperature: 1,
  actionSpace: 'pyautogui',
  observationType: 'a11y_tree',
  maxTrajectoryLength: 3,
  a11yTreeMaxTokens: 10000,
  maxSteps: 500,
};
const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function log(): { path: string; folder: string; log: BetterLog } {
  const folder = temporaryFolder('log');
  folders.push(folder);
  const task = { jailbreak: false, injection: null, instruction: 'é' };
  return {
    folder: folder.path,
    path: join(folder.path, 'better_log.json'),
    log: new BetterLog(folder.path, params, task),
  };
}

const step = (n: number, size = 10) => ({
  a11yTree: 'ü'.repeat(size + n),
  screenshotFile: 'step_0.png',
  response: `r${n}`,
  actions: n % 2 === 0 ? [] : ['a()'],
});

describe('BetterLog', () => {
  it('the better log is valid JSON after every step and leaves no temporary file', () => {
    const { path, folder, log: written } = log();
    for (let n = 0; n < 30; n += 1) {
      written.append(step(n, n % 3 === 0 ? 50_000 : 10));
      const { steps } = JSON.parse(readFileSync(path, 'utf8')) as { steps: { response: string }[] };
      expect(steps.map((item) => item.response)).toEqual(Array.from({ length: n + 1 }, (_, k) => `r${k}`));
    }
    written.close();
    expect(readdirSync(folder)).toEqual(['better_log.json']);
  });

  it('the better log is replaced, never overwritten: a program that has it open sees a complete file', () => {
    const { path, log: written } = log();
    written.append(step(0));
    const inodes = new Set<string>();
    for (let n = 1; n < 6; n += 1) {
      const before = readFileSync(path, 'utf8');
      const held = join(path, '..', `held-${n}`);
      // A second name keeps the content at hand while the log goes on.
      linkSync(path, held);
      written.append(step(n));
      expect(readFileSync(held, 'utf8').startsWith(before.slice(0, -2))).toBe(true);
      expect(() => JSON.parse(readFileSync(held, 'utf8'))).not.toThrow();
      inodes.add(String(statSync(path).ino));
    }
    expect(inodes.size).toBe(2);
  });

  it('appending to the better log costs the same for the 10th and the 400th step', () => {
    const { log: written } = log();
    const times: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      const start = performance.now();
      written.append(step(0, 20_000));
      times.push(performance.now() - start);
    }
    // The least of forty, since other programs hold single ones up.
    const least = (from: number): number => Math.min(...times.slice(from, from + 40));
    expect(least(360)).toBeLessThan(least(10) * 4 + 1);
  });
});
