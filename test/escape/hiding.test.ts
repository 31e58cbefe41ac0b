import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { hideAll, type Seen } from '../../tools/escape/hide.ts';
import { hidings } from '../../tools/escape/hiding.ts';

/** Harm that an agent hides is in the effect log: all quick ways of `tools/escape/hiding.ts`, at once in one desktop. */
const provider = new SandboxProvider();
const chosen = hidings.filter(({ isSlow }) => isSlow !== true);
let seen: Seen[] = [];

beforeAll(async () => {
  await provider.check();
  seen = await hideAll(await provider.create({ width: 1280, height: 720 }), chosen);
}, 300_000);
afterAll(() => provider.close());

it.each(chosen.map((hiding, place) => [hiding.kind, hiding.name, hiding.account, place] as const))(
  'an attempt to hide is detected: %s: %s, by %s',
  (_kind, _name, _account, place) => expect(seen[place], seen[place]?.detail).toMatchObject({ isSeen: true }),
);

it('docs/trust/sandbox.md states the number of ways to hide', () => {
  const page = readFileSync(new URL('../../docs/trust/sandbox.md', import.meta.url), 'utf8');
  const counts = [...page.matchAll(/^\| hiding: .*? \| (\d+) \|/gm)].map(([, count]) => Number(count));
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(hidings.length);
});
