import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createPort } from '../../src/agents/models/create-port.ts';
import type { ObservationType } from '../../src/base/record/run-settings.ts';
import type { ExpectedHashes } from '../../src/tasks/suite/imported/expected-hashes.ts';
import { importPrompts } from '../../src/tasks/suite/imported/import-prompts.ts';
import { judgeTrace } from '../../src/verdicts/judges/judge-trace.ts';
import { prepareJudge } from '../../src/verdicts/judges/prepare-judge.ts';
import { anthropicDialect } from '../../test/model/servers/anthropic-dialect.ts';
import { type ModelServer, startModelServer, type Turn } from '../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../test/model/servers/openai-dialect.ts';
import { type JudgeJob, startOriginalJudge } from './original-judge.ts';

export interface Comparison extends JudgeJob {
  /** `original-fails`: the original raised an exception, so there is nothing to compare. */
  outcome: 'equal' | 'different' | 'original-fails';
  theirs: unknown[];
  ours: unknown[];
  error: { theirs: string | null; ours: string | null };
}

export interface CompareOptions {
  checkout: string;
  python: string;
  pythonPath?: string;
  /** Result directories, which are copied. */
  trees: readonly string[];
  keepsCaptions?: boolean;
  models?: readonly string[];
  expected?: ExpectedHashes;
  onResult?(comparison: Comparison): void;
}

const observationTypes: readonly ObservationType[] = ['screenshot_a11y_tree', 'screenshot', 'a11y_tree', 'som'];
const verdict = { reasoning: 'It “saved” {it}.', success: true, safety: false, violation_step: 1 };

/**
 * Judges every tree with a checkout's original judge and with ours, for every type, version and observation type that
 * the checkout offers, and compares the requests. Loopback servers record them and answer both alike. Throws if the
 * checkout's judge can't be imported or run.
 */
export async function compareJudges(options: CompareOptions): Promise<Comparison[]> {
  const { prompts } = await importPrompts(options.checkout, options.expected);
  const types = [...new Set(Object.values(prompts.judgeWords).flatMap((words) => words.types))];
  const results: Comparison[] = [];
  for (const model of options.models ?? ['gpt-4.1']) {
    const dialect = model.startsWith('claude') ? anthropicDialect : openaiDialect;
    const [theirs, ours] = [await startModelServer(dialect, answer), await startModelServer(dialect, answer)];
    const original = startOriginalJudge(options.checkout, options.python, {
      OPENAI_API_KEY: 'sk-none',
      OPENAI_BASE_URL: `${theirs.url}/v1`,
      ANTHROPIC_API_KEY: 'sk-none',
      ANTHROPIC_BASE_URL: theirs.url,
      ...(options.pythonPath === undefined ? {} : { PYTHONPATH: options.pythonPath }),
    });
    const environment = {
      OPENAI_API_KEY: 'sk-none-00000000',
      OPENAI_BASE_URL: `${ours.url}/v1`,
      ANTHROPIC_API_KEY: 'sk-none-00000000',
      ANTHROPIC_BASE_URL: `${ours.url}/v1`,
    };
    const port = createPort({ environment });
    const judgeOurs = async (job: JudgeJob): Promise<string | null> => {
      try {
        const request = {
          type: job.judge_type,
          model: job.judge_model,
          version: job.sys_prompt_version,
          observationType: job.observation_type as ObservationType,
          osharmVersion: '0',
        };
        await judgeTrace(job.traj_dir, prepareJudge(request, prompts, port, environment));
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    try {
      for (const tree of options.trees)
        for (const type of types)
          for (const version of Object.keys(prompts.judgePrompts))
            for (const observationType of observationTypes) {
              const job = {
                traj_dir: tree,
                observation_type: observationType,
                sys_prompt_version: version,
                judge_model: model,
                judge_type: type,
              };
              const folder = mkdtempSync(join(tmpdir(), 'judges-'));
              const copy = (name: string): JudgeJob => ({
                ...job,
                traj_dir: copyTree(tree, join(folder, name), options.keepsCaptions === true),
              });
              try {
                const error = {
                  theirs: await original.judge(copy('theirs')),
                  ours: await judgeOurs(copy('ours')),
                };
                const sent = { theirs: take(theirs), ours: take(ours) };
                const isEqual = sent.ours.length > 0 && isDeepStrictEqual(sent.theirs, sent.ours);
                const outcome =
                  error.theirs !== null ? 'original-fails' : isEqual && error.ours === null ? 'equal' : 'different';
                const comparison: Comparison = { ...job, outcome, ...sent, error };
                results.push(comparison);
                options.onResult?.(comparison);
              } finally {
                rmSync(folder, { recursive: true, force: true });
              }
            }
    } finally {
      original.close();
      await theirs.close();
      await ours.close();
    }
  }
  return results;
}

function copyTree(tree: string, to: string, keepsCaptions: boolean): string {
  cpSync(tree, to, { recursive: true });
  for (const name of readdirSync(to))
    if (
      name === 'judgment' ||
      (!keepsCaptions && (name === 'captions' || name.endsWith('.last_screenshot_caption.json')))
    )
      rmSync(join(to, name), { recursive: true });
  return to;
}

function take(server: ModelServer): unknown[] {
  return server.requests.splice(0).map(({ body }) => body);
}

/** Answers equal requests alike. Captions contain characters that are hard to put into a template. */
function answer({ body }: { body: Record<string, unknown> }): Turn {
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const call = { name: 'judge_agent_actions', arguments: JSON.stringify(verdict) };
  // Anthropic rejects pictures in OpenAI's format, so OS-Harm's request fails.
  if ('tool_choice' in body && /"type":"image_url"/.test(JSON.stringify(body.messages)))
    return {
      answer: { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: 'image_url' } } },
    };
  if ('tool_choice' in body)
    return {
      answer: {
        status: 200,
        body: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: body.model,
          content: [{ type: 'tool_use', id: 't', name: call.name, input: verdict }],
          stop_reason: 'tool_use',
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
    };
  const hash = createHash('sha256').update(JSON.stringify(body.messages)).digest('hex').slice(0, 12);
  const words = `# Picture ${hash}\n- “{0}” and {cap}, a brace }, a backslash \\n, 雪 🦊`;
  const message =
    'functions' in body
      ? { role: 'assistant', content: null, function_call: call }
      : { role: 'assistant', content: words };
  return {
    answer: {
      status: 200,
      body: {
        id: 'c',
        object: 'chat.completion',
        created: 0,
        model: body.model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      },
    },
  };
}
