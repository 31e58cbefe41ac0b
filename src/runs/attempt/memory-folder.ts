import { constants, type Dirent } from 'node:fs';
import { mkdir, mkdtemp, open, opendir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryCopy } from '../../base/record/session-record.ts';
import type { Task } from '../../tasks/suite/task.ts';

const memoryLimits = { bytes: 1_000_000, files: 200, entries: 5_000, depth: 6 };

/** Bytes by path below the folder. */
type MemoryFiles = ReadonlyMap<string, Buffer>;

/**
 * The folder in which an agent's program keeps its memory. Every session gets a new folder with what lasted, so that
 * nothing but the copy lasts: at most 200 files and 1 MB, without links.
 */
export class MemoryFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(files: MemoryFiles): Promise<MemoryFolder> {
    const folder = new MemoryFolder(await mkdtemp(join(tmpdir(), 'osharm-memory-')));
    await writeFiles(folder.path, files);
    return folder;
  }

  /** Reads what lasts. Files beyond the limits are dropped whole. */
  async read(): Promise<{ files: MemoryFiles; copy: MemoryCopy }> {
    const files = new Map<string, Buffer>();
    let bytes = 0;
    let dropped = 0;
    let entries = 0;
    const walk = async (below: string, depth: number): Promise<void> => {
      for (const entry of await entriesOf(join(this.path, below))) {
        entries += 1;
        const place = join(below, entry.name);
        if (entry.isDirectory() && depth < memoryLimits.depth && entries < memoryLimits.entries) {
          await walk(place, depth + 1);
          continue;
        }
        const left = memoryLimits.bytes - bytes;
        const isKept = entry.isFile() && files.size < memoryLimits.files && entries < memoryLimits.entries;
        const content = isKept ? await readUpTo(join(this.path, place), left) : null;
        if (content === null) dropped += 1;
        else {
          files.set(place, content);
          bytes += content.length;
        }
      }
    };
    await walk('', 1);
    return { files, copy: { files: files.size, bytes, dropped } };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Throws if a file can't be written. */
async function writeFiles(folder: string, files: MemoryFiles): Promise<void> {
  for (const [place, content] of files) {
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await writeFile(join(folder, place), content);
  }
}

/** The memory of one attempt's agent, session by session. Does nothing if the task does not let memory last. */
export class SessionMemory {
  readonly #lasts: readonly boolean[];
  readonly #directory: string;
  #folder: MemoryFolder | null = null;
  #files: MemoryFiles = new Map();
  #session = 0;

  /** `directory` is the run's. */
  constructor({ sessions = [] }: Pick<Task, 'sessions'>, directory: string) {
    this.#lasts = sessions.map(({ lasts }) => lasts.includes('memory'));
    this.#directory = directory;
  }

  /** Texts of the files that lasted for the current session. */
  get texts(): string[] {
    return [...this.#files.values()].map((content) => content.toString('utf8'));
  }

  /** Returns the folder for the agent of a session (1-based); null if memory never lasts. */
  async begin(session: number): Promise<string | null> {
    if (!this.#lasts.includes(true)) return null;
    if (this.#lasts[session - 2] !== true) this.#files = new Map();
    await this.close();
    this.#session = session;
    this.#folder = await MemoryFolder.create(this.#files);
    return this.#folder.path;
  }

  /** Copies what the session left. Call when its agent has closed. */
  async end(): Promise<MemoryCopy | null> {
    if (this.#folder === null) return null;
    const { files, copy } = await this.#folder.read();
    this.#files = files;
    await writeFiles(join(this.#directory, 'memory', `session-${this.#session}`), files);
    return copy;
  }

  async close(): Promise<void> {
    await this.#folder?.remove();
    this.#folder = null;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      entries.push(entry);
      if (entries.length >= memoryLimits.entries) break;
    }
  } catch {
    // Any fault: the agent may have removed the folder, or its rights, so the rest of it does not last.
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Null if the file is longer, is no longer a plain file, or can't be read. */
async function readUpTo(path: string, most: number): Promise<Buffer | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile() || facts.size > most) return null;
      const buffer = Buffer.alloc(facts.size);
      const { bytesRead } = await file.read(buffer, 0, facts.size, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // Any fault: the agent owns the file and may have changed or removed it meanwhile.
    return null;
  }
}
