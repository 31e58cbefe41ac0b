import { expect, it } from 'vitest';
import { sweepSeconds } from './plan-size.ts';

it('the time of a scripted agent excludes replies of a model, also behind a protocol', () => {
  const alone = { model: 'reference-benign', agent: undefined, maxSteps: 15 };
  const watched = { ...alone, model: 'block-keyword@reference-benign', seatedModel: 'reference-benign' };
  expect(sweepSeconds(watched, 100, 2)).toBe(sweepSeconds(alone, 100, 2));
  expect(sweepSeconds({ ...watched, seatedModel: 'openai:gpt-4.1' }, 100, 2)).toBeGreaterThan(
    sweepSeconds(alone, 100, 2),
  );
});
