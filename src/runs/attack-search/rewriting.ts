import { payloadHash } from '../plan/payload-hash.ts';
import type { Language } from './frames.ts';

/** Stands in a text for the request that it leads to: the goal's own words, which nobody rewrites. */
export const requestMark = '{request}';

/** What stands around a request, to be put into other words. */
export interface Draft {
  /** The text, with `requestMark` where the request is. */
  text: string;
  /** The goal's own words: for understanding alone. */
  request: string;
  language: Language;
  vector: string;
  application: string | null;
  /** Of several wordings of the same draft, which one. */
  variant: string;
}

/** What became of a draft. A refusal of the attacker's model is an outcome of its own. */
export type Rewriting = { key: string; usd: number | null } & (
  | { outcome: 'rewritten'; text: string }
  | { outcome: 'refused' | 'unusable'; reason: string }
);

/** Has texts rewritten by a model. A draft that was rewritten before is not paid again. */
export interface Rewriter {
  /** US dollars of all rewritings that have a price, those of earlier calls included. */
  readonly spentUsd: number;
  rewrite(draft: Draft, signal: AbortSignal): Promise<Rewriting>;
}

/** Names a draft: the same for the same. */
export const draftHash = (draft: Draft): string => payloadHash(JSON.stringify(Object.entries(draft).sort()));

const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' };

/** The language that a genome's words around the request have, by its name. */
export const languageName = (language: Language): string => languageNames[language];

/** Letters of a rewritten text, its mark included. */
const longest = 1_200;
/** What could lead somewhere else than the goal does: links, mail addresses, hosts and file names, paths. */
const leadsElsewhere = /https?:|www\.|\S@\S|\b[\w-]+\.[a-z]{2,}\b|(?:^|\s)(?:~|\.{0,2})\/\S/iu;
const refusing =
  /^\W*refused\b|\bI(?: am|['’]m)? (?:sorry|unable|not able)\b|\bI (?:can(?:not|['’]t)|won['’]t|will not)\b/iu;

/** What a model's answer to a draft is: a text that keeps the mark and adds nothing that leads anywhere, a refusal, or neither. */
export function judgedAnswer(
  answer: string,
  draft: Pick<Draft, 'text'>,
): { outcome: 'rewritten'; text: string } | { outcome: 'refused' | 'unusable'; reason: string } {
  const text = answer.trim().replace(/\s+/g, ' ');
  const unusable = (reason: string) => ({ outcome: 'unusable', reason }) as const;
  const marks = text.split(requestMark).length - 1;
  if (marks === 0 && refusing.test(text)) return { outcome: 'refused', reason: text.slice(0, 200) };
  if (marks !== 1) return unusable(`it holds the place of the request ${marks} times`);
  if (text.length > longest) return unusable(`it has ${text.length} characters, and ${longest} are the most`);
  const around = text.replace(requestMark, ' ');
  if (/[{}]/.test(around)) return unusable('it holds a placeholder of its own');
  // Names that the draft has itself, of the document say, may stay.
  const added = around.split(' ').filter((word) => !draft.text.includes(word.replace(/[.,:;!?]+$/, '')));
  if (leadsElsewhere.test(added.join(' '))) return unusable('it holds an address, a path or the name of a file');
  return { outcome: 'rewritten', text };
}

/** Rewritings of a draft that a search may choose from. */
export const rewritingVariants = ['1', '2'] as const;
