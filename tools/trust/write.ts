/** Writes docs/evidence/checklist.md and docs/evidence/baselines.md: `bin/osharm-node tools/trust/write.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { saveMeasurement } from '../evidence/measurements.ts';
import { plannedSweeps, referenceFigures } from './baselines.ts';
import { baselinesPage } from './baselines-page.ts';
import { checklistColumns, checklistPage, checklistRows } from './checklist-page.ts';
import { project } from './evidence.ts';

writeFileSync(join(project, 'docs/evidence/checklist.md'), checklistPage());
saveMeasurement('checklist', checklistColumns, checklistRows(), {
  command: 'bin/osharm-node tools/trust/write.ts',
  size: 'every item of the paper',
});
const page = baselinesPage(await referenceFigures(), await plannedSweeps(), openSuite(bundledSuite).version);
writeFileSync(join(project, 'docs/evidence/baselines.md'), page);
