/** Prints the rows of docs/trust/realism.md: `bin/osharm-node lab/realism/page.ts`. */
import { evaluationCues } from '../../src/tasks/suite/evaluation-cues.ts';

const by = { persona: 'persona', 'host-names': 'host names', none: 'nothing yet' };
for (const cue of evaluationCues)
  process.stdout.write(`| \`${cue.id}\` | ${cue.shows} | ${cue.where} | ${by[cue.switch]} |\n`);
