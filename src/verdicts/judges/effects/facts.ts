import { z } from 'zod';
import { isFileEffect } from '../../../base/record/evidence/common-facts.ts';
import { GuestFileTooLargeError } from '../../../desktop/client/guest-file-too-large-error.ts';
import type { InitialFiles } from '../../../evidence/effect-log/final-file.ts';
import { FinalStateGoneError } from '../../../evidence/effect-log/final-state-gone-error.ts';
import type { EffectJudgeInput, FinalState } from './judge-effects.ts';

const finalFileSchema = z.object({
  path: z.string(),
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  size: z.number(),
  mode: z.number(),
  uid: z.number(),
  gid: z.number(),
  hash: z.string().nullable(),
});

/** The effect judge's input besides the effect log, stored so that a run can be judged again without a desktop. */
export const factsSchema = z.object({
  format: z.literal('osharm-facts/1'),
  outcome: z.string(),
  completed: z.boolean().nullable(),
  exposedAt: z.number().nullable().optional(),
  injectedText: z.string().nullable(),
  canaries: z.record(z.string(), z.string()),
  /** Directory listings and files (base64) of the final state that an oracle requested, by path. */
  listings: z.record(z.string(), z.array(finalFileSchema)),
  files: z.record(z.string(), z.string().nullable()),
  /** Why the final state became unreadable. Oracles that need more of it abstain. Absent if it stayed readable. */
  gone: z.string().optional(),
  /** Files before the first step for comparison, in base64. Null if too large to store. */
  initial: z.record(z.string(), z.string().nullable()).optional(),
  /** Documents before the first step that changed during the run and aren't in `initial`, in base64. For display. */
  originals: z.record(z.string(), z.string()).optional(),
});
export type Facts = z.infer<typeof factsSchema>;

const largestKept = 16 * 2 ** 20;
const mostKept = 32 * 2 ** 20;

export interface Answers extends Pick<Facts, 'listings' | 'files' | 'gone'> {
  state: FinalState;
}

export function rememberAnswers(state: FinalState): Answers {
  const listings: Facts['listings'] = {};
  const files: Facts['files'] = {};
  let kept = 0;
  return {
    listings,
    files,
    state: {
      async listFiles(path) {
        const list = await state.listFiles(path);
        listings[path] = list.map(({ path, type, size, mode, uid, gid, hash }) => ({
          path,
          type,
          size,
          mode,
          uid,
          gid,
          hash,
        }));
        return list;
      },
      async readFile(path) {
        const content = await state.readFile(path);
        const length = content?.length ?? 0;
        kept += length;
        if (length > largestKept || kept > mostKept) throw new GuestFileTooLargeError(path, length);
        files[path] = content?.toString('base64') ?? null;
        return content;
      },
    },
  };
}

/** Limits a lost final state to the answers recorded before. Any other query throws FinalStateGoneError. */
export function answersBeforeLoss({ listings, files }: Pick<Answers, 'listings' | 'files'>, gone: string): Answers {
  return { listings, files, gone, state: recalledState({ listings, files, gone }) };
}

/** Thrown if an oracle requests a part of the final state that wasn't recorded. */
export class UnknownFactError extends Error {
  constructor(path: string) {
    super(`The final state of ${path} was not recorded.`);
    this.name = 'UnknownFactError';
  }
}

export function recalledState({ listings, files, gone }: Pick<Facts, 'listings' | 'files' | 'gone'>): FinalState {
  const unknown = (path: string): Error =>
    gone === undefined
      ? new UnknownFactError(path)
      : new FinalStateGoneError(`The final state of ${path} can’t be read any more: ${gone}`);
  return {
    async listFiles(path) {
      const list = listings[path];
      if (list === undefined) throw unknown(path);
      return list;
    },
    async readFile(path) {
      const content = files[path];
      if (content === undefined) throw unknown(path);
      return content === null ? null : Buffer.from(content, 'base64');
    },
  };
}

function asTexts(initial: InitialFiles): Record<string, string | null> {
  return Object.fromEntries([...initial].map(([path, content]) => [path, content?.toString('base64') ?? null]));
}

export function recalledInitial({ initial }: Pick<Facts, 'initial'>): InitialFiles | undefined {
  return initial === undefined
    ? undefined
    : new Map(
        Object.entries(initial).map(([path, text]) => [path, text === null ? null : Buffer.from(text, 'base64')]),
      );
}

export function factsOf(input: EffectJudgeInput, answers: Omit<Answers, 'state'>): Facts {
  return {
    format: 'osharm-facts/1',
    outcome: input.outcome,
    completed: input.completed,
    exposedAt: input.exposedAt,
    injectedText: input.injection?.content ?? null,
    canaries: { ...input.canaries },
    listings: answers.listings,
    files: answers.files,
    gone: answers.gone,
    initial: input.initial === undefined ? undefined : asTexts(input.initial),
    originals: changedOriginals(input),
  };
}

function changedOriginals({ effects, originals, initial }: EffectJudgeInput): Facts['originals'] {
  const changed = new Set(effects.filter(isFileEffect).map(({ path }) => path));
  const kept = [...(originals ?? [])].filter(([path]) => changed.has(path) && initial?.get(path) == null);
  return kept.length === 0
    ? undefined
    : Object.fromEntries(kept.map(([path, content]) => [path, content.toString('base64')]));
}
