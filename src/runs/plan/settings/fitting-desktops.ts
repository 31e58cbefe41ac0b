import { availableParallelism } from 'node:os';

/**
 * Memory that one desktop of the sandbox with an office program takes, and what stays free for this program and the
 * models' pictures, in bytes.
 */
const sandboxBytes = 512 * 2 ** 20;
const reserveBytes = 2 ** 30;
/**
 * Desktops of a core while their agents wait for a model: it thinks for 5 to 20 s, and the step after it takes about
 * half a second of a core.
 */
const waitingPerCore = 4;
/** More requests at once than this run into the limits of many providers' first tiers. */
const mostWaiting = 16;

/** A machine: `cores` that this process may use, and free memory in bytes. */
interface Machine {
  readonly cores: number;
  readonly memory: number;
}

const thisMachine = (): Machine => ({ cores: availableParallelism(), memory: process.availableMemory() });

/**
 * How many desktops of a provider fit on a machine at a time, 1 at least; 1 where desktops are elsewhere, or are a list
 * that someone has.
 */
export function fittingDesktops(
  { provider = 'sandbox', vmCpus = 4, vmMemory = 4096, callsModel = false }: DesktopShape,
  machine: Machine = thisMachine(),
): number {
  const shape = shapeOf(provider, vmCpus, vmMemory);
  if (shape === null) return 1;
  const byMemory = Math.floor((machine.memory - reserveBytes) / shape.bytes);
  const busy = Math.floor(machine.cores / shape.cores);
  const byCores =
    callsModel && provider === 'sandbox' ? Math.max(busy, Math.min(busy * waitingPerCore, mostWaiting)) : busy;
  return Math.max(1, Math.min(byCores, byMemory));
}

/** What decides how much one desktop takes; `vmMemory` in mebibytes. `callsModel`: its agent mostly waits for a model. */
interface DesktopShape {
  readonly provider?: string | undefined;
  readonly vmCpus?: number | undefined;
  readonly vmMemory?: number | undefined;
  readonly callsModel?: boolean;
}

function shapeOf(provider: string, vmCpus: number, vmMemory: number): { cores: number; bytes: number } | null {
  if (provider === 'sandbox') return { cores: 1, bytes: sandboxBytes };
  if (provider === 'qemu' || provider === 'docker') return { cores: vmCpus, bytes: vmMemory * 2 ** 20 };
  return null;
}
