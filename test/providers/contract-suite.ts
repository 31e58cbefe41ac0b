import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { type ContractWorld, checks, lastChecks } from './contract.ts';

/** Registers the contract as tests: one desktop answers all checks, the last ones start their own. */
export function contractSuite(name: string, makeWorld: () => Promise<ContractWorld>): void {
  describe(`the contract of desktops: ${name}`, () => {
    let world: ContractWorld;
    let desktop: Desktop;
    beforeAll(async () => {
      world = await makeWorld();
      await world.provider.check();
      desktop = await world.provider.create(world.spec);
    }, 120_000);
    afterAll(async () => {
      await desktop?.close();
      await world?.provider.close();
    }, 60_000);
    for (const check of checks) it(`${name}: ${check.name}`, () => check.run(desktop, world), 60_000);
    for (const check of lastChecks) it(`${name}: ${check.name}`, () => check.run(world), 60_000);
  });
}
