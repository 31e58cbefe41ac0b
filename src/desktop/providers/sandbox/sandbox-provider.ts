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
import { findImage, wantedImageId } from '../../image/find-image.ts';
import { type Image, ownerOf, readImage } from '../../image/image.ts';
import type { BuildProgress } from '../../image/progress.ts';
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
  /** OCI runtime compatible with runc. Defaults to `$OSHARM_RUNTIME`, else runc. */
  runtime?: string;
  warm?: number;
  /** Time limits in milliseconds, for tests. */
  startLimits?: Partial<PhaseLimits> & { late?: number; desktop?: number };
}

const pollPeriod = 4;
const lookPeriod = 100;
const mebibyte = 2 ** 20;

interface Prepared {
  image: Image;
  sources: Sources;
  range: IdRange;
}

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

  /** Throws EnvironmentError for the first missing requirement. Also cleans up after harnesses that were killed. */
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
    return wantedImageId();
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<SandboxDesktop> {
    if (spec.network === 'host')
      throw new UsageError('The sandbox never gives a desktop the network of this machine.', { code: 'network-host' });
    const start = performance.now();
    const warm = await this.#warm?.take(spec);
    const desktop = warm ?? (await this.#start(spec, signal));
    if (warm != null) desktop.startTimings = { leased: Math.round((performance.now() - start) * 10) / 10 };
    if (spec.run !== undefined) noteRun(desktop.controlPath, spec.run);
    return desktop;
  }

  get warm(): number {
    return this.#warm?.ready ?? 0;
  }

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

  #closeUnused(end: Promise<SandboxDesktop | null>): void {
    // Any fault: the supervisor ends with this process anyway.
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
    // Abort the start if a phase is late. The error names the phase.
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

  async close(): Promise<void> {
    await this.#warm?.close();
    await Promise.all(this.#unused);
    await closeAll(this.#open);
  }

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
  const range = await ownerOf(image.rootfs);
  await checkImageRange({ id: image.id, range });
  return { image, sources: { image: image.rootfs, session, control }, range };
}

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

/** Throws after the time limit. The work continues for the next caller. */
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
