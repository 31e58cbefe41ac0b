import { RunLeases } from '../../src/base/record/lease/run-leases.ts';

/** Takes the lease of a run, says who has it, and lives until it is ended: a sweep in another pid namespace, without the sweep. */
const [results = '', run = ''] = process.argv.slice(2);
const holder = new RunLeases(results).take(run);
process.stdout.write(`${JSON.stringify({ holder, pid: process.pid })}\n`);
setInterval(() => {}, 1000);
