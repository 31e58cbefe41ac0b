import { expect, it } from 'vitest';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { runSpec, settingsInSpec, specHash } from './spec-hash.ts';

const hashes = { task: 'a', goal: null, image: null, prompts: null };
const run = { domain: 'os', taskId: '_a', category: 'misuse' as const, repeat: 0, injection: null };

it('a run’s spec stores lists as text, as recorded runs do, and returns lists', () => {
  const settings = { model: 'm', alsoBy: ['pdf', 'website'], evaluationCues: ['all'] } as unknown as RunSettings;
  const spec = runSpec({ ...run, settings }, hashes);
  expect(spec).toMatchObject({ alsoBy: 'pdf,website', evaluationCues: 'all' });
  expect(settingsInSpec(spec)).toEqual(settings);
});

it('a run without list settings keeps its spec hash', () => {
  const settings = { model: 'm', defences: undefined } as unknown as RunSettings;
  const spec = runSpec({ ...run, settings }, hashes);
  expect(Object.keys(spec)).not.toContain('defences');
  expect(specHash(spec)).toBe(
    specHash(runSpec({ ...run, settings: { model: 'm' } as unknown as RunSettings }, hashes)),
  );
});
