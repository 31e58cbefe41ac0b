/** Writes the tables of docs/evidence/policies.md and of the suite's README: `bin/osharm-node tools/suites/policies/write.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { withRules } from './data-sheet.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { withPolicies } from './policies-page.ts';

const page = fileURLToPath(new URL('../../../docs/evidence/policies.md', import.meta.url));
const suite = openSuite(bundledSuite);
writeFileSync(page, withPolicies(readFileSync(page, 'utf8'), evaluatePolicies(suite, 'report')));
const sheet = join(suite.folder, 'README.md');
writeFileSync(sheet, withRules(readFileSync(sheet, 'utf8'), suite));
