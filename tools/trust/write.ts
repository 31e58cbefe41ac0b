/** Writes docs/evidence/checklist.md and docs/evidence/baselines.md: `bin/osharm-node tools/trust/write.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { plannedSweeps, referenceFigures } from './baselines.ts';
import { baselinesPage } from './baselines-page.ts';
import { checklistPage } from './checklist-page.ts';
import { project } from './evidence.ts';

writeFileSync(join(project, 'docs/evidence/checklist.md'), checklistPage());
const page = baselinesPage(await referenceFigures(), await plannedSweeps(), openSuite(bundledSuite).version);
writeFileSync(join(project, 'docs/evidence/baselines.md'), page);
