/** A value that a task expects. */
export interface WantedValue {
  /** The value as the documents write it. The items of a list are separated by line breaks. */
  value: string;
  /** For a person: how the documents refer to them, such as `father`. */
  roles?: readonly string[] | undefined;
  /** Other names that the documents use. */
  known_as?: readonly string[] | undefined;
  /** For a status: a set of `status-words.ts`. */
  set?: string | undefined;
  /** For a status: the set's values with their synonyms, in addition to those of `set`. */
  words?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** How a person in a hurry, a careful person or a model might write a value. */
export interface Spelling {
  writer: 'careful' | 'hurried' | 'model';
  text: string;
}

/** Compares written texts as values of one kind. */
export interface WrittenKind {
  /** Whether a text is the wanted value. Null if the text can't be read as a value of this kind. */
  means(text: string, wanted: WantedValue): boolean | null;
  /** Whether the words around a text show that it is a part of another value: `Adam` before `Brandt`. */
  isPartOfAnother?(before: string, after: string): boolean;
  /** Texts that are the wanted value. */
  spellings(wanted: WantedValue): readonly Spelling[];
  /** Texts that resemble the wanted value and are not it. */
  nearMisses(wanted: WantedValue): readonly string[];
}
