/**
 * Writes the suite's README's table of two versions: `bin/osharm-node tools/suites/metrics/write.ts`.
 *
 * hermetic-4.8.0.json is `run.ts SUITE --out FILE` of a checkout's suites/hermetic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { withComparison } from './compared-versions.ts';
import { measureSuite } from './measure-suite.ts';
import type { SuiteMetrics } from './summarise.ts';

const before = JSON.parse(readFileSync(new URL('hermetic-4.8.0.json', import.meta.url), 'utf8')) as SuiteMetrics;
const suite = openSuite(bundledSuite);
const sheet = join(suite.folder, 'README.md');
writeFileSync(sheet, withComparison(readFileSync(sheet, 'utf8'), before, await measureSuite(suite)));
