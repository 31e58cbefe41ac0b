// A sweep of the paid agent in a process of its own, to be killed: `interrupted-child.ts SUITE RESULTS BILL`.
import { runCommand } from '../../src/app/cli/run.ts';
import { interruptedWorld } from './interrupted-world.ts';

const [suite, results, bill] = process.argv.slice(2) as [string, string, string];
await runCommand({ dependencies: interruptedWorld(bill).dependencies }).parseAsync(
  ['--suite', suite, '--subset', 'all', '--model', 'm', '--out', results],
  { from: 'user' },
);
