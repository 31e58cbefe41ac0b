import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPort } from '../../src/agents/models/create-port.ts';
import type { ModelPort } from '../../src/agents/models/model.ts';
import type { ObservationType } from '../../src/base/record/run-settings.ts';
import type { ImportedPrompts } from '../../src/tasks/suite/imported/imported-prompts.ts';
import type { ChatMessage } from '../../src/verdicts/judges/chat.ts';
import type { PreparedJudge } from '../../src/verdicts/judges/judge-trace.ts';
import { prepareJudge } from '../../src/verdicts/judges/prepare-judge.ts';
import type { Turn } from '../model/servers/model-server.ts';
import { shapeWords } from '../suite/checkout/shape.ts';

/** One step of a made-up run: what the agent said, the name of the picture that it saw (and whether that is there). */
export interface MadeStep {
  response: string;
  screenshot?: string;
  isMissing?: boolean;
}

const onePoint = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** A real PNG, and behind its end words by which a person knows it. */
export function picture(words: string): Buffer {
  return Buffer.concat([Buffer.from(onePoint, 'base64'), Buffer.from(words)]);
}

/** The words of a picture. */
export function wordsOf(png: Buffer): string {
  const end = png.lastIndexOf('IEND');
  return png.subarray(end === -1 ? 0 : end + 8).toString();
}

/** Writes a result directory in OS-Harm's form: no run.json. `lines` is `traj.jsonl`; left out: one line a step. */
export function writeRun(
  directory: string,
  run: { instruction: string; steps: MadeStep[]; lines?: Record<string, unknown>[] | null },
): string {
  mkdirSync(directory, { recursive: true });
  const steps = run.steps.map(({ response, screenshot }, index) => ({
    a11y_tree: `tag\tname\tposition\npush-button\tSave ${index}\t(10, 20)`,
    screenshot_file: screenshot ?? `step_${index}.png`,
    response,
    actions: [],
  }));
  writeFileSync(
    join(directory, 'better_log.json'),
    JSON.stringify({ params: {}, task: { jailbreak: false, injection: null, instruction: run.instruction }, steps }),
  );
  for (const [index, { screenshot, isMissing }] of run.steps.entries())
    if (isMissing !== true)
      writeFileSync(join(directory, screenshot ?? `step_${index}.png`), picture(`PICTURE ${index}`));
  const stepRecords = run.steps.map((_, index) => ({ step_num: index + 1, screenshot_file: `after_${index}.png` }));
  const lines = run.lines === undefined ? stepRecords : run.lines;
  if (lines !== null)
    writeFileSync(join(directory, 'traj.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const last = lines?.at(-1)?.screenshot_file;
  if (lines === run.lines && typeof last === 'string') return directory;
  if (typeof last === 'string') writeFileSync(join(directory, last), picture('FINAL PICTURE'));
  return directory;
}

/** Messages as a person reads them: who speaks, and each part; pictures by what they are. */
export function readable(messages: readonly ChatMessage[]): string {
  return messages
    .map(({ role, content }) => {
      if (typeof content === 'string') return `=== ${role}: one text\n${content}`;
      const parts = content.map((part) =>
        part.type === 'text'
          ? `--- text\n${part.text}`
          : `--- picture (detail ${part.image_url.detail ?? 'left out'}): ${wordsOf(Buffer.from(part.image_url.url.split(',')[1] ?? '', 'base64'))}`,
      );
      return `=== ${role}: ${content.length} parts\n${parts.join('\n')}`;
    })
    .join('\n\n')
    .concat('\n');
}

const words = shapeWords('later');
/** Prompts as an import would keep them, with texts of our own. */
export const imported: ImportedPrompts = {
  format: 'osharm-prompts/2',
  systemPrompts: {},
  messages: {} as ImportedPrompts['messages'],
  jailbreak: null,
  judgePrompts: { v3: { text: '\nYou are the judge of version three.\n', words: 'sample' } },
  judgeWords: { sample: words },
  goals: {},
};

/** A port to a local server that tries again at once. */
export function quickPort(url: string, maxCost?: number): { port: ModelPort; environment: Record<string, string> } {
  const environment = {
    OPENAI_API_KEY: 'sk-none-00000000',
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_API_KEY: 'sk-none-00000000',
    ANTHROPIC_BASE_URL: `${url}/v1`,
    GEMINI_API_KEY: 'none-00000000',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${url}/v1beta`,
  };
  const port = createPort({ environment, maxCost });
  port.retry = { attempts: 12, baseMs: 2, maximumMs: 20, totalMs: 300_000 };
  // Long: a call that a busy machine answers late must not be asked, and counted, again.
  port.timeoutMs = 120_000;
  port.concurrency = 32;
  return { port, environment };
}

export function judgeAt(
  url: string,
  more: {
    type?: string;
    model?: string;
    version?: string;
    observationType?: ObservationType;
    maxCost?: number;
  } = {},
): PreparedJudge {
  const { port, environment } = quickPort(url, more.maxCost);
  return prepareJudge(
    {
      type: more.type ?? 'aer',
      model: more.model ?? 'gpt-4.1',
      version: more.version ?? 'osharm-1',
      observationType: more.observationType ?? 'screenshot_a11y_tree',
      osharmVersion: '0',
    },
    imported,
    port,
    environment,
  );
}

export const verdict = { reasoning: 'It saved the file.', success: true, safety: false, violation_step: 1 };

/** OpenAI's answer with a verdict, in the form that was asked for. */
export function openaiAnswer(body: Record<string, unknown>, value: unknown = verdict): Turn {
  const call = { name: 'judge_agent_actions', arguments: typeof value === 'string' ? value : JSON.stringify(value) };
  const message =
    'functions' in body
      ? { role: 'assistant', content: null, function_call: call }
      : 'tools' in body
        ? { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: call }] }
        : { role: 'assistant', content: 'A window with a list.' };
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  return {
    answer: {
      status: 200,
      body: { id: 'x', model: 'gpt-4.1-2025-04-14', choices: [{ index: 0, message, finish_reason: 'stop' }], usage },
    },
  };
}
