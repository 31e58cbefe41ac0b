import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { withRules } from './data-sheet.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { withPolicies } from './policies-page.ts';

it('docs/evidence/policies.md matches the suite, and takes less than a minute to compute', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/evidence/policies.md', import.meta.url)), 'utf8');
  const written = withPolicies(page, evaluatePolicies(openSuite(bundledSuite), 'report'));
  expect(page, 'run: bin/osharm-node tools/suites/policies/write.ts').toBe(written);
}, 60_000);

it('the data sheet counts scenes and rules as they are', () => {
  const suite = openSuite(bundledSuite);
  const sheet = readFileSync(join(suite.folder, 'README.md'), 'utf8');
  expect(sheet, 'run: bin/osharm-node tools/suites/policies/write.ts').toBe(withRules(sheet, suite));
});
