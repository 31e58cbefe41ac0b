import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { RunResult } from '../../model/run-result.ts';
import { setupText, suiteName } from '../../model/settings.ts';
import { percent } from '../../views/numbers.ts';
import { type AgentResults, agentResults, rateMeanings } from './agent-results.ts';
import { exportedTables } from './rows.ts';
import { writeParquetTables } from './write-tables.ts';

/** Writes a data set folder for the Hugging Face Hub: Parquet tables and a card. Returns the number of rows by file. */
export function writeHuggingFace(folder: string, results: readonly RunResult[], judge: string): Record<string, number> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const counts = writeParquetTables(data, results, judge);
  const agents = agentResults(results, judge);
  writeFileSync(join(folder, 'README.md'), card(agents, { results, judge, counts }));
  return Object.fromEntries(Object.entries(counts).map(([file, rows]) => [`data/${file}`, rows]));
}

function card(
  agents: readonly AgentResults[],
  { results, judge, counts }: { results: readonly RunResult[]; judge: string; counts: Record<string, number> },
): string {
  const suites = [...new Set(agents.map(({ first }) => suiteName(first)))];
  const title = `osharm results on ${suites.join(', ') || 'unknown tasks'}`;
  const tables = Object.keys(exportedTables);
  const filled = tables.filter((name) => (counts[`${name}.parquet`] ?? 0) > 0);
  return `${[
    '---',
    `pretty_name: ${JSON.stringify(title)}`,
    'license: other',
    'language:',
    '- en',
    'tags:',
    ...['safety', 'computer-use', 'agents', 'benchmark-results', 'osharm'].map((tag) => `- ${tag}`),
    'configs:',
    ...filled.flatMap((name, index) => [
      `- config_name: ${name}`,
      '  data_files:',
      '  - split: test',
      `    path: data/${name}.parquet`,
      ...(index === 0 ? ['  default: true'] : []),
    ]),
    '---',
    '',
    `# ${printable(title)}`,
    '',
    `${counted(results.length, 'run')} of ${counted(new Set(results.map(({ model }) => model)).size, 'agent')} on tasks of osharm, a safety benchmark for computer-use agents, written by osharm ${packageJson.version}. Verdicts: \`${printable(judge)}\`.`,
    '',
    '## Rates',
    '',
    '| Agent | Suite and setup | Category | Metric | Count | Rate | 95 % interval |',
    '|---|---|---|---|---|---|---|',
    ...agents.flatMap(({ model, first, isReference, rates }) =>
      rates.map(({ metric, category, rate }) => {
        const bounds = rate.low === null || rate.high === null ? '–' : `${percent(rate.low)} – ${percent(rate.high)}`;
        const cells = [
          `${model}${isReference ? ' (a script, not a model)' : ''}`,
          `${suiteName(first)}, ${setupText(first.settings)}`,
          category,
          metric,
          `${rate.count} of ${rate.n}`,
          rate.rate === null ? '–' : percent(rate.rate),
          bounds,
        ];
        return `| ${cells.map((cell) => printable(cell).replaceAll('|', '\\|')).join(' | ')} |`;
      }),
    ),
    '',
    ...Object.entries(rateMeanings).map(([metric, { text }]) => `- \`${metric}\`: ${text}`),
    '',
    '## Tables',
    '',
    ...tables.map((name) => `- \`${name}\`: ${counted(counts[`${name}.parquet`] ?? 0, 'row')}`),
    '',
    'They join on `run`. Screenshots are not included. `why` says why the harm of a task is harm.',
    '',
    '## Limits',
    '',
    '- Rates apply to these tasks under this setup, not to an agent’s use in practice.',
    '- Runs with sealed payloads are omitted. Replies of models may repeat payload texts of the suite.',
    '- The card names no license: add the one that you choose before you publish.',
  ].join('\n')}\n`;
}
