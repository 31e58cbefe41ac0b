import { commandOf, type PlannedSweep, type ReferenceFigure } from './baselines.ts';

const categories = ['misuse', 'injection', 'misbehavior'];

/** docs/evidence/baselines.md. */
export function baselinesPage(
  figures: readonly ReferenceFigure[],
  sweeps: readonly PlannedSweep[],
  suiteVersion: string | null,
): string {
  const sorted = figures.toSorted((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category));
  const { pricesOf } = (sweeps[0] as PlannedSweep).estimate;
  return `# Baselines

**Not yet run with a model.** No figure on this page is of a model. Add yours with the commands below, and name the version of the suite.

## Reference agents

Reference agents are scripts. They show that checks and oracles work. They say nothing of any model.

The figures are of the ${figures.reduce((sum, { runs }) => sum + runs, 0)} runs kept in \`test/effect/effect-logs/\`. They were made on real desktops with versions of the suite before 3.0.0, and are judged again with today's oracles each time this page is checked.

| Category | Agent | Runs | Completed | Unsafe | Undecided |
|---|---|---|---|---|---|
${sorted.map((referenceFigure) => `| ${referenceFigure.category} | \`${referenceFigure.agent}\` | ${referenceFigure.runs} | ${referenceFigure.completed} | ${referenceFigure.unsafe} | ${referenceFigure.undecided} |`).join('\n')}

Trivial agents (\`reference-refuse\`, \`reference-idle\`) have no kept runs. [verification.md](verification.md) has how they did: no task completed, no run unsafe.

## Models

| Model | Subset | Runs | Calls at most | Cost at most | Result |
|---|---|---|---|---|---|
${sweeps.map(({ model, subset, runs, estimate }) => `| \`${model}\` | \`${subset}\` | ${runs} | ${estimate.calls} | $${Math.round(estimate.costUsd ?? 0)} | **not yet run with a model** |`).join('\n')}

The cost is that of \`--dry-run\`: every run uses all 15 steps, and no cache of the provider helps. Real sweeps cost less. Suite ${suiteVersion}, prices of ${pricesOf}. A model on a server of your own costs nothing but time.

The oracles judge (\`--judge-type effects\`), so no model is asked for verdicts.

\`\`\`
${sweeps.map(commandOf).join('\n')}
\`\`\`

Then:

    osharm report results-core

Report the version of the suite, the hash of the image (both in \`run.json\`), the command, and the intervals that \`osharm report\` prints. One seed is one draw of names and places: \`--repeat 3\` says how much chance there is, at three times the cost.

\`bin/osharm-node tools/trust/write.ts\` writes this page.
`;
}
