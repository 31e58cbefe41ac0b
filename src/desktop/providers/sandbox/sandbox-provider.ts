import { stat } from 'node:fs/promises';
import { totalmem, userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { stopBundler } from '../../client/bundled-programs.ts';
import { useCached } from '../../client/cache-use.ts';
import type { DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import { ensureGuestBundle } from '../../client/guest-bundle.ts';
import { GuestClient } from '../../client/guest-client.ts';
import { checkImageRange, type IdRange } from '../../client/id-range.ts';
import { noteRun } from '../../client/running-desktops.ts';
import { differingNote } from '../../image/differing-versions.ts';
import { findImage } from '../../image/find-image.ts';
import { type Image, readImage } from '../../image/image.ts';
import { readRecipe } from '../../image/recipe.ts';
import { closeAll } from '../close-all.ts';
import { sweepCgroups } from './cgroup.ts';
import { checkMachine } from './machine-checks.ts';
import type { Limits } from './oci-spec.ts';
import { sweepRunFolders } from './run-folder.ts';
import { Sandbox } from './sandbox.ts';
import { SandboxDesktop } from './sandbox-desktop.ts';
import { ensureSessionLayer } from './session-layer.ts';
import type { Sources } from './start-script.ts';
import { ensureSupervisorBundle } from './supervisor-bundle.ts';
import { WarmDesktops } from './warm-desktops.ts';

export interface SandboxProviderOptions {
  /** OCI runtime: a command that takes runc's arguments; default `$OSHARM_RUNTIME`, else runc. */
  runtime?: string;
  /** Fresh desktops kept ready before they are asked for; default 0. */
  warm?: number;
}

/** A start that takes longer than this has failed, in milliseconds: a quiet machine takes 300, one with thirty desktops at once a minute. */
const startDeadline = 120_000;
const pollPeriod = 4;
const mebibyte = 2 ** 20;

interface Prepared {
  image: Image;
  sources: Sources;
  range: IdRange;
}

/** Supplies desktops as sandboxes on this machine: no virtual machine, no daemon. */
export class SandboxProvider implements DesktopProvider {
  readonly name = 'sandbox';
  readonly #runtime: string;
  readonly #open = new Set<SandboxDesktop>();
  #prepared: Promise<Prepared> | null = null;
  readonly #warm: WarmDesktops<SandboxDesktop> | null;
  #created = 0;

  constructor(options: SandboxProviderOptions = {}) {
    const { warm = 0 } = options;
    this.#warm = warm > 0 ? new WarmDesktops(warm, (spec, signal) => this.#start(spec, signal)) : null;
    this.#runtime = options.runtime ?? (process.env.OSHARM_RUNTIME || 'runc');
  }

  /** Throws EnvironmentError for the first thing that this machine lacks; sweeps up after harnesses that were killed. */
  async check(): Promise<void> {
    await Promise.all([sweepCgroups(), sweepRunFolders()]);
    const missing = (await checkMachine(this.#runtime)).find((finding) => finding.state === 'missing');
    if (missing !== undefined)
      throw new EnvironmentError(`No desktop can run here: ${missing.name}: ${missing.detail}.`, {
        code: missing.code,
        ...(missing.remedy === undefined ? {} : { hint: missing.remedy }),
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

  async #start(spec: DesktopSpec, signal: AbortSignal | undefined): Promise<SandboxDesktop> {
    const start = performance.now();
    const startTimings: Record<string, number> = {};
    const mark = (phase: string) => {
      startTimings[phase] = Math.round((performance.now() - start) * 10) / 10;
    };
    const { image, sources, range } = await this.#prepare();
    mark('prepared');
    const limits = limitsOf(spec);
    const sandbox = await Sandbox.start(
      {
        spec,
        limits,
        sources,
        range,
        runtime: this.#runtime,
        authority: { certificate: image.caCertificate, key: image.caKey },
      },
      signal,
    );
    mark('namespaces');
    const guest = new GuestClient({ socketPath: sandbox.control });
    try {
      await waitUntilReady(sandbox, guest, signal);
      mark('ready');
      await sandbox.watch(spec.scratch === undefined ? null : limits.diskBytes, limits.memoryBytes);
    } catch (error) {
      guest.close();
      await sandbox.close();
      throw error;
    }
    this.#created += 1;
    const desktop: SandboxDesktop = new SandboxDesktop({
      id: `sandbox-${process.pid}-${this.#created}`,
      image: image.id,
      sandbox,
      guest,
      startTimings,
      notes: [differingNote(image.record.differs)].filter((note) => note !== null),
      onClose: () => this.#open.delete(desktop),
    });
    this.#open.add(desktop);
    return desktop;
  }

  /** Closes every desktop that is still open. */
  async close(): Promise<void> {
    await this.#warm?.close();
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
      hint: 'Run: osharm image build',
    });
  // The namespace maps the ids that own the image's files.
  const { uid, gid } = await stat(image.rootfs);
  const range = { firstUser: uid, firstGroup: gid };
  await checkImageRange({ id: image.id, range });
  return { image, sources: { image: image.rootfs, session, control }, range };
}

/** The image, kept from cleaning as long as this process lives. */
async function usedImage(): Promise<Image | null> {
  const image = await findImage();
  if (image === null) return null;
  useCached(`images/${image.id}`);
  return readImage(image.id);
}

function limitsOf(spec: DesktopSpec): Limits {
  const memoryBytes = spec.limits?.memoryBytes ?? Math.min(4096 * mebibyte, Math.floor(totalmem() * 0.6));
  return { memoryBytes, pids: spec.limits?.pids ?? 2048, diskBytes: spec.limits?.diskBytes ?? 2048 * mebibyte };
}

/** Asks until window manager, panel, accessibility and input answer; a slow answer on a busy machine is asked for again. */
async function waitUntilReady(sandbox: Sandbox, guest: GuestClient, signal?: AbortSignal | undefined): Promise<void> {
  const deadline = AbortSignal.timeout(startDeadline);
  const stop = AbortSignal.any([deadline, ...(signal === undefined ? [] : [signal])]);
  let last = 'no answer';
  while (!stop.aborted) {
    const health = await Promise.race([guest.health(stop).catch((error: Error) => error), sandbox.ended()]);
    const end = sandbox.state();
    if (end.state !== 'running') throw startFailure(end.state === 'destroyed' ? end.reason : 'it was closed', sandbox);
    if (health instanceof Error) last = health.message;
    else if (health?.ready === true) return;
    else last = JSON.stringify(health);
    await sleep(pollPeriod);
  }
  signal?.throwIfAborted();
  throw startFailure(`it was not ready within ${startDeadline / 1000} s (${last})`, sandbox);
}

function startFailure(reason: string, sandbox: Sandbox): EnvironmentError {
  const errors = sandbox.errors();
  return new EnvironmentError(`A desktop did not start: ${reason}.${errors === '' ? '' : `\n${errors}`}`, {
    code: 'sandbox-start',
    hint: userInfo().uid === 0 ? 'Run: osharm doctor' : 'Run: osharm doctor (and try as root, if that finds nothing)',
    isRetryable: true,
  });
}
