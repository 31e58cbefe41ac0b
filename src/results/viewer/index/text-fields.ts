export const textFields = ['reply', 'action', 'effect', 'tree', 'judgment', 'text'] as const;
export type TextField = (typeof textFields)[number];

/** The ids of the runs whose field contains the words. */
export type FindText = (field: TextField, words: string) => ReadonlySet<string>;
