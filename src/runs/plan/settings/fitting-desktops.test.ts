import { expect, it } from 'vitest';
import { fittingDesktops } from './fitting-desktops.ts';

const gib = 2 ** 30;

it.each([
  [{}, { cores: 2, memory: 8 * gib }, 2],
  [{}, { cores: 16, memory: 3 * gib }, 4],
  [{}, { cores: 8, memory: gib / 2 }, 1],
  [{ provider: 'qemu' }, { cores: 16, memory: 64 * gib }, 4],
  [{ provider: 'docker', vmCpus: 2, vmMemory: 8192 }, { cores: 16, memory: 33 * gib }, 4],
  [{ provider: 'qemu' }, { cores: 2, memory: 64 * gib }, 1],
  [{ callsModel: true }, { cores: 2, memory: 24 * gib }, 8],
  [{ callsModel: true }, { cores: 2, memory: 3 * gib }, 4],
  [{ callsModel: true }, { cores: 8, memory: 64 * gib }, 16],
  [{ callsModel: true }, { cores: 64, memory: 64 * gib }, 64],
  [{ provider: 'qemu', callsModel: true }, { cores: 16, memory: 64 * gib }, 4],
  [{ provider: 'remote' }, { cores: 16, memory: 64 * gib }, 1],
])('%j on a machine with %j runs %i desktops at a time', (shape, machine, fitting) => {
  expect(fittingDesktops(shape, machine)).toBe(fitting);
});
