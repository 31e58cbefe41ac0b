/** Where the results of a fleet lie: in OS-Harm's layout, whatever carries it. */
export interface ResultStore {
  /** As it is written after `--results`. */
  readonly place: string;
  /** The folder of this machine that stands for it. */
  readonly folder: string;
  /** The folder of this machine in which the attempt `staged` writes. */
  workFolder(staged: string): string;
  /** Brings an attempt's files out of reach of this machine's end. Gives the hash of their manifest. May be done twice. */
  stage(staged: string): Promise<string>;
  /** Makes a committed attempt the result at `path`, `result.txt` last. May be done twice, and by anybody once it is staged. */
  publish(staged: string, path: string, resultText: string): Promise<void>;
  /** The folder of this machine that holds the result at `path`, brought up to date. */
  fetch(path: string): Promise<string>;
  /** Brings what was added to that folder into the store. Gives the hash of the result's manifest. May be done twice. */
  keep(path: string): Promise<string>;
}

/** Objects that workers share, by name: files of a folder that all of them see, or objects in a bucket. Names are plain file names. */
export interface ObjectPlace {
  /** As people write it. */
  readonly place: string;
  /** Null where there is none of that name. Throws EnvironmentError `store-failed`, as the others do. */
  read(name: string): Promise<Buffer | null>;
  /** Bytes; null where there is none. */
  size(name: string): Promise<number | null>;
  /** It appears whole or not at all. */
  write(name: string, content: Buffer): Promise<void>;
}
