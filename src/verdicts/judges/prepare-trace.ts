import { appendFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CallRecorder } from '../../agents/models/call-record.ts';
import type { ModelAddress } from '../../agents/models/model-name.ts';
import { type JudgmentMeta, type JudgmentSpend, readModelJudgment } from '../../base/record/evidence/model-judgment.ts';
import { hasOwnWords, judgmentFiles, ownWordsFolder } from '../../base/record/own-words.ts';
import { parseRunPath, runName } from '../../base/record/paths.ts';
import { readPlainFile } from '../../base/record/plain-file.ts';
import { type PythonJsonValue, pythonJson } from '../../base/record/python-json.ts';
import { readJudgment } from '../../base/record/read-judgments.ts';
import { addSpents } from './add-spents.ts';
import type { AskContext, Asked } from './ask/ask-model.ts';
import type { Question } from './ask/dialect.ts';
import { readVerdict, type Verdict, verdictParametersIn, verdictSchema } from './ask/verdict.ts';
import { captioner } from './captions.ts';
import type { ChatMessage } from './chat.ts';
import { inputsHash } from './files/inputs-hash.ts';
import { judgmentFolder, otherSpellings } from './files/judgment-folder.ts';
import { writeLargeFile } from './files/write-large-file.ts';
import { type JudgedTrace, type JudgeOptions, observationThatCounts, type PreparedJudge } from './judged-trace.ts';
import { takePictures, withPictures } from './pictures-in-json.ts';
import { readTrace, type Trace } from './trace.ts';
import type { Caption } from './types/judge-type.ts';

/** A judgment before its answer. Plain data, so that it can be stored while a batch is pending. */
export interface JudgmentDraft {
  inputsHash: string;
  messagesHash: string;
  notes: string[];
  spent: Record<string, JudgmentSpend>;
  tries: number;
  durationMs: number;
}

export interface PreparedTrace {
  trace: Trace;
  draft: JudgmentDraft;
  question: Question;
  context: Omit<AskContext, 'role'>;
  tries(): number;
}

/**
 * Reads a run, captions its screenshots if needed (paid calls), and writes `messages.json`. Returns an existing
 * judgment of the same inputs. `claim` is called before any model call. Throws OsharmError.
 */
export async function prepareTrace(
  directory: string,
  judge: PreparedJudge,
  options: JudgeOptions,
  claim: (folder: string) => void = () => {},
): Promise<PreparedTrace | (JudgedTrace & { state: 'kept' | 'unscored' })> {
  const trace = readTrace(directory);
  const { type, prompt, observationType } = judge;
  const folder = folderOf(directory, judge);
  const hash = await currentInputsHash(trace, judge);
  const before = options.force === true ? null : keptIn(folder, hash);
  if (before !== null) return { directory, state: 'kept', ...before };
  const unscored = options.force === true || options.retryUnscored === true ? null : unscoredIn(folder, hash);
  if (unscored !== null) return { directory, state: 'unscored', ...unscored, isEarlier: true };

  mkdirSync(folder, { recursive: true });
  claim(folder);
  // Another command may have finished the judgment in the meantime.
  const meanwhile = options.force === true ? null : keptIn(folder, hash);
  if (meanwhile !== null) return { directory, state: 'kept', ...meanwhile };
  setOwnWordsAside(folder, prompt.version);
  let tries = 0;
  const recorder = new CallRecorder((line) => {
    if (line.kind === 'call') tries += 1;
    appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(line)}\n`);
  });
  const spent: Record<string, JudgmentSpend> = {};
  const context = { scope: scopeOf(directory), recorder, signal: options.signal };
  const caption: Caption =
    judge.captioner === null
      ? noCaptioner
      : captioner({
          directory,
          asker: judge.captioner,
          isOsHarm: judge.isOsHarm,
          context,
          onAsked: (answer) => addSpent(spent, 'caption', answer),
        });
  const { messages, notes } = await type.messages({
    trace,
    prompt: prompt.text,
    words: prompt.words,
    observationType,
    caption,
  });
  const light = await takePictures(messages);
  const text = pythonJson(light.value as PythonJsonValue, { indent: 2 });
  const messagesHash = await writeLargeFile(join(directory, 'messages.json'), withPictures(text, light));
  return {
    trace,
    draft: {
      inputsHash: hash,
      messagesHash,
      notes: [...trace.findings.map(({ file, message }) => `${file}: ${message}`), ...notes],
      spent,
      tries: 0,
      durationMs: 0,
    },
    question: verdictQuestion(judge, messages),
    context,
    tries: () => tries,
  };
}

export function verdictQuestion({ type, prompt, isOsHarm }: PreparedJudge, messages: readonly ChatMessage[]): Question {
  const { answer } = prompt.words;
  return {
    kind: 'verdict',
    messages,
    isOsHarm,
    schema: type.answerSchema ?? verdictParametersIn(answer),
    description: type.answerSchema === undefined ? (answer.description ?? undefined) : undefined,
  };
}

/** Identifies a run independently of its tree's location, so that recordings of moved trees can be replayed. */
function scopeOf(directory: string): string {
  const path = parseRunPath(resolve(directory));
  if (path === null) return basename(resolve(directory));
  return ['judge', path.model, path.domain, runName(path.taskId, path.injection), path.repeat].join('/');
}

export function folderOf(directory: string, { asker, type, prompt, observationType }: PreparedJudge): string {
  return judgmentFolder(directory, {
    model: asker.address.model,
    type: type.name,
    version: prompt.version,
    observationType,
    types: prompt.words.types,
  });
}

export function currentInputsHash(trace: Trace, judge: PreparedJudge): Promise<string> {
  const { type, prompt, asker } = judge;
  return inputsHash(
    trace,
    {
      model: sameModelName(asker.address),
      type: type.name,
      version: prompt.version,
      promptHash: prompt.hash,
      observationType: observationThatCounts(judge),
      captioner: judge.captioner === null ? null : sameModelName(judge.captioner.address),
      words: prompt.wordsHash ?? undefined,
    },
    type.reads,
  );
}

/** An existing judgment that can be reused: of the same inputs, or without recorded inputs (OS-Harm's). */
export function keptIn(folder: string, hash: string): { verdict: Verdict; meta: JudgmentMeta | null } | null {
  const meta = readModelJudgment(folder);
  if (meta !== null && meta.inputs_hash !== hash) return null;
  for (const place of meta === null ? [folder, ...otherSpellings(folder)] : [folder]) {
    try {
      const value: unknown = JSON.parse(readPlainFile(join(place, 'judgment.json')));
      if (meta !== null) return { verdict: readVerdict(value), meta };
      const theirs = readJudgment(value);
      if (theirs !== null) return { verdict: verdictSchema.parse(theirs), meta };
    } catch {
      // Missing or unreadable.
    }
  }
  return null;
}

/** Whether the same inputs already led to malformed answers, which the same judge would most likely repeat. */
export function unscoredIn(folder: string, hash: string): { reason: string; meta: JudgmentMeta } | null {
  const meta = readModelJudgment(folder);
  return meta === null || meta.unscored === null || meta.inputs_hash !== hash ? null : { reason: meta.unscored, meta };
}

const noCaptioner: Caption = () => {
  throw new Error('This judge type needs captions and has no captioner.');
};

/** Adds a call to its role's total. The cost becomes null once a call's cost is unknown. */
export function addSpent(
  spent: Record<string, JudgmentSpend>,
  role: string,
  answer: Pick<Asked, 'usage' | 'costUsd' | 'savedUsd' | 'pricesOf'>,
): void {
  const { usage } = answer;
  const { costUsd, savedUsd, pricesOf } = answer;
  const spend: JudgmentSpend = {
    calls: 1,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd,
    cachedInputTokens: usage?.cachedInputTokens || undefined,
    savedUsd: savedUsd === undefined || savedUsd === 0 ? undefined : savedUsd,
    pricesOf,
  };
  spent[role] = addSpents(spent, { [role]: spend })[role] as JudgmentSpend;
}

/**
 * Spellings of a model (`gpt-4.1`, `openai:gpt-4.1`) share judgments. An explicit address is kept: it can serve a
 * different model by the same name.
 */
function sameModelName({ name, provider, model }: ModelAddress): string {
  return /^[a-z]+@https?:/.test(name) ? name : `${provider}:${model}`;
}

/** Moves a verdict that an earlier osharm stored under OS-Harm's version. The caller must have claimed the folder. */
function setOwnWordsAside(folder: string, version: string): void {
  if (!hasOwnWords(folder, version)) return;
  const to = ownWordsFolder(folder, version);
  mkdirSync(to, { recursive: true });
  // The sidecar is moved last, because it identifies the folder's contents.
  for (const name of judgmentFiles.toSorted((a, b) => Number(a.includes('meta')) - Number(b.includes('meta'))))
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(to, name));
}
