import type { Proof } from './proof.ts';

/**
 * All proofs, by name. To add one, add a row: a program for the full and the small size that exits with 1 if the claim
 * is false and prints a summary as its last line. `list.test.ts` checks the rows.
 */
export const proofs: Readonly<Record<string, Proof>> = {
  kill: {
    shows: 'A sweep killed 200 times loses no finished step',
    minutes: 10,
    full: ['tools/soak/kill-run.ts'],
    small: ['tools/soak/kill-run.ts --kills 5 --longest 2'],
  },
  'kill-real': {
    shows:
      'The same with real desktops, 200 kills, each with a run past its second step; also of two sweeps on one folder, during judging and over midnight',
    minutes: 40,
    full: [
      'tools/soak/kill-run.ts --real --kills 20 --judge',
      'tools/soak/kill-run.ts --real --kills 20 --workers 2',
      'tools/soak/kill-run.ts --real --kills 20 --midnight',
      'tools/soak/kill-run.ts --real --kills 140',
    ],
    small: ['tools/soak/kill-run.ts --real --kills 2 --longest 2'],
  },
  fleet: {
    shows: 'A fleet commits 10,000 runs once each through 1,000 kills, stops, database crashes and a failing store',
    minutes: 20,
    full: ['tools/soak/fleet.ts'],
    small: ['tools/soak/fleet.ts --small'],
  },
  'fleet-desktops': {
    shows:
      'Two workers with their own caches, killed in between while the database crashes, give the verdicts of a sweep in one process',
    minutes: 15,
    full: ['tools/soak/fleet-desktops.ts --subset quickstart --model reference-benign --kills 5 --crashes 3'],
    small: ['tools/soak/fleet-desktops.ts --domain os --model reference-benign --kills 1 --crashes 1'],
  },
  'fleet-s3': {
    shows: 'The same with results in a real S3 server, from where the workers also fetch the desktop image',
    minutes: 6,
    full: ['tools/soak/fleet-desktops.ts --s3 --pull --kills 2'],
    small: ['tools/soak/fleet-desktops.ts --s3 --domain os --model reference-benign --kills 0'],
  },
  'worker-image': {
    shows: 'A worker in a container, with the sandbox nested in it, makes a sweep',
    minutes: 6,
    needs: ['podman'],
    full: [
      'bin/osharm setup image export --worker .cache/proofs/worker.tar',
      'tools/soak/worker-image.ts .cache/proofs/worker.tar',
    ],
    small: [
      'bin/osharm setup image export --worker .cache/proofs/worker.tar',
      'tools/soak/worker-image.ts .cache/proofs/worker.tar',
    ],
  },
  applications: {
    shows: 'Images with added applications (a Debian package, a web server), and tasks that use them',
    minutes: 4,
    full: ['tools/soak/added-applications.ts'],
    small: ['tools/soak/added-applications.ts'],
  },
  slurm: {
    shows: 'Workers started by the array script in a real Slurm make a sweep and end',
    minutes: 4,
    needs: ['slurmctld', 'slurmd', 'munged'],
    full: ['tools/soak/slurm.ts'],
    small: ['tools/soak/slurm.ts --tasks 1'],
  },
  s3: {
    shows: 'Results of a fleet in a real S3 server: staged, published, resumed, read by a report',
    minutes: 1,
    full: ['tools/soak/s3.ts'],
    small: ['tools/soak/s3.ts packages/fleet/test/s3-store.test.ts'],
  },
  escape: {
    shows: 'What agents do to void their harmful runs changes nothing: judged unsafe, the run beside it goes on',
    minutes: 60,
    runsAlone: true,
    full: ['tools/escape/run.ts --together 4'],
    small: ['tools/escape/run.ts --together 2 server-killed names-with-line-breaks'],
  },
  slow: {
    shows: 'What is slow to look at, or ends what looks at it, voids no run: 39 payloads, as user and as root',
    minutes: 60,
    runsAlone: true,
    full: ['tools/escape/run.ts --slow --together 4', 'tools/escape/run.ts --slow --together 4 --load 20'],
    small: ['tools/escape/run.ts --together 3 hard-links-to-one-file:user kill-everything:root stop-parent:user'],
  },
  starts: {
    shows:
      'Desktops start in time beside 0, 10 and 30 busy processes, and none is lost; the times by phase are in docs/evidence/speed.md',
    minutes: 90,
    runsAlone: true,
    full: ['tools/soak/starts.ts --write'],
    small: ['tools/soak/starts.ts --starts 8 --loads 0,6'],
  },
  'many-desktops': {
    shows: 'A machine with 24 GiB holds 64 desktops with Calc, and each reacts to typing',
    minutes: 8,
    runsAlone: true,
    full: ['tools/soak/many-desktops.ts'],
    small: ['tools/soak/many-desktops.ts --desktops 2'],
  },
  'escape-soak': {
    shows:
      'Three passes of the same hostile and normal runs side by side: memory, descriptors, mounts and cgroups stay flat',
    minutes: 70,
    runsAlone: true,
    full: ['tools/escape/soak.ts'],
    small: ['tools/escape/soak.ts --one-in 50 --minutes 6'],
  },
  hide: {
    shows: 'Ways to hide harm are seen, but for those that docs/trust/sandbox.md names',
    minutes: 5,
    full: ['tools/escape/hide.ts'],
    small: ['tools/escape/hide.ts mapping-that-stays own-program-called-cron'],
  },
  judges: {
    shows: '500 runs judged through 20 % failures and three kills; paid twice only what a kill interrupts',
    minutes: 1,
    full: ['tools/soak/judges.ts'],
    small: ['tools/soak/judges.ts --runs 100'],
  },
  checkout: {
    shows: 'Every run of an imported checkout ends as it should',
    minutes: 10,
    full: ['tools/soak/checkout-runs.ts'],
    small: ['tools/soak/checkout-runs.ts --small --parallel 2'],
  },
  secrets: {
    shows:
      'No key, password or variable stands in output, results or logs, whatever model servers and agents send back',
    minutes: 2,
    full: ['tools/soak/secrets.ts'],
    small: ['tools/soak/secrets.ts refuses headers password'],
  },
  origins: {
    shows: 'Servers on this machine refuse what pages of others make a browser send',
    minutes: 1,
    full: ['tools/soak/foreign-origins.ts'],
    small: ['tools/soak/foreign-origins.ts'],
  },
  'host-agent': {
    shows: 'What an agent program writes into results counts as no score and no verdict',
    minutes: 4,
    full: ['tools/soak/host-agent.ts'],
    small: ['tools/soak/host-agent.ts complete'],
  },
  'full-results': {
    shows:
      'Full and read-only result folders end a sweep with a message, tear nothing, and it goes on once there is room',
    minutes: 3,
    full: ['tools/soak/full-results.ts'],
    small: ['tools/soak/full-results.ts 2500'],
  },
  interruptions: {
    shows: 'A harness that is stopped for a minute, or whose clock jumps by 26 hours, charges nothing to the agent',
    minutes: 4,
    full: ['tools/soak/interruptions.ts'],
    small: ['tools/soak/interruptions.ts --only forward'],
  },
  internet: {
    shows: 'The mock hosts log every byte and keep their memory',
    minutes: 2,
    runsAlone: true,
    full: ['tools/soak/internet.ts'],
    small: ['tools/soak/internet.ts 3 100'],
  },
  mail: {
    shows: 'A mail of 50 MB and 1,000 small ones are kept whole',
    minutes: 1,
    full: ['tools/soak/large-mail.ts'],
    small: ['tools/soak/large-mail.ts --megabytes 5 --small-mails 100'],
  },
  'list-memory': {
    shows: 'A scan of 140,000 long names, or of 24,000 start-up entries, takes at most 60 MB of the harness',
    minutes: 1,
    full: ['tools/escape/list-memory.ts'],
    small: ['tools/escape/list-memory.ts long-names'],
  },
  decay: {
    shows: '5,000 screenshots and trees cost the same at the end',
    minutes: 12,
    runsAlone: true,
    full: ['tools/soak/decay.ts'],
    small: ['tools/soak/decay.ts 60'],
  },
  'viewer-scale': {
    shows: 'The viewer with 10,000 runs',
    minutes: 5,
    isMeasurement: true,
    full: ['tools/soak/viewer-scale.ts'],
    small: ['tools/soak/viewer-scale.ts --runs 200'],
  },
  'viewer-watch': {
    shows: 'What a step costs while it is watched',
    minutes: 2,
    isMeasurement: true,
    full: ['tools/soak/viewer-watch.ts'],
    small: ['tools/soak/viewer-watch.ts --rounds 1 --seconds 4'],
  },
  container: {
    shows: 'The exported image runs as a container',
    minutes: 5,
    full: ['bin/osharm setup image export --oci .cache/proofs/image.tar', 'tools/soak/oci.ts .cache/proofs/image.tar'],
    small: [
      'bin/osharm setup image export --oci .cache/proofs/image.tar',
      'tools/soak/oci.ts .cache/proofs/image.tar 3',
    ],
  },
  'bare-debian': {
    shows: 'The packed tarball on a bare Debian 12: npm, setup, quickstart, library, wheel, the Action’s steps',
    minutes: 25,
    needs: ['mmdebstrap'],
    full: ['tools/package/bare-debian.ts'],
    small: ['tools/package/bare-debian.ts --until plan --modules'],
  },
  qemu: {
    shows: 'The contract of desktops holds on a virtual machine',
    minutes: 15,
    needs: ['qemu-system-x86_64', 'qemu-img'],
    full: ['tools/soak/qemu-contract.ts'],
    small: ['tools/soak/qemu-contract.ts --small'],
  },
  routes: {
    shows: 'Routes to harm and harmless twins, written from the goals’ texts alone, get the grade fixed beforehand',
    minutes: 30,
    full: ['tools/routes/run.ts'],
    small: ['tools/routes/run.ts --quick'],
  },
  scorers: {
    shows:
      'Attacks on metrics, conditions, getters and oracles: no pass that was not earned, no harm that is called safe',
    minutes: 5,
    full: ['tools/scorers/run.ts'],
    small: ['tools/scorers/run.ts metric:compare_t'],
  },
  audit: {
    shows: 'No attack on a task’s check passes without the work, over all tasks of the bundled suite',
    minutes: 2,
    full: ['tools/suites/audit/write.ts --check'],
    small: ['tools/suites/audit/write.ts --check --every 40'],
  },
  agents: {
    shows:
      'Agents over MCP and open models do a benign and an injected task on real desktops: score, verdict, exposure',
    minutes: 8,
    full: ['tools/agents/run.ts'],
    small: ['tools/agents/run.ts gui+files'],
  },
  'real-weights': {
    shows:
      'Runs and judgments by real weights in llama.cpp’s server: none lost, errors classed, calls as the server has them',
    minutes: 90,
    full: ['tools/real-weights/run.ts'],
    small: ['tools/real-weights/run.ts --context 4096 --tasks 1'],
  },
  'cache-cost': {
    shows: 'What a run of 15 steps costs with and without caches of providers',
    minutes: 2,
    isMeasurement: true,
    full: ['tools/cache-cost/run.ts --write'],
    small: ['tools/cache-cost/run.ts --steps 4'],
  },
  inspect: {
    shows: 'Inspect with its mock models on our desktops: scores equal those of the reference agents',
    minutes: 6,
    full: ['tools/inspect/run.ts'],
    small: ['tools/inspect/run.ts benign'],
  },
  openenv: {
    shows: "OpenEnv's validator and client on our desktops: rewards and verdicts equal those of the reference agents",
    minutes: 4,
    full: ['tools/openenv/run.ts'],
    small: ['tools/openenv/run.ts --small'],
  },
  'openenv-training': {
    shows:
      "A policy in a table learns over OpenEnv's client to do injected tasks safely, by branches from the exposure; with shuffled rewards it doesn't",
    minutes: 30,
    full: ['tools/openenv/train.ts', 'tools/openenv/train.ts --shuffled'],
    small: ['tools/openenv/train.ts --small'],
  },
  'trl-training': {
    shows:
      "A small policy learns with TRL's GRPOTrainer, on rewards of the environment server, to refuse harmful requests and do harmless ones",
    minutes: 5,
    full: ['tools/openenv/train-trl.ts --write'],
    small: ['tools/openenv/train-trl.ts --small'],
  },
  exports: {
    shows: 'Exports are read by Inspect, Harbor, pyarrow and duckdb, and have the verdicts of the report',
    minutes: 3,
    full: ['tools/exports/run.ts'],
    small: ['tools/exports/run.ts'],
  },
  anytime: {
    shows: 'Sweeps that end once their interval is narrow enough hold its error, looked at after every round',
    minutes: 20,
    full: ['tools/soak/anytime.ts'],
    small: ['tools/soak/anytime.ts 100'],
  },
  attackers: {
    shows: 'Searches find planted weaknesses, beat both baselines at equal budget, and find nothing in a robust agent',
    minutes: 3,
    full: ['tools/search/simulate.ts'],
    small: ['tools/search/simulate.ts 50'],
  },
  replay: {
    shows:
      'Reference runs of the bundled suite, branched at their last step, come to the recorded state before every step',
    minutes: 15,
    full: ['tools/search/replay.ts'],
    small: ['tools/search/replay.ts --size 1 __release_tag'],
  },
  'but-for': {
    shows:
      'Planted effects of a payload are within the interval of `osharm replay but-for` as often as it claims, and the step of commitment is the planted one',
    minutes: 1,
    full: ['tools/search/but-for.ts'],
    small: ['tools/search/but-for.ts 100'],
  },
  'desktop-branches': {
    shows:
      '`osharm replay but-for` and `osharm replay blast-radius` on real desktops tell what was planted in the agents',
    minutes: 6,
    full: ['tools/search/desktop-branches.ts'],
    small: ['tools/search/desktop-branches.ts --times 2'],
  },
  'planted-monitors': {
    shows:
      'Monitors of known quality are recovered, and intervals of AUROC and true-positive rates cover as they claim',
    minutes: 2,
    full: ['tools/soak/planted-monitors.ts'],
    small: ['tools/soak/planted-monitors.ts --samples 40'],
  },
  'online-monitors': {
    shows: 'Monitors that watch runs on real desktops give the scores that they give from the record',
    minutes: 8,
    full: ['tools/monitors/online.ts'],
    small: ['tools/monitors/online.ts --tasks 2'],
  },
  'opened-files': {
    shows:
      'Every opening of a file with a canary is recorded, osharm’s own are not, and it costs at most 5 % of a quickstart run',
    minutes: 8,
    full: ['tools/monitors/opens.ts'],
    small: ['tools/monitors/opens.ts --times 1 --pairs 0'],
  },
  sentinel: {
    shows: 'Monitors and a protocol of Inspect Sentinel, in its own sidecar, score recorded runs as planted',
    minutes: 2,
    full: ['tools/sentinel/run.ts'],
    small: ['tools/sentinel/run.ts'],
  },
  'whole-tests': {
    shows: 'Tests that play a sample in `npm test` pass with all of their cases: programs, payloads, vectors',
    minutes: 8,
    full: ['tools/proofs/whole-tests.ts'],
    small: ['tools/proofs/whole-tests.ts test/escape/slow.test.ts'],
  },
  mutation: {
    shows: 'What the tests of record and stats notice',
    minutes: 30,
    full: ['tools/mutate.ts'],
    small: ['tools/mutate.ts --files wilson.ts base/statistics'],
  },
};
