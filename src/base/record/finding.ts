/** A problem in a result directory that did not stop its reader. */
export interface ReadFinding {
  /** Empty for the directory itself. */
  file: string;
  kind: 'missing' | 'unreadable' | 'cut' | 'damaged' | 'unexpected' | 'dangling' | 'foreign';
  message: string;
}
