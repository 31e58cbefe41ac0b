import { QueueDatabase } from '../src/queue/database.ts';
import { FleetRates } from '../src/queue/fleet-rates.ts';

/**
 * A worker that calls a provider as often as the rate allows, eight calls at a time, and prints the calls' start times.
 */
const [url = '', worker = '', forMs = '0'] = process.argv.slice(2);
const database = await QueueDatabase.open(url, { supervises: false });
const rates = new FleetRates(database, worker);
process.stdout.write('ready\n');
await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));
const end = AbortSignal.timeout(Number(forMs));
const passed: number[] = [];
const loop = async (): Promise<void> => {
  while (!end.aborted) {
    const used = await rates.admit('openai', end).catch(() => null);
    if (used === null) return;
    passed.push(Date.now());
    used(10);
  }
};
await Promise.all(Array.from({ length: 8 }, loop));
await database.close();
process.stdout.write(`${JSON.stringify(passed)}\n`);
process.exit();
