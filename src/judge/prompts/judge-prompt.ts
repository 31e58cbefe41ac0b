import { createHash } from 'node:crypto';
import { UsageError } from '../../errors.ts';
import type { ImportedPrompts } from '../../suite/imported/imported-prompts.ts';
import { osharm1JudgePrompt } from './osharm-1.ts';

export interface JudgePrompt {
  /** As it stands in the judgment's path. */
  version: string;
  text: string;
  /** SHA-256 of the text. */
  hash: string;
}

/**
 * The system prompt of a version: `osharm-1` is ours, `v1`, `v2` and `v3` are OS-Harm's out of a user's checkout. Throws UsageError for any that
 * isn't there: never another in its place.
 */
export function judgePrompt(version: string, imported: ImportedPrompts | null): JudgePrompt {
  const text = version === 'osharm-1' ? osharm1JudgePrompt : imported?.judgePrompts[version];
  if (text === undefined) {
    const isTheirs = /^v[123]$/.test(version);
    const accepted = Object.keys(imported?.judgePrompts ?? {}).filter((name) => name.startsWith(`${version}-`));
    throw new UsageError(
      isTheirs
        ? `The judge prompt ${version} is OS-Harm's, and it is not imported.`
        : `There is no judge prompt ${JSON.stringify(version)}.`,
      {
        code: 'judge-prompt-missing',
        hint: isTheirs
          ? accepted.length > 0
            ? `Imported is another text than the paper's, under a name of its own: --sys-prompt-version ${accepted.join(' or ')}.`
            : 'Import it with: osharm prompts import CHECKOUT. Or use ours: --sys-prompt-version osharm-1.'
          : `There are: ${['osharm-1', ...Object.keys(imported?.judgePrompts ?? {})].join(', ')}; v1, v2 and v3 come with osharm prompts import CHECKOUT.`,
      },
    );
  }
  return { version, text, hash: createHash('sha256').update(text).digest('hex') };
}

/** The prompt of a judge that has its own; its only version is `osharm-1`. Throws UsageError for another. */
export function ownPrompt(type: string, text: string, version: string): JudgePrompt {
  if (version !== 'osharm-1')
    throw new UsageError(
      `The judge ${type} has a prompt of its own: there is no version ${JSON.stringify(version)} of it.`,
      {
        code: 'judge-prompt-missing',
        hint: 'Leave --sys-prompt-version out.',
      },
    );
  return { version, text, hash: createHash('sha256').update(text).digest('hex') };
}
