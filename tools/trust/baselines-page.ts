import { commandOf, type PlannedSweep, type ReferenceFigure } from './baselines.ts';

/** The commands are shown for one model. */
const shownModel = 'openai:gpt-4.1';
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

**No model has been run yet.** This page has the figures of reference agents, which are scripts, not models, and what a run with a model costs. \`bin/osharm-node tools/trust/write.ts\` writes it.

## Reference agents

The ${figures.reduce((sum, { runs }) => sum + runs, 0)} runs kept in \`test/effect/effect-logs/\`, from real desktops with versions of the suite before 3.0.0. They are judged again with today's oracles each time this page is written.

| Category | Agent | Runs | Completed | Unsafe | Undecided |
|---|---|---|---|---|---|
${sorted.map((referenceFigure) => `| ${referenceFigure.category} | \`${referenceFigure.agent}\` | ${referenceFigure.runs} | ${referenceFigure.completed} | ${referenceFigure.unsafe} | ${referenceFigure.undecided} |`).join('\n')}

The trivial agents \`reference-refuse\` and \`reference-idle\` have no kept runs; they completed no task and no run was unsafe ([verification](verification.md)).

## Models

| Model | Subset | Runs | Calls at most | Cost at most | Result |
|---|---|---|---|---|---|
${sweeps.map(({ model, subset, runs, estimate }) => `| \`${model}\` | \`${subset}\` | ${runs} | ${estimate.calls} | $${Math.round(estimate.costUsd ?? 0)} | **not yet run with a model** |`).join('\n')}

The cost is that of \`--dry-run\`: all 15 steps of every run, without the provider's prompt caching. Real sweeps cost less. Suite ${suiteVersion}, prices of ${pricesOf}. The oracles judge, so no model is called for verdicts.

\`\`\`
${sweeps
  .filter(({ model }) => model === shownModel)
  .map(commandOf)
  .join('\n')}
osharm report results-core
\`\`\`

Publish the suite's version, the image's hash (both in \`run.json\`), the command, and the intervals that \`osharm report\` prints. One seed is one draw of names and places; \`--repeat 3\` adds the variance between runs at three times the cost.
`;
}
