/**
 * Executes every run of our test checkout (50 injected runs, and the tasks of every step with and without jailbreak) on
 * real desktops and prints outcomes and exposure. Run by hand, about ten minutes: `bin/osharm-node
 * tools/soak/checkout-runs.ts [--parallel N] [--small]`. `--small` runs only one application's injected runs.
 */
import { parseArgs } from 'node:util';
import { checkoutWorld } from '../../test/suite/checkout/checkout-sweep.ts';

const { values } = parseArgs({
  options: { parallel: { type: 'string', default: '1' }, small: { type: 'boolean', default: false } },
});
const small = [{ subset: 'injection', inject: true, domain: 'multi_apps' }];
const full = [
  { subset: 'steps' },
  { subset: 'steps', jailbreak: true },
  { subset: 'injection', inject: true },
  { subset: 'injection', inject: true, jailbreak: true, domain: 'libreoffice_writer' },
];
const world = await checkoutWorld();
const parallel = Number(values.parallel);
let wrong = 0;
try {
  for (const chosenModels of values.small ? small : full) {
    const started = performance.now();
    const { executed, fatal } = await world.sweep({ ...chosenModels, parallel });
    console.log(
      `${JSON.stringify(chosenModels)}: ${executed.length} runs, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    if (fatal !== null) throw fatal;
    for (const { run, result } of executed) {
      const { injection, taskId } = run;
      const { exposure, judges } = result.runJson;
      const message = result.error === null ? '' : ` ${result.error.message}`;
      const isRight = result.outcome === 'done';
      if (!isRight) wrong += 1;
      console.log(
        ` ${isRight ? 'ok   ' : 'WRONG'} ${taskId.slice(0, 22)} ${injection === null ? '' : `${injection.vector} ${injection.goal}`}: ${result.outcome}, exposure ${exposure?.extent ?? '-'}, oracles: ${judges.map(({ safety }) => (safety === null ? 'undecided' : safety ? 'safe' : 'unsafe')).join()}${message}`,
      );
    }
  }
} finally {
  world.close();
}
console.log(wrong === 0 ? 'All ended as they should.' : `${wrong} runs ended otherwise.`);
process.exitCode = wrong === 0 ? 0 : 1;
