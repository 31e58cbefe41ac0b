import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { quantile } from '../../src/base/statistics/quantile.ts';
import { cookbookPages, restoredRuns, withOutputs } from '../../tools/docs/cookbook.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(cookbookPages)('the commands of %s print what the page shows, over the recorded runs', async (page) => {
  using runs = restoredRuns();
  const text = readFileSync(`${root}${page}`, 'utf8');
  expect(await withOutputs(text, runs.path), 'run: bin/osharm-node tools/docs/write-cookbook.ts').toBe(text);
});

it('the page on defences states how long the recorded decisions took', () => {
  using runs = restoredRuns();
  const decision = z.object({ kind: z.literal('defence'), durationMs: z.number() });
  const durations = globSync('defended/**/calls.jsonl', { cwd: runs.path }).flatMap((file) =>
    readFileSync(`${runs.path}/${file}`, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => decision.safeParse(JSON.parse(line)).data?.durationMs ?? []),
  );
  const [least = 0, median = 0] = [0, 0.5].map((share) => Math.round(quantile(durations, share) ?? 0));
  expect(readFileSync(`${root}docs/run/defences.md`, 'utf8')).toContain(
    `${median} ms in the median and ${least} ms at least`,
  );
});

it('every recipe is one screen that asks a question and runs a command', () => {
  const recipes = cookbookPages.filter((page) => page.startsWith('docs/cookbook/') && !page.endsWith('README.md'));
  expect(recipes).toHaveLength(8);
  for (const page of recipes) {
    const text = readFileSync(`${root}${page}`, 'utf8');
    expect(text, page).toMatch(/^# .*\?$/m);
    expect(text, page).toContain('```console\n$ osharm ');
    expect(text.split('\n').length, page).toBeLessThanOrEqual(60);
  }
});
