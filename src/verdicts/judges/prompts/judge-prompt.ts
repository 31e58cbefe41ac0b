import { createHash } from 'node:crypto';
import { UsageError } from '../../../base/errors.ts';
import type { ImportedPrompts } from '../../../tasks/suite/imported/imported-prompts.ts';
import type { JudgeWords } from '../../../tasks/suite/imported/judge-words.ts';
import { osharm1JudgePrompt } from './osharm-1.ts';
import { osharm1Words } from './osharm-1-words.ts';

export interface JudgePrompt {
  /** As it stands in the judgment's path. */
  version: string;
  text: string;
  /** SHA-256 of the text. */
  hash: string;
  /** What the judge says around the steps, to its captioner and in the answer's schema. */
  words: JudgeWords;
  /** SHA-256 of imported words; null: they are ours. */
  wordsHash: string | null;
}

/**
 * A version's system prompt with the words that go with it: `osharm-1` is ours, `v1`, `v2` and `v3` are OS-Harm's out of a user's checkout. Throws UsageError for any that
 * isn't there: never another in its place, and never one's prompt with the other's words.
 */
export function judgePrompt(version: string, imported: ImportedPrompts | null): JudgePrompt {
  if (version === 'osharm-1') return ours(osharm1JudgePrompt);
  const prompt = imported?.judgePrompts[version];
  const words = prompt === undefined ? undefined : imported?.judgeWords[prompt.words];
  if (prompt === undefined || words === undefined) throw missing(version, Object.keys(imported?.judgePrompts ?? {}));
  return { version, text: prompt.text, hash: sha256(prompt.text), words, wordsHash: prompt.words };
}

/** The prompt of a judge that has its own; its only version is `osharm-1`. `codeHash`: of a plug-in that makes the words around it, since other code is another judge. Throws UsageError for another. */
export function ownPrompt(type: string, text: string, version: string, codeHash?: string): JudgePrompt {
  if (version === 'osharm-1')
    return codeHash === undefined ? ours(text) : { ...ours(text), hash: sha256(`${text}\n${codeHash}`) };
  throw new UsageError(
    `The judge ${type} has a prompt of its own: there is no version ${JSON.stringify(version)} of it.`,
    { code: 'judge-prompt-missing', hint: 'Leave --sys-prompt-version out.' },
  );
}

function ours(text: string): JudgePrompt {
  return { version: 'osharm-1', text, hash: sha256(text), words: osharm1Words, wordsHash: null };
}

function missing(version: string, there: readonly string[]): UsageError {
  const code = 'judge-prompt-missing';
  if (!/^v[123]$/.test(version))
    return new UsageError(`There is no judge prompt ${JSON.stringify(version)}.`, {
      code,
      hint: `There are: ${['osharm-1', ...there].join(', ')}; v1, v2 and v3 come with osharm prompts import CHECKOUT.`,
    });
  const others = there.filter((name) => name.startsWith(`${version}-`));
  const known = there.filter((name) => /^v\d+$/.test(name));
  const hint =
    others.length > 0
      ? `Imported is another text than the paper's, under a name of its own: --sys-prompt-version ${others.join(' or ')}.`
      : known.length > 0
        ? `The imported checkout has ${known.join(', ')}: --sys-prompt-version ${known.join(' or ')}. Or import a newer one: osharm prompts import CHECKOUT.`
        : 'Import it with: osharm prompts import CHECKOUT. Or use ours: --sys-prompt-version osharm-1.';
  return new UsageError(`The judge prompt ${version} is OS-Harm's, and it is not imported.`, { code, hint });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
