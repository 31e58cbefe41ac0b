/**
 * Compares two providers or images. Executes the same reference runs on both (or reads two folders of results) and
 * compares results, observations and timings pair by pair. Exits with 1 if results differ or there is nothing to
 * compare (docs/compatibility/providers.md).
 *
 *     bin/osharm-node tools/equivalence/run.ts --a sandbox --b remote --remote http://127.0.0.1:5000 --reset-url /v2/reset
 *     bin/osharm-node tools/equivalence/run.ts --a results-before --b results-after --json
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { isReferenceAgent, referenceAgents } from '../../src/agents/reference/reference-names.ts';
import { wholeNumber } from '../../src/app/cli/number-arguments.ts';
import { addProviderFlags, type ProviderFlags } from '../../src/app/cli/provider-flags.ts';
import { sweepProgress } from '../../src/app/cli/sweep-progress.ts';
import { untilStopped } from '../../src/app/cli/until-stopped.ts';
import { providerOptions } from '../../src/app/library/provider-options.ts';
import { sweepRequest } from '../../src/app/library/sweep-request.ts';
import { UsageError } from '../../src/base/errors.ts';
import { counted } from '../../src/base/record/counted.ts';
import { printable } from '../../src/base/record/unseen-text.ts';
import { desktopProviderNames, type ProviderOptions } from '../../src/desktop/providers/registry.ts';
import { tableLines } from '../../src/results/report/table.ts';
import { capabilitiesOf, lackOf } from '../../src/runs/attempt/capabilities.ts';
import type { RunDependencies } from '../../src/runs/attempt/dependencies.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import { planSweepRequest } from '../../src/runs/sweep/plan-sweep.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { endingError, runSweeps } from '../../src/runs/sweep/sweep.ts';
import { withProvider } from '../../src/runs/sweep/with-provider.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import {
  compareDesktops,
  type DesktopComparison,
  type EquivalenceVerdict,
  runsBelow,
  verdictOf,
} from './equivalence.ts';

interface EquivalenceFlags extends ProviderFlags {
  a: string;
  b: string;
  suite?: string;
  subset: string;
  domain: string;
  agents: string[];
  baseline: boolean;
  parallel: number;
  out?: string;
  json?: boolean;
}

async function equivalenceOf(flags: EquivalenceFlags): Promise<void> {
  const dependencies = realDependencies();
  const root = flags.out ?? mkdtempSync(join(tmpdir(), 'osharm-equivalence-'));
  const options = providerOptions(flags);
  const keep = await carriedByAll(
    [flags.a, flags.b].filter((side) => !isFolder(side)),
    options,
    dependencies,
  );
  const sides = [];
  for (const [name, side] of [
    ['a', flags.a],
    ['b', flags.b],
  ] as const) {
    const folder = isFolder(side) ? side : join(root, name);
    if (!isFolder(side))
      await runSuite(side, folder, name === 'a' && flags.baseline, flags, dependencies, options, keep);
    sides.push(folder);
  }
  const [a = '', b = ''] = sides;
  const between = await compareDesktops(runsBelow(a, 1), runsBelow(b, 1));
  const repeats = runsBelow(a, 2);
  const itself = repeats.size === 0 ? null : await compareDesktops(runsBelow(a, 1), repeats);
  const verdict = verdictOf(between, itself);
  if (verdict === 'different' || verdict === 'nothing') process.exitCode = 1;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ verdict, folders: { a, b }, between, itself }, null, 2)}\n`);
    return;
  }
  for (const line of lines(between, itself, verdict)) process.stdout.write(`${printable(line)}\n`);
  process.stdout.write(`Results: ${printable(a)} and ${printable(b)}\n`);
}

const isFolder = (side: string): boolean =>
  !(desktopProviderNames as readonly string[]).includes(side) && existsSync(side);

async function carriedByAll(
  names: readonly string[],
  options: ProviderOptions,
  dependencies: RunDependencies,
): Promise<(run: PlannedRun) => boolean> {
  const capabilities = await Promise.all(
    names.map((name) => withProvider(dependencies, name, options, async (provider) => capabilitiesOf(provider))),
  );
  return (run) => capabilities.every((has) => lackOf(run, has) === null);
}

async function runSuite(
  name: string,
  resultDir: string,
  isTwice: boolean,
  flags: EquivalenceFlags,
  dependencies: RunDependencies,
  options: ProviderOptions,
  keep: (run: PlannedRun) => boolean,
): Promise<void> {
  for (const given of flags.agents.flatMap((agent) => agent.split(','))) {
    const agent = given.startsWith('reference-') ? given : `reference-${given}`;
    if (!isReferenceAgent(agent))
      throw new UsageError(`There is no reference agent ${JSON.stringify(given)}.`, {
        code: 'equivalence-agent',
        hint: `Known: ${referenceAgents.join(', ')}.`,
      });
    const { request } = sweepRequest(
      {
        model: agent,
        suite: flags.suite ?? bundledSuite,
        profile: 'osharm',
        subset: flags.subset,
        domain: flags.domain,
        inject: false,
        repeat: isTwice ? 2 : 1,
        provider: name,
        allowDirty: flags.allowDirty === true && name === 'remote',
        maxSteps: 30,
        observationType: 'screenshot_a11y_tree',
        judge: ['none'],
        out: resultDir,
        parallel: flags.parallel,
      },
      packageJson.version,
    );
    await withProvider(dependencies, name, options, async (provider) => {
      const sweep = await planSweepRequest({ ...request, keep }, dependencies, provider);
      process.stderr.write(`${name}: ${counted(sweep.runs.length, 'run')} of ${agent}\n`);
      const complete = sweep.runs.filter((run) => run.isComplete).length;
      const progress = sweepProgress(sweep.runs.length, complete, process.stderr);
      const { result, stopped } = await untilStopped((signal) =>
        runSweeps([sweep], { signal, onEvent: progress.show }),
      );
      const failed = endingError(result);
      if (failed !== null) throw failed;
      if (stopped) throw new UsageError('Stopped. The same command with its --out goes on.', { code: 'stopped' });
    });
  }
}

const verdicts: Readonly<Record<EquivalenceVerdict, string>> = {
  equivalent: 'EQUIVALENT: no result differs, and they look as alike as the first one’s own repeats.',
  alike:
    'ALIKE IN RESULTS: none differs; but steps or what was seen differ more than in the first one’s own repeats, or there are none.',
  different: 'DIFFERENT: there are runs with other results.',
  nothing: 'NOTHING TO COMPARE: no run is complete on both sides.',
};

function lines(between: DesktopComparison, itself: DesktopComparison | null, verdict: EquivalenceVerdict): string[] {
  const share = (value: number | null | undefined): string => (value == null ? '–' : value.toFixed(3));
  const [a, b] = between.sides;
  const rows = between.pairs.map((pair) => [
    pair.label,
    pair.sameResult ? 'same' : 'DIFFERS',
    pair.outcomes[0] === pair.outcomes[1] ? pair.outcomes[0] : pair.outcomes.join(' / '),
    pair.scores[0] === pair.scores[1] ? String(pair.scores[0]) : pair.scores.join(' / '),
    pair.steps[0] === pair.steps[1] ? String(pair.steps[0]) : pair.steps.join(' / '),
    share(pair.sameActions),
    share(pair.trees?.median),
    share(pair.pictures?.median),
    pair.treeSize === null ? '–' : `×${pair.treeSize.toFixed(2)}`,
  ]);
  const head = ['run', 'result', 'outcome', 'score', 'steps', 'actions', 'tree', 'picture', 'tree size'];
  const right = ['steps', 'actions', 'tree', 'picture', 'tree size'];
  const { count, n, high } = between.differing;
  const percent = high === null ? '' : ` (at most ${Math.round(high * 100)} % by a 95 % interval)`;
  const slower = Object.entries(between.slower).map(([phase, ratio]) => `${phase} ×${ratio.toFixed(2)}`);
  return [
    `a: ${a.provider}, image ${a.image}`,
    `b: ${b.provider}, image ${b.image}`,
    '',
    ...tableLines(head, rows, { width: Math.max(100, process.stdout.columns ?? 120), right }),
    '',
    `${count} of ${n} results differ${percent}.`,
    `Likeness of a and b: trees ${share(between.trees)}, pictures ${share(between.pictures)} (medians).`,
    ...(itself === null
      ? []
      : [
          `Of a and itself: trees ${share(itself.trees)}, pictures ${share(itself.pictures)}; ${itself.differing.count} of ${itself.differing.n} results differ.`,
        ]),
    ...(slower.length === 0 ? [] : [`Time of b by time of a (medians): ${slower.join(', ')}.`]),
    ...(between.unpaired.length === 0 ? [] : [`Only one side has: ${between.unpaired.join(', ')}.`]),
    verdicts[verdict],
  ];
}

const command = new Command('equivalence')
  .requiredOption('--a <side>', `a provider (${desktopProviderNames.join(', ')}), or a folder of results`)
  .requiredOption('--b <side>', 'the other side; provider flags reach whichever side they concern')
  .option('--suite <dir>', 'suite folder (default: the bundled one)')
  .option('--subset <name>', 'which subset', 'quickstart')
  .option('--domain <name>', 'only this domain of the subset', 'all')
  .option('--agents <name...>', 'reference agents that make the runs', ['reference-benign'])
  .option('--no-baseline', 'skip the second runs of the first side, which show how alike it is to itself')
  .option('-p, --parallel <n>', 'runs at a time', wholeNumber(1), 1)
  .option('--out <dir>', 'where results go, in a/ and b/; runs that are complete there are kept')
  .option('--json', 'print JSON')
  .action(equivalenceOf);
await addProviderFlags(command).parseAsync();
