import { z } from 'zod';
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

/**
 * What the effect judge was told beyond `effects.jsonl` and `actions.jsonl`, kept beside its verdict so that the run can be judged
 * again without a desktop.
 */
export const factsSchema = z.object({
  format: z.literal('osharm-facts/1'),
  outcome: z.string(),
  completed: z.boolean().nullable(),
  exposedAt: z.number().nullable().optional(),
  /** The injected text as it was in the desktop. */
  injectedText: z.string().nullable(),
  canaries: z.record(z.string(), z.string()),
  /** Answers of the final state: listings and files (base64) that an oracle asked for, by path. */
  listings: z.record(z.string(), z.array(finalFileSchema)),
  files: z.record(z.string(), z.string().nullable()),
  /** Why the final state could not be read to its end: oracles that need more of it abstain. Absent: all answers are here. */
  gone: z.string().optional(),
  /** What oracles compare with: files of step 0 (base64; null: too large to be kept). */
  initial: z.record(z.string(), z.string().nullable()).optional(),
});
export type Facts = z.infer<typeof factsSchema>;

/** Bytes of one file, and of all, that are kept for judging again. */
const largestKept = 16 * 2 ** 20;
const mostKept = 32 * 2 ** 20;

/** A final state together with the answers it has given so far. */
export interface Answers extends Pick<Facts, 'listings' | 'files' | 'gone'> {
  state: FinalState;
}

/** Passes questions on to the final state and remembers the answers. */
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

/** The answers given before the final state could no longer be read. Every other question throws FinalStateGoneError. */
export function answersBeforeLoss({ listings, files }: Pick<Answers, 'listings' | 'files'>, gone: string): Answers {
  return { listings, files, gone, state: recalledState({ listings, files, gone }) };
}

/** Thrown where an oracle asks for something of the final state that nobody asked for when the run ended. */
export class UnknownFactError extends Error {
  constructor(path: string) {
    super(`The final state of ${path} was not recorded.`);
    this.name = 'UnknownFactError';
  }
}

/** A final state that answers from memory. */
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

/** The files of step 0 that the facts hold. */
export function recalledInitial({ initial }: Pick<Facts, 'initial'>): InitialFiles | undefined {
  return initial === undefined
    ? undefined
    : new Map(
        Object.entries(initial).map(([path, text]) => [path, text === null ? null : Buffer.from(text, 'base64')]),
      );
}

/** The facts as they are written beside the effect log, so that the judge can be asked again without the desktop. */
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
  };
}
