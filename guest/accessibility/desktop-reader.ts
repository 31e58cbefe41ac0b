import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { SilentApplication } from '../../src/desktop/client/protocol.ts';
import { listApplications } from './accessibility-bus.ts';
import { openDirectConnection, ROOT_PATH } from './application-connection.ts';
import { ApplicationMemory } from './application-memory.ts';
import { ApplicationReader, type ForeignChild } from './application-reader.ts';
import { Channel } from './channel.ts';
import { BodyWriter } from './dbus/body-writer.ts';
import type { DBusConnection, Signal } from './dbus/connection.ts';
import { methodCall } from './dbus/method-call.ts';
import { KnownTrees } from './known-trees.ts';
import { methodsFor } from './methods.ts';
import { type Toolkit, toolkitNamed } from './toolkits.ts';
import type { TreeNode } from './tree-node.ts';

export interface TreeReport {
  nodes: number;
  calls: number;
  durationMs: number;
  silent: SilentApplication[];
}

export interface ApplicationTree {
  root: TreeNode;
  pid: number | null;
  toolkit: Toolkit;
  /** Age of the last known content of a silent application; null if it was just read. */
  ageMs: number | null;
}

export interface DesktopTree {
  applications: ApplicationTree[];
  report: TreeReport;
}

interface Application {
  busName: string;
  path: string;
}

/** Time limit for one reading, because an application may report a tree of any size. */
const READING_CAP_MS = timeLimits.guest.tree.reading;
const SHORT_DEADLINE_MS = 3_000;
/** Enough for a live program on a loaded machine. A hung application delays every observation by this much. */
const SECOND_CHANCE_MS = 1_000;
const MOST_PLUG_LEVELS = 4;

/** Reads applications in parallel and keeps the connections. */
export class DesktopReader {
  #bus: DBusConnection;
  #direct = new Map<string, Promise<DBusConnection | null>>();
  #known = new KnownTrees<ApplicationTree>();
  #memories = new Map<string, ApplicationMemory>();
  #silent = new Set<string>();

  constructor(bus: DBusConnection) {
    this.#bus = bus;
  }

  /** `only`: names of the applications to read. */
  async read(options: { only?: ReadonlySet<string>; signal?: AbortSignal | undefined } = {}): Promise<DesktopTree> {
    const start = performance.now();
    const channels = new Set<Channel>();
    const stop = (reason: Error): void => {
      for (const channel of channels) channel.fail(reason);
    };
    const aborted = (): void => stop(options.signal?.reason);
    options.signal?.addEventListener('abort', aborted, { once: true });
    const cap = setTimeout(() => stop(new Error(`reading took more than ${READING_CAP_MS} ms`)), READING_CAP_MS);
    try {
      const listed = await listApplications(this.#bus);
      this.#forgetAllBut(listed);
      const report: TreeReport = { nodes: 0, calls: 0, durationMs: 0, silent: [] };
      const read = await Promise.all(
        listed.map(async (application) => {
          try {
            if (options.only !== undefined && !options.only.has((await this.#nameOf(application)) ?? '')) return null;
            return await this.#readApplication(application, channels, report);
          } catch (cause) {
            options.signal?.throwIfAborted();
            return this.#lastKnown(application, cause as Error, report, options.only);
          }
        }),
      );
      options.signal?.throwIfAborted();
      const applications = read.filter((application) => application !== null);
      for (const { root } of applications) this.#count(root, report);
      for (const channel of channels) report.calls += channel.calls;
      report.durationMs = performance.now() - start;
      return { applications, report };
    } finally {
      clearTimeout(cap);
      options.signal?.removeEventListener('abort', aborted);
    }
  }

  async connectApplications(): Promise<void> {
    const listed = await listApplications(this.#bus);
    await Promise.all(
      listed.map(({ busName }) =>
        Promise.all([this.#memoryOf(busName), this.#connectionTo(busName)]).catch(() => null),
      ),
    );
  }

  sawEvent(signal: Signal): void {
    const memory = signal.sender === undefined ? undefined : this.#memories.get(signal.sender);
    if (memory) memory.events += 1;
  }

  close(): void {
    this.#bus.close();
    for (const direct of this.#direct.values()) {
      direct.then(
        (connection) => connection?.close(),
        () => {},
      );
    }
    this.#direct.clear();
  }

  /**
   * Returns the last known content of a silent application, because an agent could otherwise hide a window by blocking
   * its program. Null if nothing is known or the application has ended.
   */
  async #lastKnown(
    { busName }: Application,
    cause: Error,
    report: TreeReport,
    only: ReadonlySet<string> | undefined,
  ): Promise<ApplicationTree | null> {
    const present = await listApplications(this.#bus);
    if (!present.some((application) => application.busName === busName)) return null;
    this.#silent.add(busName);
    const known = this.#known.get(busName);
    const name = known?.value.root.name ?? null;
    if (only !== undefined && !only.has(name ?? '')) return null;
    report.silent.push({ name, reason: cause.message, ageMs: known?.ageMs ?? null });
    return known === null ? null : { ...known.value, ageMs: known.ageMs };
  }

  async #readApplication(
    application: Application,
    channels: Set<Channel>,
    report: TreeReport,
  ): Promise<ApplicationTree | null> {
    const { busName, path } = application;
    // An application that was silent last time gets a shorter deadline.
    if (this.#silent.has(busName)) {
      await this.#bus.request(methodsFor(busName).ping, path, SECOND_CHANCE_MS, () => {});
      this.#silent.delete(busName);
    }
    const memory = await this.#memoryOf(busName);
    const { pid } = memory;
    const toolkit = toolkitNamed(memory.toolkit);
    const since = memory.since();
    if (since === 'untouched' && memory.tree) {
      const tree = { root: memory.tree, pid, toolkit, ageMs: null };
      this.#known.set(busName, tree);
      return tree;
    }
    const isKept = memory.isKept(since);
    memory.startReading(since);
    const reader = await this.#reader(busName, channels, memory, isKept);
    const root = await reader.read(path, 1);
    await this.#readForeign(reader.foreign, channels, MOST_PLUG_LEVELS, report);
    // Embedded content of other programs may change independently.
    void memory.finishReading(reader.foreign.length === 0 ? root : null);
    if (root === null) return null;
    const tree = { root, pid, toolkit, ageMs: null };
    this.#known.set(busName, tree);
    return tree;
  }

  /** If a program doesn't respond, its node stays null and the report lists it. */
  async #readForeign(
    children: readonly ForeignChild[],
    channels: Set<Channel>,
    levels: number,
    report: TreeReport,
  ): Promise<void> {
    if (levels === 0) return;
    for (const child of children) {
      try {
        const reader = await this.#reader(child.busName, channels, new ApplicationMemory(null, null), false);
        child.parent.children[child.at] = await reader.read(child.path, child.depth, child.isSpreadsheet);
        await this.#readForeign(reader.foreign, channels, levels - 1, report);
      } catch (cause) {
        child.parent.children[child.at] = null;
        report.silent.push({ name: null, reason: (cause as Error).message, ageMs: null });
      }
    }
  }

  async #reader(
    busName: string,
    channels: Set<Channel>,
    memory: ApplicationMemory,
    isKept: boolean,
  ): Promise<ApplicationReader> {
    const direct = await this.#connectionTo(busName);
    const channel = direct && !direct.isClosed ? new Channel(direct, undefined) : new Channel(this.#bus, busName);
    channels.add(channel);
    return new ApplicationReader(channel, busName, memory, isKept);
  }

  async #memoryOf(busName: string): Promise<ApplicationMemory> {
    let memory = this.#memories.get(busName);
    if (!memory) {
      const [pid, toolkit] = await Promise.all([this.#processOf(busName), this.#toolkitOf(busName)]);
      memory = new ApplicationMemory(pid, toolkit);
      this.#memories.set(busName, memory);
    }
    return memory;
  }

  #connectionTo(busName: string): Promise<DBusConnection | null> {
    let direct = this.#direct.get(busName);
    if (!direct) {
      direct = openDirectConnection(this.#bus, busName, () => this.#direct.delete(busName));
      this.#direct.set(busName, direct);
      direct.catch(() => this.#direct.delete(busName));
    }
    return direct;
  }

  async #nameOf({ busName, path }: Application): Promise<string> {
    return this.#bus.request(methodsFor(busName).name, path, SHORT_DEADLINE_MS, (reply) => {
      reply.signatureString();
      return reply.string();
    });
  }

  #toolkitOf(busName: string): Promise<string | null> {
    return this.#bus
      .request(methodsFor(busName).toolkitName, ROOT_PATH, SHORT_DEADLINE_MS, (reply) =>
        reply.signatureString() === 's' ? reply.string() : null,
      )
      .catch(() => null);
  }

  #processOf(busName: string): Promise<number | null> {
    const call = methodCall({
      destination: 'org.freedesktop.DBus',
      interface: 'org.freedesktop.DBus',
      member: 'GetConnectionUnixProcessID',
      signature: 's',
      body: new BodyWriter().string(busName),
    });
    return this.#bus
      .request(call, '/org/freedesktop/DBus', SHORT_DEADLINE_MS, (reply) => reply.uint32())
      .catch(() => null);
  }

  #forgetAllBut(listed: readonly Application[]): void {
    const present = new Set(listed.map(({ busName }) => busName));
    for (const [busName, direct] of this.#direct) {
      if (present.has(busName)) continue;
      this.#direct.delete(busName);
      direct.then(
        (connection) => connection?.close(),
        () => {},
      );
    }
    for (const busName of this.#silent) if (!present.has(busName)) this.#silent.delete(busName);
    for (const busName of this.#memories.keys()) if (!present.has(busName)) this.#memories.delete(busName);
    this.#known.forgetAllBut(present);
  }

  #count(node: TreeNode, report: TreeReport): void {
    report.nodes += 1;
    for (const child of node.children) if (child) this.#count(child, report);
  }
}
