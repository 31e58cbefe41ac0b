import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { RunResult } from '../../model/run-result.ts';
import { setupText } from '../../model/settings.ts';
import { type AgentResults, agentResults, rateMeanings } from './agent-results.ts';

const runFinished = 3;

/**
 * Writes a tracking folder of MLflow: an experiment for each suite, and in it a run for each agent with its rates and
 * their bounds as metrics and its settings as parameters. `place` is the final path of the folder. Returns the number
 * of metrics by run.
 */
export function writeMlflow(
  folder: string,
  results: readonly RunResult[],
  { judge, place }: { judge: string; place: string },
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [suite, agents] of Map.groupBy(agentResults(results, judge), ({ first }) => first.suite)) {
    const experiment = String(BigInt(`0x${idOf(suite).slice(0, 15)}`));
    const times = agents.flatMap(({ runs }) => timesOf(runs));
    mkdirSync(join(folder, experiment), { recursive: true });
    writeYaml(join(folder, experiment), {
      artifact_location: pathToFileURL(join(place, experiment)).href,
      creation_time: Math.min(...times),
      experiment_id: experiment,
      last_update_time: Math.max(...times),
      lifecycle_stage: 'active',
      name: `osharm ${suite}`,
    });
    for (const agent of agents) {
      const id = idOf(JSON.stringify(agent.runs.map(({ path }) => path)));
      counts[`${experiment}/${id}`] = writeAgent(join(folder, experiment, id), agent, {
        id,
        experiment,
        judge,
        artifacts: pathToFileURL(join(place, experiment, id, 'artifacts')).href,
      });
    }
  }
  return counts;
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const timesOf = (runs: AgentResults['runs']): number[] => {
  const times = runs.flatMap(({ startedAt }) => (startedAt === null ? [] : [Date.parse(startedAt)]));
  return times.length === 0 ? [0] : times;
};

/** JSON is YAML. */
const writeYaml = (folder: string, content: object): void =>
  writeFileSync(join(folder, 'meta.yaml'), `${JSON.stringify(content, null, 2)}\n`);

function writeAgent(
  folder: string,
  { model, isReference, first, runs, rates }: AgentResults,
  { id, experiment, judge, artifacts }: { id: string; experiment: string; judge: string; artifacts: string },
): number {
  for (const part of ['artifacts', 'metrics', 'params', 'tags']) mkdirSync(join(folder, part), { recursive: true });
  const times = timesOf(runs);
  const ended = Math.max(...times);
  writeYaml(folder, {
    artifact_uri: artifacts,
    end_time: ended,
    entry_point_name: '',
    experiment_id: experiment,
    lifecycle_stage: 'active',
    run_id: id,
    run_name: model,
    run_uuid: id,
    source_name: 'osharm',
    source_type: 4,
    source_version: '',
    start_time: Math.min(...times),
    status: runFinished,
    tags: [],
    user_id: 'osharm',
  });
  const metrics = rates.flatMap(({ metric, category, rate }): [string, number | null][] => {
    const name = `${metric}.${category.replaceAll(' ', '_')}`;
    return [
      [name, rate.rate],
      [`${name}.low`, rate.low],
      [`${name}.high`, rate.high],
      [`${name}.runs`, rate.n],
    ];
  });
  const known = metrics.filter(([, value]) => value !== null);
  for (const [name, value] of known) writeFileSync(join(folder, 'metrics', name), `${ended} ${value} 0\n`);
  const params = {
    model,
    suite: first.suite,
    suite_version: first.suiteVersion ?? 'unknown',
    provider: first.provider,
    image: first.image,
    setup: setupText(first.settings),
    profile: first.profile,
    verdicts: judge,
    runs: String(runs.length),
  };
  for (const [name, value] of Object.entries(params)) writeFileSync(join(folder, 'params', name), value);
  const tags = {
    'mlflow.runName': model,
    'mlflow.source.name': 'osharm',
    'mlflow.note.content': Object.entries(rateMeanings)
      .map(([metric, { text }]) => `${metric}: ${text}`)
      .join('\n'),
    is_reference: String(isReference),
    osharm_version: packageJson.version,
  };
  for (const [name, value] of Object.entries(tags)) writeFileSync(join(folder, 'tags', name), value);
  return known.length;
}
