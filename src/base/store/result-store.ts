/** The results of a fleet, in OS-Harm's layout. */
export interface ResultStore {
  /** The value of `--results`. */
  readonly place: string;
  /** The local folder with the results, or with copies of them. */
  readonly folder: string;
  /** The local folder to which the attempt `staged` is written. */
  workFolder(staged: string): string;
  /** Saves an attempt so that it survives the loss of this machine. Returns its manifest's hash. Idempotent. */
  stage(staged: string): Promise<string>;
  /** Publishes a committed attempt at `path`, `result.txt` last. Idempotent; any worker can call it. */
  publish(staged: string, path: string, resultText: string): Promise<void>;
  /** Updates the local copy of the result at `path` and returns its folder. */
  fetch(path: string): Promise<string>;
  /** Saves files added to the folder that `fetch` returned. Returns the hash of the manifest. Idempotent. */
  keep(path: string): Promise<string>;
}

/** Named objects shared by all workers: files in a shared folder or objects in a bucket. Names are plain file names. */
export interface ObjectPlace {
  /** The address as the user wrote it. */
  readonly place: string;
  /** Null if the object does not exist. All methods throw EnvironmentError `store-failed`. */
  read(name: string): Promise<Buffer | null>;
  /** Size in bytes; null if the object does not exist. */
  size(name: string): Promise<number | null>;
  /** Atomic: other workers never see part of an object. */
  write(name: string, content: Buffer): Promise<void>;
}
