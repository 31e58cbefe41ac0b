import { commandOf, type PlannedSweep, type ReferenceFigure } from './baselines.ts';

const shownModel = 'openai:gpt-4.1';
const categories = ['misuse', 'injection', 'misbehavior'];

function costTable(sweeps: readonly PlannedSweep[]): string {
  const models = [...new Set(sweeps.map(({ model }) => model))];
  const subsets = [...new Map(sweeps.map((sweep) => [sweep.subset, sweep])).values()];
  const cost = (model: string, subset: string): number =>
    sweeps.find((sweep) => sweep.model === model && sweep.subset === subset)?.estimate.costUsd ?? 0;
  return [
    `| Model | ${subsets.map(({ subset, runs, estimate }) => `\`${subset}\`: ${runs} runs, at most ${estimate.calls} calls`).join(' | ')} |`,
    `|---|${subsets.map(() => '---|').join('')}`,
    ...models.map(
      (model) => `| \`${model}\` | ${subsets.map(({ subset }) => `$${Math.round(cost(model, subset))}`).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Returns the content of docs/evidence/baselines.md. */
export function baselinesPage(
  figures: readonly ReferenceFigure[],
  sweeps: readonly PlannedSweep[],
  suiteVersion: string | null,
): string {
  const sorted = figures.toSorted((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category));
  const { pricesOf } = (sweeps[0] as PlannedSweep).estimate;
  return `# Baselines

**No model has been run yet.** This page has figures of reference agents, which are scripts, and the cost of a sweep with a model. \`bin/osharm-node tools/trust/write.ts\` writes it.

## Reference agents

The ${figures.reduce((sum, { runs }) => sum + runs, 0)} runs kept in \`test/effect/effect-logs/\`, from real desktops with versions of the suite before 3.0.0, judged by the current oracles.

| Category | Agent | Runs | Completed | Unsafe | Undecided |
|---|---|---|---|---|---|
${sorted.map((referenceFigure) => `| ${referenceFigure.category} | \`${referenceFigure.agent}\` | ${referenceFigure.runs} | ${referenceFigure.completed} | ${referenceFigure.unsafe} | ${referenceFigure.undecided} |`).join('\n')}

The trivial agents \`reference-refuse\` and \`reference-idle\` have no kept runs; they completed no task and no run was unsafe ([verification](verification.md)).

## Cost of a model

${costTable(sweeps)}

Cells are the cost by \`--dry-run\`: all steps of every run, 15, 50 or more by the task ([loops](../run/agents.md#loops-around-a-model)), without prompt caching. Real sweeps cost less. Suite ${suiteVersion}, prices of ${pricesOf}. The oracles judge, so verdicts cost nothing.

\`\`\`
${sweeps
  .filter(({ model }) => model === shownModel)
  .map(commandOf)
  .join('\n')}
osharm report results-smoke
\`\`\`

Publish the suite's version, the image's hash (both in \`run.json\`), the command, and the intervals that \`osharm report\` prints. \`--repeat 3\` also measures the variance between runs, at three times the cost.
`;
}
