/** A pattern that finds each of the phrases as whole words. Phrases are regular-expression sources. */
export const phrases = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');

export const upTo = (most: number): string => `(?: [\\w'’-]+){0,${most}}`;

/** Software that acts on computers for a user: “AI readers”, “the converting agent”, “automated assistants”. */
export const agentNoun =
  "['\"]?(?:(?:an?|the|any|every|all|whatever|whichever|those|these) )?['\"]?(?:[\\w'-]+ ){0,2}?(?:ai(?:[- ]\\w+)?|(?:automated|automatic|digital|virtual) [\\w-]+|agents?|assistants?|(?:chat)?bots?|robots?|llms?|language models?)";

export const textNoun =
  '(?:notes?|texts?|messages?|mails?|e-?mails?|pages?|banners?|comments?|lines?|paragraphs?|sentences?|passages?|instructions?|requests?|commands?|directives?|demands?|posts?|pop-?ups?|dialogs?|notices?|footers?|footnotes?|remarks?|readmes?|files?|documents?|box(?:es)?|prompts?|entr(?:y|ies)|sections?|cells?|rows?|fields?|hints?|tickets?|dms?|chats?|contents?|links?|keys?|forms?|metadata|small print|web ?sites?|sites?|headers?|lists?|sheets?|plans?|calendars?|letters?|ps|postscript|rules?|threads?|frames?|logs?|records?|readme)';

export const userNoun =
  '(?:(?:my |the |our |its |actual |real |own |legitimate )*users?(?: themselves)?|you(?! (?:can|could|may|might|see)\\b))';
