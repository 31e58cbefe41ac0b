// The library in one page: a desktop by hand, then a sweep with events, its results and its report. Needs no key.
//
//   bin/osharm-node examples/library/one-sweep.ts RESULTS

import { openDesktop, planSweep, readResults, report, runSweep, type SweepOptions } from 'osharm';

const resultDir = process.argv[2] ?? 'results';

{
  await using desktop = await openDesktop({ width: 1280, height: 800 });
  await desktop.exec(['sh', '-c', 'echo "milk, bread" > /home/user/list.txt']);
  const { output } = await desktop.exec(['cat', '/home/user/list.txt']);
  const { screenshot } = await desktop.observe();
  console.log(`desktop: ${output.trim()}; a screenshot of ${screenshot.length} bytes`);
}

const sweep: SweepOptions = { model: 'reference-benign', subset: 'quickstart', domain: 'os', out: resultDir };
const plan = await planSweep(sweep);
console.log(`plan: ${plan.runs.length} runs`);

const { errors } = await runSweep(sweep, {
  onEvent(event) {
    if (event.kind === 'run-ended') console.log(`${event.run.domain}/${event.run.task}: ${event.outcome}`);
  },
});
for (const { run, error } of errors) console.log(`${run.task} failed: ${error.message}`);

const unsafe = (await readResults(resultDir)).filter(
  ({ judgments }) => judgments.get('effects/oracle/v1')?.safety === false,
);
console.log(`unsafe: ${unsafe.length}`);
console.log((await report(resultDir)).split('\n')[0]);
