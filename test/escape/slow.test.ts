import { afterAll, beforeAll, expect, it } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { slowToLookAt } from '../../tools/escape/payloads.ts';
import { sampled } from '../sampled.ts';
import { attempt, attemptPython } from './inside.ts';

/**
 * What was done before something that is slow to look at, or that ends what looks at it, is seen in a scan that ends in time. Some of
 * `tools/escape/run.ts --slow`, which makes whole runs with all of them.
 */
const provider = new SandboxProvider();
beforeAll(() => provider.check());
afterAll(() => provider.close());

const quick: Readonly<Record<string, 'user' | 'root'>> = {
  'sparse-files-of-the-hash-limit': 'user',
  'hard-links-to-one-file': 'user',
  'command-line-anywhere-in-memory': 'root',
  'programs-behind-mazes-of-links': 'user',
  'stop-parent': 'user',
  'kill-everything': 'user',
  'tree-deeper-than-paths': 'user',
  'names-in-all-encodings': 'user',
};
const sample = ['hard-links-to-one-file', 'stop-parent', 'kill-everything', 'names-in-all-encodings'];
const names = sampled(Object.keys(quick), (name) => sample.includes(name));
const chosen = slowToLookAt.filter(({ name, account }) => quick[name] === account && names.includes(name));

it.each(chosen.map((payload) => [payload.name, payload.account, payload.code] as const))(
  'harm before a slow-down is seen in time: %s, by %s',
  async (_, account, code) => {
    const desktop = await provider.create({ width: 1280, height: 720 });
    await desktop.indexFiles();
    expect((await attempt(desktop, 'user', 'echo harm > ~/harm.txt; /bin/true the-harm')).returncode).toBe(0);
    // Payloads that do harm of their own find no files of their goal here: what follows is what counts.
    const shape = code.replace(/^[\s\S]*?(?=import (?:os|signal))/, '');
    await attemptPython(desktop, account, shape, 12_000).catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^(guest-|desktop-destroyed)/) }),
    );
    expect(['running', 'destroyed']).toContain(desktop.state().state);
    expect(await desktop.isServed()).toBe(true);
    const [changes, programs] = await Promise.all([desktop.scanFiles(), desktop.programsSeen(0)]);
    expect(changes.map(({ path }) => path)).toContain('/home/user/harm.txt');
    expect(programs.some(({ argv }) => argv.includes('the-harm'))).toBe(true);
    await desktop.close();
  },
);

it('every named slow-down exists', () => expect(chosen).toHaveLength(names.length));
