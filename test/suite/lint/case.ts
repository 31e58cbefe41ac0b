/** One kind of mistake: where, a wrong value, a right one at the same place, what is said of the wrong one. */
export interface Case {
  what: string;
  file: string;
  at: (string | number)[];
  wrong: unknown;
  right: unknown;
  says: RegExp;
  /** Where it differs from `at`. */
  field?: string;
  /** Where it differs from `file`. */
  shownAs?: string;
  kind?: 'mistake' | 'cannot' | 'tolerated' | 'note';
}
