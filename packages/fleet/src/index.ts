import { defineQueue, defineStore } from 'osharm';
import { fleetCommand } from './cli/fleet.ts';

/** A queue in Postgres, with workers on many machines. */
export const postgres = defineQueue({
  name: 'postgres',
  schemes: ['postgres', 'postgresql'],
  submit: async (submission) => (await import('./sweep/submit-sweep.ts')).submitToQueue(submission),
  withTrials: async (options, attack, run) =>
    (await import('./sweep/fleet-attack.ts')).withFleetTrials(options, attack, run),
  watch: async (address) => (await import('./cli/watched-queue.ts')).watchQueue(address),
  command: fleetCommand,
});

/** Results in an S3 bucket. */
export const s3 = defineStore({
  name: 's3',
  scheme: 's3',
  open: async (place, cache) => (await import('./store/s3-store.ts')).S3Store.open(place, cache),
  objectsBeside: async (place, name) => (await import('./store/s3-objects.ts')).objectsBeside(place, name),
});
