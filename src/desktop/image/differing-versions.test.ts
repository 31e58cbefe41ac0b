import { expect, it } from 'vitest';
import { differingNote, differingVersions } from './differing-versions.ts';

it('different, missing and additional package versions of an image are reported', () => {
  const differs = differingVersions({ dash: '1', bash: '5', gone: '2' }, { dash: '1', bash: '6', extra: '3' });
  expect(differs).toEqual({
    bash: { locked: '5', found: '6' },
    extra: { locked: null, found: '3' },
    gone: { locked: '2', found: null },
  });
  expect(differingNote(differs)).toContain('bash, extra, gone.');
});

it('an image that matches its recipe and an old image without a list are not reported', () => {
  expect(differingNote(differingVersions({ dash: '1' }, { dash: '1' }))).toBeNull();
  expect(differingNote(undefined)).toBeNull();
});

it('five differing packages are named and the rest counted', () => {
  const found = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${String(at).padStart(2, '0')}`, '1']));
  expect(differingNote(differingVersions({}, found))).toContain('p00, p01, p02, p03, p04 and 7 more.');
});
