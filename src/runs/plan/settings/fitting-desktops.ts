import { availableParallelism } from 'node:os';

/** Memory of one sandbox desktop with an office program, and memory reserved for this program, in bytes. */
const sandboxBytes = 512 * 2 ** 20;
const reserveBytes = 2 ** 30;
/** Desktops per core: a model thinks for 5 to 20 s, while executing a step uses half a second of a core. */
export const waitingPerCore = 4;
/** More concurrent requests exceed the rate limits of many providers' lowest tiers. */
const mostWaiting = 16;
/** The hosts' sizes are unknown when a sweep is planned; a run waits for a free desktop. */
const perHost = 4;

/** `memory`: free bytes. */
interface Machine {
  readonly cores: number;
  readonly memory: number;
}

const thisMachine = (): Machine => ({ cores: availableParallelism(), memory: process.availableMemory() });

/** Desktops that fit on a machine or on hosts, at least 1. Always 1 for remote desktops and fixed lists of them. */
export function fittingDesktops(
  { provider = 'sandbox', desktops = [], vmCpus = 4, vmMemory = 4096, callsModel = false }: DesktopShape,
  machine: Machine = thisMachine(),
): number {
  if (provider === 'sandbox' && desktops.length > 0) return perHost * desktops.length;
  const shape = shapeOf(provider, vmCpus, vmMemory);
  if (shape === null) return 1;
  const byMemory = Math.floor((machine.memory - reserveBytes) / shape.bytes);
  const busy = Math.floor(machine.cores / shape.cores);
  const byCores =
    callsModel && provider === 'sandbox' ? Math.max(busy, Math.min(busy * waitingPerCore, mostWaiting)) : busy;
  return Math.max(1, Math.min(byCores, byMemory));
}

/** `vmMemory`: mebibytes. `callsModel`: the agent spends most of its time waiting for a model. */
interface DesktopShape {
  readonly provider?: string | undefined;
  /** Hosts of desktops. */
  readonly desktops?: readonly string[] | undefined;
  readonly vmCpus?: number | undefined;
  readonly vmMemory?: number | undefined;
  readonly callsModel?: boolean;
}

function shapeOf(provider: string, vmCpus: number, vmMemory: number): { cores: number; bytes: number } | null {
  if (provider === 'sandbox') return { cores: 1, bytes: sandboxBytes };
  if (provider === 'qemu' || provider === 'docker') return { cores: vmCpus, bytes: vmMemory * 2 ** 20 };
  return null;
}
