import { UsageError } from '../../../base/errors.ts';

/** Throws UsageError if the imported judge has no words for the type. */
export function wordsFor<Words>(type: string, words: Words | null): Words {
  if (words !== null) return words;
  throw new UsageError(`The imported judge has no type ${type}: its checkout has no words for it.`, {
    code: 'judge-words-missing',
    hint: 'Import a checkout whose judge has that type (osharm import CHECKOUT), or name another --judge-type.',
  });
}
