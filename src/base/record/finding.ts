/** Something that a reader met in a result directory and went on from. */
export interface ReadFinding {
  /** File in the result directory; empty for the directory itself. */
  file: string;
  kind: 'missing' | 'unreadable' | 'cut' | 'damaged' | 'unexpected' | 'dangling' | 'foreign';
  message: string;
}
