import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type {
  Desktop,
  DesktopEnd,
  FileChange,
  FileState,
  ProgramSeen,
  WebRequest,
} from '../../src/desktop/client/desktop.ts';
import type { GuestWindow, JournalEntry } from '../../src/desktop/client/protocol.ts';

interface Entry {
  type: 'file' | 'directory';
  content: Buffer;
  mode: number;
  mtimeMs: number;
  /** Stays when the entry moves or is written in place. */
  identity: string;
}

/** A double of the border to a desktop: files, windows, programs and requests in memory, seen as the supervisor would show them. */
export class MemoryDesktop {
  now = 1_000_000;
  end: DesktopEnd = { state: 'running' };
  readonly requests: WebRequest[] = [];
  readonly programs: ProgramSeen[] = [];
  readonly windowEvents: JournalEntry[] = [];
  active: { title: string; className: string } | null = null;
  private made = 0;
  private entries = new Map<string, Entry>();
  private index = new Map<string, FileState>();

  constructor(files: Record<string, string | Buffer> = {}) {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  /** As the effect log and the score want it. */
  get desktop(): Desktop {
    return this as unknown as Desktop;
  }

  write(path: string, content: string | Buffer, mode = 0o644): void {
    this.makeFolder(posix.dirname(path));
    const before = this.entries.get(path);
    this.entries.set(path, {
      type: 'file',
      content: Buffer.from(content),
      mode: before?.mode ?? mode,
      mtimeMs: this.now,
      identity: before?.identity ?? this.newIdentity(),
    });
  }

  makeFolder(path: string): void {
    if (path === '/' || this.entries.has(path)) return;
    this.makeFolder(posix.dirname(path));
    const identity = this.newIdentity();
    this.entries.set(path, { type: 'directory', content: Buffer.alloc(0), mode: 0o755, mtimeMs: this.now, identity });
  }

  remove(path: string): void {
    for (const key of [...this.entries.keys()])
      if (key === path || key.startsWith(`${path}/`)) this.entries.delete(key);
  }

  move(from: string, to: string): void {
    this.makeFolder(posix.dirname(to));
    for (const [path, entry] of [...this.entries]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.entries.delete(path);
      this.entries.set(to + path.slice(from.length), entry);
    }
  }

  /** As file managers do it: the thing goes to `files`, a note to `info`. */
  trash(path: string): void {
    const name = posix.basename(path);
    this.move(path, `/home/user/.local/share/Trash/files/${name}`);
    this.write(
      `/home/user/.local/share/Trash/info/${name}.trashinfo`,
      `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=2026-01-01T10:00:00\n`,
    );
  }

  changeMode(path: string, mode: number): void {
    const entry = this.entries.get(path);
    if (entry === undefined) throw new Error(`no ${path}`);
    this.entries.set(path, { ...entry, mode });
  }

  state(): DesktopEnd {
    return this.end;
  }
  async indexFiles(): Promise<{ files: number; durationMs: number }> {
    this.index = this.states();
    return { files: this.index.size, durationMs: 0 };
  }
  async scanFiles(): Promise<FileChange[]> {
    const now = this.states();
    const changes: FileChange[] = [];
    for (const path of [...new Set([...this.index.keys(), ...now.keys()])].sort()) {
      const before = this.index.get(path) ?? null;
      const after = now.get(path) ?? null;
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      const kind =
        before === null ? 'created' : after === null ? 'deleted' : before.hash !== after.hash ? 'modified' : 'metadata';
      changes.push({ kind, path, before, after });
    }
    return changes;
  }
  async readFile(path: string): Promise<Buffer | null> {
    const entry = this.entries.get(path);
    return entry?.type === 'file' ? entry.content : null;
  }
  async listFiles(path: string): Promise<FileState[]> {
    return [...this.states().values()].filter((state) => state.path === path || state.path.startsWith(`${path}/`));
  }
  async programsSeen(since: number): Promise<ProgramSeen[]> {
    return this.programs.filter((program) => program.time >= since);
  }
  readonly bodies = new Map<string, Buffer>();

  async webBody(hash: string): Promise<Buffer | null> {
    return this.bodies.get(hash) ?? null;
  }

  async webLog(since: number): Promise<WebRequest[]> {
    return this.requests.filter((request) => request.time >= since);
  }
  async journal(since: number): Promise<JournalEntry[]> {
    return this.windowEvents.filter((entry) => entry.index >= since);
  }
  async windows(): Promise<GuestWindow[]> {
    return this.active === null
      ? []
      : [{ ...this.active, id: 1, pid: 1, x: 0, y: 0, width: 100, height: 100, active: true }];
  }
  async exec(): Promise<{ output: string; error: string; returncode: number }> {
    return { output: '', error: 'no such command', returncode: 127 };
  }

  private newIdentity(): string {
    this.made += 1;
    return String(this.made);
  }

  private states(): Map<string, FileState> {
    const states = [...this.entries].map(([path, { type, content, mode, mtimeMs, identity }]): [string, FileState] => [
      path,
      {
        path,
        type,
        size: content.length,
        hash: type === 'file' ? createHash('sha256').update(content).digest('hex') : null,
        mode,
        uid: 1000,
        gid: 1000,
        mtimeMs,
        identity,
      },
    ]);
    return new Map(states.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
