import type { z } from 'zod';
import * as mini from 'zod/mini';
import type { EffectGap } from '../../../base/record/evidence/effect-gap.ts';
import type { CommandResult, FileChange, FileState, ProgramSeen, WebRequest } from '../desktop.ts';
import { DesktopDestroyedError } from '../desktop-destroyed-error.ts';
import { classicCommand } from '../guest/classic-code.ts';
import { GuestDesktop, type GuestDesktopParts } from '../guest/guest-desktop.ts';
import { GuestFileTooLargeError } from '../guest-file-too-large-error.ts';
import { GuestReplyError, GuestTimeoutError } from '../guest-http.ts';
import type { GuestWindow, JournalEntry, PythonReply } from '../protocol.ts';
import { fromScanned, programSeenSchema, supervisorReplies } from '../supervisor-protocol.ts';
import { OwnPrograms } from './own-programs.ts';
import { networkGaps, type RecordedNetwork, recordedNetworkSchema } from './recorded-network.ts';
import { type RecorderCall, RecorderSilentError } from './recorder-link.ts';
import type { StartedRecorder } from './start-recorder.ts';

const recordedProgram = mini.extend(programSeenSchema, { lineage: mini.array(mini.string()) });
const replies = {
  index: supervisorReplies.index.reply,
  scan: mini.object({ changes: supervisorReplies.scan.part, contents: mini.record(mini.string(), mini.string()) }),
  list: supervisorReplies.list.part,
  alive: mini.array(recordedProgram),
  programs: mini.object({ lost: mini.number(), programs: mini.array(recordedProgram) }),
  network: mini.nullable(recordedNetworkSchema),
  renew: mini.null(),
  read: mini.union([mini.string(), mini.number(), mini.null()]),
  'end-programs': mini.number(),
};
type Reply<Call extends RecorderCall['call']> = z.infer<(typeof replies)[Call]>;

/**
 * A desktop of which a recorder inside reports the effects, in the format of the sandbox's supervisor. If the recorder
 * falls silent after step 0, the effects known until then remain, and `unrecorded` states it.
 */
export class RecordedDesktop extends GuestDesktop {
  readonly #recorder: StartedRecorder;
  readonly #isNetworkClosed: boolean;
  readonly #isClassic: boolean;
  readonly #own = new OwnPrograms();
  #knownWindows: ReadonlySet<number> | null = null;
  readonly #opened: JournalEntry[] = [];
  #isIndexed = false;
  #silence: string | null = null;
  #lost = 0;
  #programsUntil = 0;
  #network: RecordedNetwork | null = null;
  #changes: FileChange[] = [];
  /** Small files of the last scan, each for one reading, until something runs in the desktop. */
  #contents = new Map<string, string>();

  constructor(parts: GuestDesktopParts, recorder: StartedRecorder, { isNetworkClosed }: { isNetworkClosed: boolean }) {
    super(parts);
    this.#recorder = recorder;
    this.#isClassic = parts.kind === 'classic';
    this.#isNetworkClosed = isNetworkClosed;
    recorder.link.onRequest = (command) => this.#own.expect(command, { withChildren: true });
  }

  override notes(): readonly string[] {
    return [...super.notes(), ...this.#recorder.notes];
  }

  unrecorded(): EffectGap[] {
    const gaps = networkGaps(this.#network, { isNetworkClosed: this.#isNetworkClosed });
    if (this.#recorder.facts.programs === 'polling')
      gaps.push({ channel: 'programs', reason: 'Programs that run for less than a moment are not recorded.' });
    else if (this.#lost > 0)
      gaps.push({ channel: 'programs', reason: 'Some programs ended before they could be recorded.' });
    if (this.#silence !== null) gaps.push({ channel: 'everything', reason: this.#silence });
    return gaps;
  }

  override async exec(
    command: string | string[],
    options?: { shell?: boolean; timeoutMs?: number; signal?: AbortSignal | undefined },
  ): Promise<CommandResult> {
    this.#contents.clear();
    const argv = typeof command === 'string' ? command.split(/\s+/) : command;
    this.#own.expect(options?.shell === true ? ['/bin/sh', '-c', argv.join(' ')] : argv, { withChildren: true });
    return super.exec(command, options);
  }

  override execute(
    code: string,
    options: { timeoutMs?: number; view?: { width: number; height: number }; signal?: AbortSignal | undefined } = {},
  ): Promise<PythonReply> {
    this.#contents.clear();
    // Actions are recorded as code. Only the programs that they start count as programs.
    const command = classicCommand(code, options.timeoutMs);
    if (this.#isClassic)
      for (const argv of [command, command.slice(-3)]) this.#own.expect(argv, { withChildren: false });
    return super.execute(code, options);
  }

  /** OSWorld's server keeps no journal: windows that were opened are those that the last list did not have. */
  override async windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]> {
    const open = await super.windows(signal);
    for (const { id, title, className } of open)
      if (this.#knownWindows?.has(id) === false)
        this.#opened.push({ index: this.#opened.length, time: Date.now(), kind: 'window-opened', title, className });
    this.#knownWindows = new Set(open.map(({ id }) => id));
    return open;
  }

  override async journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]> {
    return this.#isClassic ? this.#opened.filter(({ index }) => index >= since) : super.journal(since, signal);
  }

  override async indexFiles(signal?: AbortSignal | undefined): Promise<{ files: number; durationMs: number }> {
    const index = await this.#ask({ call: 'index' }, signal);
    this.#isIndexed = true;
    return index;
  }

  override async scanFiles(signal?: AbortSignal | undefined): Promise<FileChange[]> {
    const scan = await this.#askUnlessSilent({ call: 'scan' }, null, signal);
    this.#contents = new Map(Object.entries(scan?.contents ?? {}));
    if (scan !== null) this.#changes = scan.changes.map((change) => this.#inOurTime(fromScanned(change)));
    return this.#changes;
  }

  override async programsSeen(since: number): Promise<ProgramSeen[]> {
    const none = { lost: this.#lost, programs: [] };
    const { aheadMs } = this.#recorder;
    const { lost, programs } = await this.#askUnlessSilent({ call: 'programs', since: since + aheadMs }, none);
    this.#lost = lost;
    for (const program of programs) program.time -= aheadMs;
    this.#programsUntil = programs.at(-1)?.time ?? this.#programsUntil;
    return this.#own.without(programs);
  }

  async processesAlive(): Promise<ProgramSeen[]> {
    const [alive] = await Promise.all([
      this.#askUnlessSilent({ call: 'alive' }, []),
      this.programsSeen(this.#programsUntil),
    ]);
    for (const program of alive) program.time -= this.#recorder.aheadMs;
    return this.#own.withoutRunning(alive);
  }

  async endPrograms(signal?: AbortSignal | undefined): Promise<void> {
    await this.#askUnlessSilent({ call: 'end-programs' }, 0, signal);
  }

  override async readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null> {
    const scanned = this.#contents.get(path);
    if (scanned !== undefined) {
      this.#contents.delete(path);
      return Buffer.from(scanned, 'base64');
    }
    const content = this.#isIndexed
      ? await this.#askUnlessSilent({ call: 'read', path }, undefined, signal)
      : undefined;
    if (content === undefined) return super.readFile(path, signal);
    if (typeof content === 'number') throw new GuestFileTooLargeError(path, content);
    return content === null ? null : Buffer.from(content, 'base64');
  }

  override async listFiles(path: string, signal?: AbortSignal | undefined): Promise<FileState[]> {
    const listed = this.#isIndexed ? await this.#askUnlessSilent({ call: 'list', path }, null, signal) : null;
    return listed ?? super.listFiles(path, signal);
  }

  /** Requests have no contents here. `unrecorded` states that something was sent, and where to. */
  override async webLog(): Promise<WebRequest[]> {
    this.#network = await this.#askUnlessSilent({ call: 'network' }, this.#network);
    return [];
  }

  override async webBody(): Promise<Buffer | null> {
    return null;
  }

  override async close(): Promise<void> {
    this.#recorder.link.stopRenewing();
    if (this.state().state === 'running' && this.#silence === null)
      try {
        await this.#recorder.link.end();
      } catch {
        // Any fault: the machine may have ended already, and is reset or discarded.
      }
    await super.close();
  }

  /** Times of this machine's clock, by which effects are assigned to steps. */
  #inOurTime(change: FileChange): FileChange {
    const { aheadMs } = this.#recorder;
    for (const state of aheadMs === 0 ? [] : [change.before, change.after]) {
      if (state === null) continue;
      state.mtimeMs -= aheadMs;
      if (state.ctimeMs !== undefined) state.ctimeMs -= aheadMs;
    }
    return change;
  }

  async #ask<Call extends keyof typeof replies>(
    call: RecorderCall & { call: Call },
    signal?: AbortSignal | undefined,
  ): Promise<Reply<Call>> {
    signal?.throwIfAborted();
    const reply = await this.inside(() => this.#recorder.link.ask(call));
    signal?.throwIfAborted();
    const parsed = replies[call.call].safeParse(reply);
    if (parsed.success) return parsed.data as Reply<Call>;
    throw new RecorderSilentError(`sent a reply of the wrong shape (${call.call})`, parsed.error);
  }

  /** After step 0, the agent may be the cause of silence, so it is recorded and no error. */
  async #askUnlessSilent<Call extends keyof typeof replies, Instead>(
    call: RecorderCall & { call: Call },
    instead: Instead,
    signal?: AbortSignal | undefined,
  ): Promise<Reply<Call> | Instead> {
    if (this.#silence !== null) return instead;
    try {
      return await this.#ask(call, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isSilence(error) || !this.#isIndexed) throw error;
      this.#silence ??= error.message;
      return instead;
    }
  }
}

/** What the recorder had not reported yet is lost with a desktop that ended. */
const isSilence = (error: unknown): error is Error =>
  [RecorderSilentError, GuestReplyError, GuestTimeoutError, DesktopDestroyedError].some(
    (kind) => error instanceof kind,
  );
