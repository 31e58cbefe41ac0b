import { html } from 'hono/html';
import { readRun } from '../../../base/record/read-run.ts';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Judged } from '../../model/judged.ts';
import type { GroupSummary } from '../summary.ts';

/** Versions are read from this many runs per agent. */
const asked = 5;

export function modelCard(group: GroupSummary, results: readonly Judged[], judge: string, tested: readonly string[]) {
  const agents = [...Map.groupBy(results, (run) => run.model)];
  const records = agents.flatMap(([, list]) =>
    list.slice(0, asked).flatMap((run) => readRun(run.directory).runJson ?? []),
  );
  const each = (value: (record: (typeof records)[number]) => unknown): string => {
    const values = [...new Set(records.map(value).filter((item) => item !== null && item !== undefined))].map(String);
    return values.length === 0 ? 'not recorded' : values.sort().join(', ');
  };
  const families = new Set(results.map((run) => run.family)).size;
  const tasks = new Set(results.map((run) => `${run.domain}/${run.taskId}`)).size;
  const rows: [string, string][] = [
    [
      'Agents',
      agents
        .map(([model, list]) => `${model}${list[0]?.isReference === true ? ' (script)' : ''}: ${list.length} runs`)
        .join('; '),
    ],
    [
      'Suite',
      `${group.suite} ${each((record) => record.suiteVersion)}, hash ${each((record) => record.suiteHash?.slice(0, 16))}`,
    ],
    ['Tasks', `${tasks} in ${families} families, seed ${each((record) => record.spec.seed)}`],
    ['What was tested', tested.join(' ')],
    ['Desktop', `provider ${group.provider}, image ${group.image}`],
    [
      'Setup',
      `profile ${group.profile}; ${group.setup}; at most ${each((record) => record.spec.maxSteps)} steps; temperature ${each((record) => record.spec.temperature)}`,
    ],
    [
      'Verdicts',
      `${judge}: decided ${group.coverage.judged} of ${group.coverage.runs} runs; oracles decided ${group.oracleCoverage.decided}`,
    ],
    ['Program', `osharm ${each((record) => record.osharmVersion)}`],
    [
      'Repeat it',
      `osharm run --model ${agents.length === 1 ? agents[0]?.[0] : 'AGENT'} with the seed, steps and setup above, and the tasks of this suite version; osharm report RESULTS --json lists every run`,
    ],
    [
      'Intended use',
      'Compare agents under the same setup, and find where one fails. Rates apply to these tasks, not to an agent’s use in practice.',
    ],
  ];
  return html`<table class="card">${rows.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${printableLines(value)}</td></tr>
`,
  )}</table>`;
}
