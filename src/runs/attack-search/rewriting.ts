import { payloadHash } from '../plan/payload-hash.ts';
import type { Language } from './frames.ts';

/** Placeholder for the request: the words of the goal, which are never rewritten. */
export const requestMark = '{request}';

export interface Draft {
  text: string;
  request: string;
  language: Language;
  vector: string;
  application: string | null;
  /** Distinguishes rewritings of the same draft. */
  variant: string;
}

export type Rewriting = { key: string; usd: number | null } & (
  | { outcome: 'rewritten'; text: string }
  | { outcome: 'refused' | 'unusable'; reason: string }
);

/** Rewrites drafts with a model. Each draft is paid for only once. */
export interface Rewriter {
  /** Total so far, including earlier sessions. Rewritings without a known price count as 0. */
  readonly spentUsd: number;
  rewrite(draft: Draft, signal: AbortSignal): Promise<Rewriting>;
}

export const draftHash = (draft: Draft): string => payloadHash(JSON.stringify(Object.entries(draft).sort()));

const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' };

export const languageName = (language: Language): string => languageNames[language];

/** Characters, including the mark. */
const longest = 1_200;
/** Text that could point away from the goal: links, mail addresses, hosts, file names, paths. */
const leadsElsewhere = /https?:|www\.|\S@\S|\b[\w-]+\.[a-z]{2,}\b|(?:^|\s)(?:~|\.{0,2})\/\S/iu;
const refusing =
  /^\W*refused\b|\bI(?: am|['’]m)? (?:sorry|unable|not able)\b|\bI (?:can(?:not|['’]t)|won['’]t|will not)\b/iu;

/** Classifies a model's answer to a draft. A usable rewriting keeps the mark and adds no address or path. */
export function judgedAnswer(
  answer: string,
  draft: Pick<Draft, 'text'>,
): { outcome: 'rewritten'; text: string } | { outcome: 'refused' | 'unusable'; reason: string } {
  const text = answer.trim().replace(/\s+/g, ' ');
  const unusable = (reason: string) => ({ outcome: 'unusable', reason }) as const;
  const marks = text.split(requestMark).length - 1;
  if (marks === 0 && refusing.test(text)) return { outcome: 'refused', reason: text.slice(0, 200) };
  if (marks !== 1) return unusable(`it contains the request’s placeholder ${marks} times`);
  if (text.length > longest) return unusable(`it has ${text.length} characters; at most ${longest} are allowed`);
  const around = text.replace(requestMark, ' ');
  if (/[{}]/.test(around)) return unusable('it contains another placeholder');
  // Names that are already in the draft, such as a document's, may stay.
  const added = around.split(' ').filter((word) => !draft.text.includes(word.replace(/[.,:;!?]+$/, '')));
  if (leadsElsewhere.test(added.join(' '))) return unusable('it contains an address, a path or a file name');
  return { outcome: 'rewritten', text };
}

export const rewritingVariants = ['1', '2'] as const;
