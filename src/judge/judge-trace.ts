import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OsharmError } from '../errors.ts';
import { CallRecorder } from '../model/call-record.ts';
import type { ObservationType } from '../plan/run-spec.ts';
import { type PythonJsonValue, pythonJson } from '../record/python-json.ts';
import { writeWholeFile } from '../record/write-whole-file.ts';
import type { Asked, Asker } from './ask/ask-model.ts';
import { readVerdict, type Verdict } from './ask/verdict.ts';
import { captioner } from './captions.ts';
import { inputsHash } from './files/inputs-hash.ts';
import { judgmentFolder } from './files/judgment-folder.ts';
import { type JudgmentMeta, metaFile, readMeta, type Spent } from './files/judgment-meta.ts';
import type { JudgePrompt } from './prompts/judge-prompt.ts';
import { readTrace } from './trace.ts';
import type { Caption, JudgeType } from './types/judge-type.ts';

/** A model seated as judge, and how it is shown runs. */
export interface SeatedJudge {
  type: JudgeType;
  prompt: JudgePrompt;
  observationType: ObservationType;
  asker: Asker;
  /** Null where the type needs none. */
  captioner: Asker | null;
  /** OS-Harm's own request. */
  isOsHarm: boolean;
  osharmVersion: string;
}

export interface JudgeOptions {
  /** Judges again what is judged already. */
  force?: boolean;
  signal?: AbortSignal | undefined;
}

/** What came of one directory. A judge that gives no answer of the form asked for leaves it unscored: nothing is guessed. */
export type JudgedTrace =
  | { directory: string; state: 'judged' | 'kept'; verdict: Verdict; meta: JudgmentMeta | null }
  | { directory: string; state: 'unscored'; reason: string; meta: JudgmentMeta };

/** Answers of a wrong form in a row after which a run stays unscored. */
const triesAtForm = 2;

/**
 * Judges one result directory and writes `messages.json`, `judgment.json` (OS-Harm's four fields) and `judgment.meta.json` beside it. Throws OsharmError
 * where the run can't be read or the model can't be asked; nothing that was there before is lost then.
 */
export async function judgeTrace(
  directory: string,
  judge: SeatedJudge,
  options: JudgeOptions = {},
): Promise<JudgedTrace> {
  const started = performance.now();
  const trace = readTrace(directory);
  const { type, prompt, observationType, asker } = judge;
  const folder = judgmentFolder(directory, {
    model: asker.address.model,
    type: type.name,
    version: prompt.version,
    observationType,
  });
  const hash = inputsHash(
    trace,
    {
      model: asker.address.name,
      type: type.name,
      version: prompt.version,
      promptHash: prompt.hash,
      observationType,
      captioner: judge.captioner?.address.name ?? null,
    },
    type.reads,
  );
  const before = options.force === true ? null : keptIn(folder, hash);
  if (before !== null) return { directory, state: 'kept', ...before };

  mkdirSync(folder, { recursive: true });
  let tries = 0;
  const recorder = new CallRecorder((line) => {
    if (line.kind === 'call') tries += 1;
    appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(line)}\n`);
  });
  const spent: Record<string, Spent> = {};
  const context = { scope: directory, recorder, signal: options.signal };
  const caption: Caption =
    judge.captioner === null
      ? noCaptioner
      : captioner({ directory, asker: judge.captioner, context, onAsked: (asked) => count(spent, 'caption', asked) });
  const { messages, notes } = await type.messages({ trace, prompt: prompt.text, observationType, caption });
  const text = pythonJson(messages as unknown as PythonJsonValue, { indent: 2 });
  writeWholeFile(join(directory, 'messages.json'), text);

  const meta = (answeredBy: string | null, unscored: string | null, citations: unknown = null): JudgmentMeta => ({
    format: 'osharm-judgment/1',
    osharm_version: judge.osharmVersion,
    judge: asker.address.name,
    answered_by: answeredBy,
    judge_type: type.name,
    version: prompt.version,
    prompt_hash: prompt.hash,
    observation_type: observationType,
    captioner: judge.captioner?.address.name ?? null,
    inputs_hash: hash,
    messages_hash: createHash('sha256').update(text).digest('hex'),
    spent,
    duration_ms: Math.round(performance.now() - started),
    tries,
    judged_at: new Date().toISOString(),
    citations,
    notes: [...trace.findings.map(({ file, message }) => `${file}: ${message}`), ...notes],
    unscored,
  });
  for (let attempt = 1; ; attempt += 1) {
    const asked = await asker.ask(
      { kind: 'verdict', messages, isOsHarm: judge.isOsHarm, schema: type.answerSchema },
      { ...context, role: 'judge' },
    );
    count(spent, 'judge', asked);
    try {
      const { verdict, citations } = type.read?.(asked.value, trace) ?? {
        verdict: readVerdict(asked.value),
        citations: null,
      };
      const written = meta(asked.answeredBy, null, citations);
      writeWholeFile(join(folder, metaFile), `${JSON.stringify(written, null, 2)}\n`);
      // The verdict comes last: where it is, its sidecar is too.
      writeWholeFile(join(folder, 'judgment.json'), pythonJson(verdict as unknown as PythonJsonValue, { indent: 2 }));
      return { directory, state: 'judged', verdict, meta: written };
    } catch (error) {
      if (!(error instanceof OsharmError) || error.code !== 'judge-bad-answer') throw error;
      if (attempt < triesAtForm) continue;
      const written = meta(asked.answeredBy, error.message);
      rmSync(join(folder, 'judgment.json'), { force: true });
      writeWholeFile(join(folder, metaFile), `${JSON.stringify(written, null, 2)}\n`);
      return { directory, state: 'unscored', reason: error.message, meta: written };
    }
  }
}

/** A judgment that needs not be made again: of the same inputs, or by a program that says nothing of its inputs (OS-Harm). */
function keptIn(folder: string, hash: string): { verdict: Verdict; meta: JudgmentMeta | null } | null {
  const meta = readMeta(folder);
  if (meta !== null && meta.inputs_hash !== hash) return null;
  try {
    return { verdict: readVerdict(JSON.parse(readFileSync(join(folder, 'judgment.json'), 'utf8'))), meta };
  } catch {
    return null;
  }
}

const noCaptioner: Caption = () => {
  throw new Error('This judge type asks for captions and has no captioner.');
};

function count(spent: Record<string, Spent>, role: string, asked: Asked): void {
  const before = spent[role] ?? { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  spent[role] = {
    calls: before.calls + 1,
    inputTokens: before.inputTokens + asked.usage.inputTokens,
    outputTokens: before.outputTokens + asked.usage.outputTokens,
    costUsd: before.costUsd === null || asked.costUsd === null ? null : before.costUsd + asked.costUsd,
  };
}
