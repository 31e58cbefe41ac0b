import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isAborted, isSystemError } from '../../../base/expected-errors.ts';
import { type ChannelEnd, endText, LineChannel } from '../../../base/line-channel.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import type { DesktopEnd, DesktopSpec } from '../../client/desktop.ts';
import type { IdRange } from '../../client/id-range.ts';
import type { SupervisorMessage } from '../../client/supervisor-protocol.ts';
import { type NamespacedProgram, startInUserNamespace } from '../../client/user-namespace.ts';
import { makeCgroup, type SandboxCgroup } from './cgroup.ts';
import { InternetClient } from './internet-client.ts';
import { makeListeningSocket } from './listening-socket.ts';
import type { Limits } from './oci-spec.ts';
import { makeRunFolder } from './run-folder.ts';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts';
import { arrangeScript, notStarted, type Sources, startScript } from './start-script.ts';
import { type GuardedDesktop, stormGuard } from './storm-guard.ts';
import { SupervisorClient } from './supervisor-client.ts';

export interface SandboxOptions {
  spec: DesktopSpec;
  limits: Limits;
  sources: Sources;
  authority: { certificate: string; key: string };
  range: IdRange;
  runtime: string;
  onPhase(phase: 'containers'): void;
}

interface SandboxParts {
  program: NamespacedProgram;
  folder: string;
  scratch: string | null;
  cgroup: SandboxCgroup;
}

const keptErrors = 4000;
const startMessageSchema = z.union([
  z.object({ exited: z.enum(['desktop', 'internet']), code: z.number() }),
  z.object({ phase: z.enum(['containers']) }),
  z.object({ alive: z.number() }),
]);
const longestEnd = 2000;
/** An idle shell answers within this time on any working machine. */
const longestSilence = 15_000;

type Streams = [Writable, Readable, Readable, null, null, Readable];

/** One process tree: the supervisor, the container of a desktop and the container of its mock services. */
export class Sandbox {
  readonly control: string;
  readonly supervisor: SupervisorClient;
  readonly internet: InternetClient;
  readonly limits: { memory: 'cgroup' | 'watchdog'; pids: 'cgroup' | 'rlimit' };
  /** For readers of its run. */
  readonly notes: string[] = [];
  readonly #program: NamespacedProgram;
  readonly #folder: string;
  readonly #scratch: string | null;
  readonly #cgroup: SandboxCgroup;
  readonly #guarded: GuardedDesktop;
  readonly #ended = Promise.withResolvers<void>();
  readonly #startScriptEnd = Promise.withResolvers<ChannelEnd>();
  #end: DesktopEnd = { state: 'running' };
  #hasEndedPrograms = false;
  #errors = '';
  #nextSign = 1;
  readonly #signs = new Map<number, () => void>();
  /** The kernel's count of OOM kills when the desktop started; null if unavailable. */
  #endedForMemory: number | null = null;

  private constructor({ program, folder, scratch, cgroup }: SandboxParts, onPhase: (phase: 'containers') => void) {
    this.#program = program;
    this.#folder = folder;
    this.#scratch = scratch;
    this.#cgroup = cgroup;
    this.#guarded = {
      slowDown: (isSlow) => cgroup.slowDown(isSlow),
      threads: () => cgroup.threads(),
      stormed: () => this.notes.push(slowedDown),
    };
    this.control = join(folder, 'desktop');
    const [input, output, errors, , , log] = program.process.stdio as unknown as Streams;
    this.internet = new InternetClient(join(folder, 'internet'), log, join(folder, 'bodies'), (end) =>
      this.#logEnded(end),
    );
    this.supervisor = new SupervisorClient(input, output, {
      onEvent: (event) => {
        if (event.event === 'limit') this.#destroyed(limitReason(event));
        else if (event.event === 'log-ended') this.#destroyed(event.reason);
      },
      onEnd: (reason) => this.#supervisorGone(reason),
    });
    this.limits = {
      memory: cgroup.limits.memory ? 'cgroup' : 'watchdog',
      pids: cgroup.limits.pids ? 'cgroup' : 'rlimit',
    };
    errors.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString('utf8')).slice(-keptErrors);
    });
    new LineChannel({
      input: program.channel,
      schema: startMessageSchema,
      onMessage: (message) => {
        if ('phase' in message) onPhase(message.phase);
        else if ('alive' in message) this.#signs.get(message.alive)?.();
        else this.#containerEnded(message);
      },
      onEnd: (end) => {
        this.#startScriptEnd.resolve(end);
        if (end.kind !== 'closed') void this.#supervisorGone(`its start script ${endText(end)}`);
      },
    });
    program.process.once('exit', () => void this.#supervisorGone('its sandbox ended'));
  }

  static async start(options: SandboxOptions, signal?: AbortSignal | undefined): Promise<Sandbox> {
    const { spec } = options;
    // Read first, because a failure here leaves nothing to clean up.
    const authority = await readAuthority(options.authority);
    const made = await Promise.allSettled([
      makeRunFolder(),
      spec.scratch === undefined ? null : makeScratchFolder(spec.scratch),
      makeCgroup(options.limits),
    ]);
    const [folder, scratch, cgroup] = await allOrNone(made);
    try {
      const [desktop, internet] = await Promise.all([
        makeListeningSocket(join(folder, 'desktop')),
        makeListeningSocket(join(folder, 'internet')),
      ]);
      try {
        signal?.throwIfAborted();
        const program = await startInUserNamespace(['sh', '-c', startScript(spec, options.limits, options.runtime)], {
          env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/', LANG: 'C.UTF-8' },
          cwd: '/',
          range: options.range,
          stdio: ['pipe', 'pipe', 'pipe', desktop.descriptor, internet.descriptor, 'pipe'],
          // The OOM killer should choose the supervisor and the logs last. Only root may lower the score.
          before: `{ echo -500 >/proc/self/oom_score_adj; } 2>/dev/null || :\n${cgroup.enter}`,
          arrange: arrangeScript(options.sources, options.limits, scratch),
          greeting: authority,
          signal,
        });
        const sandbox = new Sandbox({ program, folder, scratch, cgroup }, options.onPhase);
        sandbox.#endedForMemory = await endedForMemory();
        return sandbox;
      } finally {
        desktop.release();
        internet.release();
      }
    } catch (error) {
      await sweepAfter(folder, scratch, cgroup);
      throw error;
    }
  }

  state(): DesktopEnd {
    return this.#end;
  }

  /**
   * Call when the desktop has started. The supervisor then enforces the limits that cgroups and the tmpfs don't.
   * `diskBytes`: limit for an overlay on disk; null for a tmpfs.
   */
  async watch(diskBytes: number | null, memoryBytes: number, signal?: AbortSignal | undefined): Promise<void> {
    const memory = this.limits.memory === 'cgroup' ? null : memoryBytes;
    await Promise.all([
      this.supervisor.call('watch', { memoryBytes: memory, diskBytes }, signal),
      this.#cgroup.started(),
    ]);
    if (this.#cgroup.sharesProcessors) stormGuard.add(this.#guarded);
  }

  ended(): Promise<void> {
    return this.#ended.promise;
  }

  errors(): string {
    return this.#errors.trim();
  }

  /** Pings an idle process next to the supervisor, which no load inside the desktop can delay. */
  async isServed(): Promise<boolean> {
    const number = this.#nextSign++;
    const sign = Promise.withResolvers<boolean>();
    this.#signs.set(number, () => sign.resolve(true));
    const isDone = new AbortController();
    this.#program.channel.write(`${number}\n`);
    const silence = setTimeout(longestSilence, false, { signal: isDone.signal, ref: false }).catch(
      fallback(false, isAborted),
    );
    const isServed = await Promise.race([sign.promise, silence]);
    isDone.abort();
    this.#signs.delete(number);
    return isServed;
  }

  /** Stops the desktop's processes, but not the supervisor or the mock services. */
  async endPrograms(signal?: AbortSignal | undefined): Promise<void> {
    this.#hasEndedPrograms = true;
    // Programs need processor time to end.
    stormGuard.remove(this.#guarded);
    await this.supervisor.call('end-programs', {}, signal);
  }

  /** Stops all processes of the sandbox and removes its folders and cgroups. Idempotent. */
  async close(): Promise<void> {
    stormGuard.remove(this.#guarded);
    if (this.#end.state !== 'closed') {
      this.#end = { state: 'closed' };
      this.#ended.resolve();
    }
    const { process: child, channel } = this.#program;
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      // When its stdin closes, the supervisor ends everything and exits. If it is killed, the kernel ends everything.
      child.stdin?.end();
      const isDone = new AbortController();
      const slow = setTimeout(longestEnd, undefined, { signal: isDone.signal }).then(
        () => child.kill('SIGKILL'),
        fallback(undefined, isAborted),
      );
      // Freeing memory may take the kernel a while, so don't wait indefinitely or keep the harness alive for it.
      await Promise.race([
        exit,
        setTimeout(timeLimits.end.sandbox, undefined, { signal: isDone.signal }).catch(fallback(undefined, isAborted)),
      ]);
      child.unref();
      isDone.abort();
      await slow;
    }
    this.supervisor.end('the desktop was closed');
    channel.destroy();
    for (const stream of child.stdio) stream?.destroy();
    await sweepAfter(this.#folder, this.#scratch, this.#cgroup);
  }

  /**
   * Nothing inside can reach the supervisor, so if it was killed, the cause is on this machine and not the agent. There
   * are two exceptions that count as the agent's: the supervisor exceeded its memory limit, or the machine ran out of
   * memory and no cgroup limits the desktop alone.
   */
  async #supervisorGone(reason: string): Promise<void> {
    const { process: child } = this.#program;
    const late = setTimeout(longestEnd, null, { ref: false });
    if (child.exitCode === null && child.signalCode === null) await Promise.race([once(child, 'exit'), late]);
    const outcome = await Promise.race([this.#startScriptEnd.promise, late]);
    const isKilled = child.signalCode === 'SIGKILL' || (outcome?.kind === 'shape' && killedChild.test(outcome.line));
    const isInReach = this.limits.memory === 'watchdog' || this.#cgroup.memoryHoldsSupervisor;
    const isOutOfMemory = isInReach && (await endedForMemory()) !== this.#endedForMemory;
    if (await this.#cgroup.watchRanOut()) this.#destroyed('its supervisor’s data exceeded the memory limit');
    else if (isKilled && !isOutOfMemory) this.#over({ state: 'failed', error: killedFromOutside() });
    else this.#destroyed(reason);
  }

  #containerEnded({ exited, code }: { exited: 'desktop' | 'internet'; code: number }): void {
    if (exited === 'internet') this.internet.exited();
    if (exited === 'desktop' && this.#hasEndedPrograms) return;
    const reason = notStarted[code];
    if (reason !== undefined) this.#destroyed(`its ${exited} did not start: ${reason}`);
    else this.#destroyed(exited === 'desktop' ? `its first process ended (${code})` : 'its mock internet ended');
  }

  #destroyed(reason: string): void {
    this.#over({ state: 'destroyed', reason });
  }

  /** The log records everything that leaves the desktop, so the desktop must not continue without it. */
  #logEnded(end: ChannelEnd): void {
    if (end.kind === 'handler') this.#over({ state: 'failed', error: notKept(end.error) });
    else if (end.kind !== 'closed') this.#destroyed(`the log of its internet ${endText(end)}`);
  }

  #over(end: DesktopEnd): void {
    if (this.#end.state !== 'running') return;
    stormGuard.remove(this.#guarded);
    this.#end = end;
    this.#ended.resolve();
  }
}

const slowedDown =
  'The desktop got a tenth of a processor for a while, because its programs constantly woke each other or themselves.';

type ExceededLimit = Extract<SupervisorMessage, { event: 'limit' }>;

function limitReason({ limit, amount }: ExceededLimit): string {
  if (limit === 'wakeups')
    return `it starved the machine: its programs were woken ${amount} times a second, by timers or by each other`;
  const reached = limit === 'descriptors' ? `${amount} open` : `${Math.round(amount / 2 ** 20)} MB`;
  return `it exceeded its ${limit} limit (${reached})`;
}

/** unshare(1) prints this if its child was killed, because it can't reset the handler of SIGKILL. */
const killedChild = /^unshare: sigprocmask /;

/** Number of OOM kills since boot; null if unavailable. */
async function endedForMemory(): Promise<number | null> {
  const text = await readFile('/proc/vmstat', 'utf8').catch(fallback('', isSystemError));
  const count = /^oom_kill (\d+)$/m.exec(text)?.[1];
  return count === undefined ? null : Number(count);
}

function killedFromOutside(): EnvironmentError {
  return new EnvironmentError("The sandbox's supervisor was killed on this machine, from outside the desktop.", {
    code: 'sandbox-killed',
    hint: 'Check free memory: dmesg lists what the kernel killed. The run will be rerun.',
    isRetryable: true,
  });
}

function notKept(cause: unknown): EnvironmentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EnvironmentError(`The desktop's data could not be stored on this machine: ${reason}.`, {
    code: 'desktop-log-not-kept',
    hint: 'Free some space in the temporary folder (TMPDIR).',
    isRetryable: true,
    cause,
  });
}

async function allOrNone([folder, scratch, cgroup]: [
  PromiseSettledResult<string>,
  PromiseSettledResult<string | null>,
  PromiseSettledResult<SandboxCgroup>,
]): Promise<[string, string | null, SandboxCgroup]> {
  if (folder.status === 'fulfilled' && scratch.status === 'fulfilled' && cgroup.status === 'fulfilled')
    return [folder.value, scratch.value, cgroup.value];
  if (folder.status === 'fulfilled') await rm(folder.value, { recursive: true, force: true });
  if (scratch.status === 'fulfilled' && scratch.value !== null) await removeScratchFolder(scratch.value);
  if (cgroup.status === 'fulfilled') await cgroup.value.remove();
  throw [folder, scratch, cgroup].find((part) => part.status === 'rejected')?.reason;
}

async function sweepAfter(folder: string, scratch: string | null, cgroup: SandboxCgroup): Promise<void> {
  await Promise.all([
    cgroup.remove(),
    rm(folder, { recursive: true, force: true }),
    scratch === null ? undefined : removeScratchFolder(scratch),
  ]);
}

async function readAuthority(files: { certificate: string; key: string }): Promise<string> {
  try {
    const [certificate, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')]);
    return Buffer.from(JSON.stringify({ certificate, key })).toString('base64');
  } catch (cause) {
    throw new EnvironmentError(`The image's certificate authority can't be read: ${(cause as Error).message}.`, {
      code: 'image-damaged',
      hint: 'Run: osharm setup image build',
      cause,
    });
  }
}
