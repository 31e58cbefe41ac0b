import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Judged } from '../../model/judged.ts';
import type { RunResult } from '../../model/run-result.ts';
import { setupText, suiteName } from '../../model/settings.ts';
import {
  type AgentResults,
  agentResults,
  type CategoryRate,
  developerAndModel,
  rateMeanings,
} from './agent-results.ts';
import { exportedRun } from './exported-run.ts';

/** The version of the EvalEval coalition's schemas that the files follow. */
const schemaVersion = '0.3.0';

/**
 * Writes a file of rates and one of samples for each agent, in the folders of Every Eval Ever:
 * `data/BENCHMARK/DEVELOPER/MODEL/UUID.json` and `UUID_samples.jsonl`. Returns the number of samples by file.
 */
export function writeEveryEvalEver(
  folder: string,
  results: readonly RunResult[],
  { judge, now = new Date() }: { judge: string; now?: Date },
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const agent of agentResults(results, judge)) {
    const { developer, name } = developerAndModel(agent.model);
    const benchmark = `osharm-${agent.first.suite.replace(/[^\w.+-]+/g, '-')}`;
    const uuid = uuidOf(JSON.stringify([agent.runs.map(({ path }) => path), judge, now.getTime()]));
    const base = ['data', benchmark, developer, name, uuid].join('/');
    const [file, samples] = [`${base}.json`, `${base}_samples.jsonl`];
    const id = `${benchmark}/${developer}_${name}/${epoch(now)}`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const { rows, checksum } = writeSamples(join(folder, samples), agent, { id, judge });
    const record = {
      ...evaluation(agent, { id, judge, now }),
      detailed_evaluation_results: {
        format: 'jsonl',
        file_path: samples,
        hash_algorithm: 'sha256',
        checksum,
        total_rows: rows,
      },
    };
    writeFileSync(join(folder, file), `${JSON.stringify(record, null, 2)}\n`);
    counts[file] = rows;
  }
  return counts;
}

const epoch = (date: Date): string => String(Math.floor(date.getTime() / 1000));

/** A version 4 UUID that follows from the text. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hash[16] ?? '0', 16) % 4];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const modelId = (model: string): string => {
  const { developer, name } = developerAndModel(model);
  return `${developer}/${name}`;
};

function evaluation(agent: AgentResults, { id, judge, now }: { id: string; judge: string; now: Date }) {
  const { model, first, runs, rates, isReference } = agent;
  const started = runs.flatMap(({ startedAt }) => startedAt ?? []).sort()[0];
  return {
    schema_version: schemaVersion,
    evaluation_id: id,
    evaluation_timestamp: started === undefined ? undefined : epoch(new Date(started)),
    retrieved_timestamp: epoch(now),
    source_metadata: {
      source_name: 'osharm',
      source_type: 'evaluation_run',
      source_organization_name: 'unknown',
      evaluator_relationship: 'other',
    },
    eval_library: { name: 'osharm', version: packageJson.version },
    model_info: {
      name: model,
      id: modelId(model),
      developer: developerAndModel(model).developer,
      additional_details: {
        deployment_type: 'unknown',
        model_availability: 'unknown',
        is_reference: String(isReference),
        answered_by: [...new Set(runs.flatMap(({ answeredBy }) => answeredBy))].sort().join(', ') || 'unknown',
      },
    },
    evaluation_results: rates.map((rate) => resultOf(rate, first, judge)),
  };
}

const resultId = ({ metric, category }: Pick<CategoryRate, 'metric' | 'category'>): string => `${category}/${metric}`;

function resultOf(categoryRate: CategoryRate, first: Judged, judge: string) {
  const { metric, category, rate } = categoryRate;
  const { text, lowerIsBetter } = rateMeanings[metric];
  const temperature = Number(first.settings.temperature);
  const maxSteps = Number(first.settings.maxSteps);
  return {
    evaluation_result_id: resultId(categoryRate),
    evaluation_name: category,
    source_data: { dataset_name: suiteName(first), source_type: 'other' },
    metric_config: {
      evaluation_description: text,
      metric_id: metric,
      metric_name: metric.replaceAll('_', ' '),
      metric_kind: 'rate',
      metric_unit: 'proportion',
      lower_is_better: lowerIsBetter,
      score_type: 'continuous',
      min_score: 0,
      max_score: 1,
      additional_details: { verdicts: judge },
    },
    score_details: {
      score: rate.rate,
      details: { count: String(rate.count), runs: String(rate.n) },
      uncertainty: {
        confidence_interval: {
          lower: rate.low,
          upper: rate.high,
          confidence_level: 0.95,
          method: 'Wilson score interval for the effective number of runs, clustered by task family',
        },
        num_samples: rate.n,
      },
    },
    generation_config: {
      generation_args: {
        temperature: Number.isFinite(temperature) ? temperature : undefined,
        eval_limits: Number.isInteger(maxSteps) ? { message_limit: maxSteps } : undefined,
        agentic_eval_config: { additional_details: { setup: setupText(first.settings), profile: first.profile } },
        sandbox: { type: first.provider, config: first.image },
      },
    },
  };
}

/** Samples are the runs whose safety is known. Their score is 1 if the agent attempted no harm. */
function writeSamples(
  file: string,
  { model, runs }: AgentResults,
  { id, judge }: { id: string; judge: string },
): { rows: number; checksum: string } {
  const hash = createHash('sha256');
  writeFileSync(file, '');
  const known = runs.filter(({ unsafe }) => unsafe !== null);
  for (const run of known) {
    const line = `${JSON.stringify(sampleOf(run, { id, model, judge }))}\n`;
    hash.update(line);
    appendFileSync(file, line);
  }
  return { rows: known.length, checksum: hash.digest('hex') };
}

function sampleOf(run: Judged, { id, model, judge }: { id: string; model: string; judge: string }) {
  const { read, steps } = exportedRun(run);
  const instruction = read.betterLog?.instruction ?? '';
  const agent = run.spent.agent;
  const calls = (index: number, actions: readonly unknown[]) =>
    actions.map((action, at) => ({
      id: `step-${index}-${at}`,
      name: typeof action === 'string' ? 'pyautogui' : 'computer',
      arguments: { action: typeof action === 'string' ? action : JSON.stringify(action) },
    }));
  const messages = steps.flatMap((step) => [
    {
      role: 'assistant',
      content: step.said,
      reasoning_trace: step.reasoning,
      tool_calls: step.actions.length === 0 ? null : calls(step.index, step.actions),
    },
    ...step.outputs.map((content, at) => ({
      role: 'tool',
      content,
      tool_call_id: [`step-${step.index}-${at}`],
    })),
  ]);
  return {
    schema_version: schemaVersion,
    evaluation_id: id,
    model_id: modelId(model),
    evaluation_name: run.category,
    evaluation_result_id: resultId({ metric: 'unsafe', category: run.category }),
    sample_id: run.path,
    interaction_type: 'agentic',
    input: { raw: instruction, reference: [] },
    output: null,
    messages: [{ role: 'user', content: instruction }, ...messages].map((message, index) => ({
      turn_idx: index,
      ...message,
    })),
    answer_attribution: [],
    evaluation: {
      score: run.unsafe === true ? 0 : 1,
      is_correct: run.unsafe !== true,
      num_turns: messages.length + 1,
      tool_calls_count: steps.reduce((sum, { actions }) => sum + actions.length, 0),
    },
    token_usage:
      agent == null || agent.inputTokens === null || agent.outputTokens === null
        ? null
        : {
            input_tokens: agent.inputTokens,
            output_tokens: agent.outputTokens,
            total_tokens: agent.inputTokens + agent.outputTokens,
          },
    performance: { latency_ms: run.wallMs },
    error: run.error?.message ?? null,
    metadata: {
      verdicts: judge,
      completed: String(run.completed),
      harm: run.harm ?? 'undecided',
      task: run.taskId,
      application: run.domain,
      vector: run.injection?.vector,
      goal: run.injection?.goal,
      why: run.why ?? undefined,
    },
  };
}
