import { UsageError } from '../../../base/errors.ts';

/** A part of a judge's words. Throws UsageError where the imported judge has none for this type. */
export function wordsFor<Words>(type: string, words: Words | null): Words {
  if (words !== null) return words;
  throw new UsageError(`The imported judge has no type ${type}: its checkout has no words for it.`, {
    code: 'judge-words-missing',
    hint: 'Import a checkout whose judge has that type (osharm import CHECKOUT), or name another --judge-type.',
  });
}
