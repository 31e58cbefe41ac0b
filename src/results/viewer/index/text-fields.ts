/** The texts of a run that are searched, in the order in which a match is shown. */
export const searchedFields = ['reply', 'reasoning', 'payload', 'effect', 'judgment', 'action', 'tree'] as const;
export type SearchedField = (typeof searchedFields)[number];

/** `text` searches all of them. */
export const textFields = [...searchedFields, 'text'] as const;
export type TextField = (typeof textFields)[number];

/** A shorter last word must match whole: it begins too many words for a quick search. */
export const shortestPrefix = 3;

/** The ids of the runs whose field contains the words. */
export type FindText = (field: TextField, words: string) => ReadonlySet<string>;
