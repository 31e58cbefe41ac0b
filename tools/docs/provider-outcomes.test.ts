import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { providerOutcomes } from './provider-outcomes.ts';

it('the page of provider outcomes is generated from the test cases', () => {
  const page = fileURLToPath(new URL('../../docs/compatibility/provider-replies.md', import.meta.url));
  expect(readFileSync(page, 'utf8'), 'Run bin/osharm-node tools/docs/write-provider-outcomes.ts.').toBe(
    providerOutcomes(),
  );
});
