import { availableParallelism, totalmem, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, OsharmError, UsageError } from '../../../base/errors.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import { stopBundler } from '../../client/bundled-programs.ts';
import { useCached } from '../../client/cache-use.ts';
import type { DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import { ensureGuestBundle } from '../../client/guest-bundle.ts';
import { GuestClient } from '../../client/guest-client.ts';
import { checkImageRange, type IdRange } from '../../client/id-range.ts';
import { noteRun } from '../../client/running-desktops.ts';
import { differingNote } from '../../image/differing-versions.ts';
import { ensureRange } from '../../image/ensure-image.ts';
import { findImage } from '../../image/find-image.ts';
import { type Image, ownerOf, readImage } from '../../image/image.ts';
import type { BuildProgress } from '../../image/progress.ts';
import { readRecipe } from '../../image/recipe.ts';
import { closeAll } from '../close-all.ts';
import { sweepCgroups } from './cgroup.ts';
import { firstReady, type Starting } from './first-ready.ts';
import { checkMachine } from './machine-checks.ts';
import type { Limits } from './oci-spec.ts';
import { sweepRunFolders } from './run-folder.ts';
import { Sandbox } from './sandbox.ts';
import { SandboxDesktop } from './sandbox-desktop.ts';
import { ensureSessionLayer } from './session-layer.ts';
import type { Sources } from './start-script.ts';
import { type PhaseLimits, StartWatch } from './start-watch.ts';
import { ensureSupervisorBundle } from './supervisor-bundle.ts';
import { WarmDesktops } from './warm-desktops.ts';

export interface SandboxProviderOptions {
  /** OCI runtime: a command that takes runc's arguments; default `$OSHARM_RUNTIME`, else runc. */
  runtime?: string;
  /** Fresh desktops kept ready before they are asked for; default 0. */
  warm?: number;
  /** Limits of a start, in milliseconds, for tests: of its phases, of the whole, and after which a second desktop is started. */
  startLimits?: Partial<PhaseLimits> & { late?: number; desktop?: number };
}

/** Milliseconds between two calls of the session's health, and between two looks at what is late. */
const pollPeriod = 4;
const lookPeriod = 100;
const mebibyte = 2 ** 20;

interface Prepared {
  image: Image;
  sources: Sources;
  range: IdRange;
}

/** Supplies desktops as sandboxes on this machine: no virtual machine, no daemon. */
export class SandboxProvider implements DesktopProvider {
  readonly name = 'sandbox';
  readonly createLimit = timeLimits.start.create;
  readonly #runtime: string;
  readonly #open = new Set<SandboxDesktop>();
  #prepared: Promise<Prepared> | null = null;
  readonly #warm: WarmDesktops<SandboxDesktop> | null;
  readonly #phaseLimits: Partial<PhaseLimits>;
  readonly #lateMs: number;
  readonly #limitMs: number;
  readonly #unused = new Set<Promise<void>>();
  #created = 0;
  /** Calls of `create` that wait for a desktop. */
  #starting = 0;

  constructor(options: SandboxProviderOptions = {}) {
    const { warm = 0, startLimits = {} } = options;
    const { late = timeLimits.start.late, desktop = timeLimits.start.desktop, ...phases } = startLimits;
    this.#lateMs = late;
    this.#limitMs = desktop;
    this.#phaseLimits = phases;
    this.#warm = warm > 0 ? new WarmDesktops(warm, (spec, signal) => this.#start(spec, signal)) : null;
    this.#runtime = options.runtime ?? (process.env.OSHARM_RUNTIME || 'runc');
  }

  /** Throws EnvironmentError for the first thing that this machine lacks; sweeps up after harnesses that were killed. */
  async check(): Promise<void> {
    await Promise.all([sweepCgroups(), sweepRunFolders()]);
    const missing = (await checkMachine(this.#runtime)).find((finding) => finding.state === 'missing');
    if (missing !== undefined)
      throw new EnvironmentError(`No desktop can run here: ${missing.name}: ${missing.detail.replace(/\.$/, '')}.`, {
        code: missing.code,
        hint: missing.remedy,
      });
    await this.#prepare();
  }

  async commonImage(): Promise<string> {
    return (await readRecipe()).id;
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<SandboxDesktop> {
    if (spec.network === 'host')
      throw new UsageError('The sandbox gives no desktop the network of this machine.', { code: 'network-host' });
    const start = performance.now();
    const warm = await this.#warm?.take(spec);
    const desktop = warm ?? (await this.#start(spec, signal));
    if (warm != null) desktop.startTimings = { leased: Math.round((performance.now() - start) * 10) / 10 };
    if (spec.run !== undefined) noteRun(desktop.controlPath, spec.run);
    return desktop;
  }

  /** Desktops that are ready for who asks for one as before. */
  get warm(): number {
    return this.#warm?.ready ?? 0;
  }

  /** A desktop, with a second one started beside it where it is late. */
  async #start(spec: DesktopSpec, signal: AbortSignal | undefined): Promise<SandboxDesktop> {
    const prepared = await within(
      this.#prepare(),
      timeLimits.start.prepare,
      'Finding the image and building the session',
    );
    this.#starting += 1;
    try {
      const { desktop, second } = await firstReady({
        start: (startSignal) => this.#attempt(spec, prepared, startSignal),
        lateMs: Math.min(
          this.#lateMs * Math.ceil(this.#starting / availableParallelism()),
          timeLimits.start.longestLate,
        ),
        limitMs: this.#limitMs,
        tooLong: (states) =>
          new EnvironmentError(
            `No desktop started within ${seconds(this.#limitMs)}: ${states.join('; the second one: ')}.`,
            {
              code: 'sandbox-start',
              isRetryable: true,
            },
          ),
        signal,
        onUnused: (end) => this.#closeUnused(end),
      });
      if (second !== null) desktop.note(second);
      return desktop;
    } finally {
      this.#starting -= 1;
    }
  }

  /** Closes a desktop that came second; `close` waits for it. */
  #closeUnused(end: Promise<SandboxDesktop | null>): void {
    // Any fault: the supervisor ends with this process.
    const closed = end.then((desktop) => desktop?.close()).catch(() => {});
    this.#unused.add(closed);
    void closed.then(() => this.#unused.delete(closed));
  }

  #attempt(spec: DesktopSpec, prepared: Prepared, signal: AbortSignal): Starting<SandboxDesktop> {
    const watch = new StartWatch(this.#phaseLimits);
    return { desktop: this.#bringUp(spec, prepared, watch, signal), state: () => watch.state() };
  }

  async #bringUp(
    spec: DesktopSpec,
    { image, sources, range }: Prepared,
    watch: StartWatch,
    signal: AbortSignal,
  ): Promise<SandboxDesktop> {
    const limits = limitsOf(spec);
    const late = new AbortController();
    const stop = AbortSignal.any([signal, late.signal]);
    // Whatever a phase waits for: the watch ends it, with the phase's name.
    const looking = setInterval(() => {
      const phase = watch.late();
      if (phase !== null) late.abort(startFailure(phase.message, watch, ''));
    }, lookPeriod);
    const all = setTimeout(
      () =>
        late.abort(
          startFailure(`it took longer than ${seconds(timeLimits.start.attempt)}: ${watch.state()}`, watch, ''),
        ),
      timeLimits.start.attempt,
    );
    const start = performance.now();
    let sandbox: Sandbox | null = null;
    let guest: GuestClient | null = null;
    try {
      sandbox = await Sandbox.start(
        {
          spec,
          limits,
          sources,
          range,
          runtime: this.#runtime,
          authority: { certificate: image.caCertificate, key: image.caKey },
          onPhase: (phase) => watch.begin(phase),
        },
        stop,
      );
      watch.begin('files');
      guest = new GuestClient({ socketPath: sandbox.control });
      await waitUntilReady({ sandbox, guest, watch, signal: stop });
      await sandbox.watch(spec.scratch === undefined ? null : limits.diskBytes, limits.memoryBytes, stop);
    } catch (error) {
      guest?.close();
      const errors = sandbox?.errors() ?? '';
      await sandbox?.close();
      throw error instanceof OsharmError && errors !== '' && !error.message.includes(errors)
        ? withErrors(error, errors)
        : error;
    } finally {
      clearInterval(looking);
      clearTimeout(all);
    }
    this.#created += 1;
    const desktop: SandboxDesktop = new SandboxDesktop({
      id: `sandbox-${process.pid}-${this.#created}`,
      image: image.id,
      sandbox,
      guest,
      startTimings: { ...watch.timings(), ready: Math.round((performance.now() - start) * 10) / 10 },
      notes: [differingNote(image.record.differs), ...watch.notes()].filter((note) => note !== null),
      onClose: () => this.#open.delete(desktop),
    });
    this.#open.add(desktop);
    return desktop;
  }

  /** Closes every desktop that is still open. */
  async close(): Promise<void> {
    await this.#warm?.close();
    await Promise.all(this.#unused);
    await closeAll(this.#open);
  }

  /** What all desktops share: made once, found again in the cache by later processes. */
  #prepare(): Promise<Prepared> {
    this.#prepared ??= prepare().catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }
}

async function prepare(): Promise<Prepared> {
  const [image, session, control] = await Promise.all([
    usedImage(),
    ensureGuestBundle().then((bundle) => ensureSessionLayer(bundle)),
    ensureSupervisorBundle(),
  ]);
  await stopBundler();
  if (image === null)
    throw new EnvironmentError('The desktop image is not built yet.', {
      code: 'image-missing',
      hint: 'Run: osharm setup image build',
    });
  // The namespace maps the ids that own the image's files.
  const range = await ownerOf(image.rootfs);
  await checkImageRange({ id: image.id, range });
  return { image, sources: { image: image.rootfs, session, control }, range };
}

/** The image, kept from cleaning as long as this process lives. */
async function usedImage(): Promise<Image | null> {
  const image = await findImage();
  if (image === null) return null;
  await ensureRange(image, { onProgress: warnOfMove });
  useCached(`images/${image.id}`);
  return readImage(image.id);
}

function warnOfMove({ phase, message }: BuildProgress): void {
  if (phase === 'move')
    process.stderr.write(`The ids of the desktop image were given to another account: ${message} …\n`);
}

function limitsOf(spec: DesktopSpec): Limits {
  const memoryBytes = spec.limits?.memoryBytes ?? Math.min(4096 * mebibyte, Math.floor(totalmem() * 0.6));
  return { memoryBytes, pids: spec.limits?.pids ?? 2048, diskBytes: spec.limits?.diskBytes ?? 2048 * mebibyte };
}

/** Asks until the session says that the desktop is ready; a slow answer on a busy machine is asked for again. */
async function waitUntilReady(start: {
  sandbox: Sandbox;
  guest: GuestClient;
  watch: StartWatch;
  signal: AbortSignal;
}): Promise<void> {
  const { sandbox, guest, watch, signal } = start;
  while (!signal.aborted) {
    const health = await Promise.race([guest.health(signal).catch((error: Error) => error), sandbox.ended()]);
    signal.throwIfAborted();
    const end = sandbox.state();
    if (end.state !== 'running')
      throw startFailure(end.state === 'destroyed' ? end.reason : 'it was closed', watch, sandbox.errors());
    if (health instanceof Error) watch.saw(health.message);
    else if (health !== undefined) {
      watch.answered(health);
      if (health.ready) return;
    }
    await sleep(pollPeriod);
  }
  signal.throwIfAborted();
}

function startFailure(reason: string, watch: StartWatch, errors: string): EnvironmentError {
  const lines = [`A desktop did not start: ${reason}.`, ...watch.exits(), ...(errors === '' ? [] : [errors])];
  return new EnvironmentError(lines.join('\n'), {
    code: 'sandbox-start',
    hint: userInfo().uid === 0 ? 'Run: osharm doctor' : 'Run: osharm doctor (and try as root, if that finds nothing)',
    isRetryable: true,
  });
}

/** The same error with what the sandbox's programs wrote to stderr. */
function withErrors(error: OsharmError, errors: string): OsharmError {
  const { code, blame, isRetryable, hint } = error;
  return new OsharmError(`${error.message}\n${errors}`, {
    code,
    blame,
    isRetryable,
    cause: error,
    hint,
  });
}

/** Rejects where the work takes longer; it goes on, for whoever asks next. */
async function within<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new EnvironmentError(`${what} took longer than ${seconds(milliseconds)}.`, {
            code: 'sandbox-start',
            isRetryable: true,
          }),
        ),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
