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

/** What is known of a judgment before its answer: plain data, so that it can wait on disk for a batch. */
export interface JudgmentDraft {
  inputsHash: string;
  messagesHash: string;
  notes: string[];
  /** By role. */
  spent: Record<string, JudgmentSpend>;
  tries: number;
  durationMs: number;
}

/** A run that can be asked about. */
export interface PreparedTrace {
  trace: Trace;
  draft: JudgmentDraft;
  question: Question;
  context: Omit<AskContext, 'role'>;
  /** Tries of calls until now. */
  tries(): number;
}

/**
 * Reads a run, puts its pictures into words where the type needs them (calls that cost), and writes `messages.json`.
 * What is judged, or unscored, from the same inputs is given back as it is; `claim` is called before anything is asked.
 * Throws OsharmError.
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
  // Another command may have judged it meanwhile.
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

/** What a judge asks for a verdict with. */
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

/** Names a run for cassettes by what it is, not by where its tree is: so a tree that was moved, or is made anew, replays. */
function scopeOf(directory: string): string {
  const path = parseRunPath(resolve(directory));
  if (path === null) return basename(resolve(directory));
  return ['judge', path.model, path.domain, runName(path.taskId, path.injection), path.repeat].join('/');
}

/** Where a run’s directory keeps what this judge says of it. */
export function folderOf(directory: string, { asker, type, prompt, observationType }: PreparedJudge): string {
  return judgmentFolder(directory, {
    model: asker.address.model,
    type: type.name,
    version: prompt.version,
    observationType,
  });
}

/** The hash of everything that a judgment of this run by this judge is made from. */
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

/** A judgment that needs not be made again: of the same inputs, or by a program that says nothing of its inputs (OS-Harm). */
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
      // None, or none that can be read.
    }
  }
  return null;
}

/** Whether these inputs were asked about before and got no answer of the form asked for: the same judge would mostly say the same again. */
export function unscoredIn(folder: string, hash: string): { reason: string; meta: JudgmentMeta } | null {
  const meta = readModelJudgment(folder);
  return meta === null || meta.unscored === null || meta.inputs_hash !== hash ? null : { reason: meta.unscored, meta };
}

const noCaptioner: Caption = () => {
  throw new Error('This judge type asks for captions and has no captioner.');
};

/** Adds one call to what its role (`judge`, `captioner`) has spent. The cost stays null once that of one call is unknown. */
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
 * One name for a model, however it was written (`gpt-4.1`, `openai:gpt-4.1`): what one spelling has judged, the other
 * need not pay for again. An address that was written out stays: another server may serve another model by the same
 * name.
 */
function sameModelName({ name, provider, model }: ModelAddress): string {
  return /^[a-z]+@https?:/.test(name) ? name : `${provider}:${model}`;
}

/**
 * Moves a verdict that an older osharm made in words of its own out of the folder of OS-Harm's version, to the folder
 * that has its true name, so that nothing that was paid for is lost. Only for who has claimed the folder.
 */
function setOwnWordsAside(folder: string, version: string): void {
  if (!hasOwnWords(folder, version)) return;
  const to = ownWordsFolder(folder, version);
  mkdirSync(to, { recursive: true });
  // The sidecar goes last: until then the folder says what it holds.
  for (const name of judgmentFiles.toSorted((a, b) => Number(a.includes('meta')) - Number(b.includes('meta'))))
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(to, name));
}
