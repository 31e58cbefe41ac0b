/** Writes the table of docs/evidence/policies.md: `bin/osharm-node tools/suites/policies/write.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { withPolicies } from './policies-page.ts';

const page = fileURLToPath(new URL('../../../docs/evidence/policies.md', import.meta.url));
writeFileSync(page, withPolicies(readFileSync(page, 'utf8'), evaluatePolicies(openSuite(bundledSuite), 'report')));
