import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from 'osharm';
import { confirmPlan, printable, stoppedJudging, untilStopped } from 'osharm/commands';
import type { PreparedJudge, PriceTable } from 'osharm/judging';
import {
  type AttackSuiteFlags,
  answerSeconds,
  onlyModelJudge,
  type PlanSize,
  type PreparedJudges,
  writeWholeFile,
} from 'osharm/judging';
import { estimateAttacks } from '../attacks/estimate-attacks.ts';
import { layOut } from '../attacks/lay-out.ts';
import { type Measured, measureAttacks } from '../attacks/measure.ts';
import { judgeAttacks } from '../attacks/registry.ts';
import { flipRatesOf } from '../report/flips.ts';
import { attackLines } from '../report/terminal.ts';

/**
 * Measures how often text in a run changes a verdict. Judgments stay in the folder, so rerunning the command resumes.
 */
export async function judgeAttackSuite(
  folder: string,
  prepared: PreparedJudges,
  flags: AttackSuiteFlags,
): Promise<void> {
  if (flags.batch !== undefined)
    throw new UsageError('Attacks on judges can’t be measured by batches.', {
      code: 'attack-no-batch',
      hint: 'Omit --batch.',
    });
  // The effect judge reads no text that could steer it.
  const judge = onlyModelJudge(prepared, '--attack-suite');
  if (flags.dryRun === true) return printEstimate(judge, prepared.prices, flags);
  if (flags.replay === undefined) confirmPlan(await attackSuiteSize(judge, prepared.prices, flags.parallel), flags.yes);
  claimFolder(folder);
  const traces = await layOut(folder);
  let done = 0;
  const { result: measured, stopped } = await untilStopped(
    (signal) =>
      measureAttacks(traces, judge, {
        concurrency: flags.parallel,
        force: flags.force === true,
        signal,
        onResult: (treeResult) => {
          done += 1;
          if (flags.quiet !== true)
            process.stderr.write(`[${done}] ${printable(treeResult.directory)}: ${treeResult.state}\n`);
        },
      }),
    stoppedJudging,
  );
  const report = {
    judge: judge.asker.address.name,
    judgeType: judge.type.name,
    version: judge.prompt.version,
    promptHash: judge.prompt.hash,
    costUsd: costOf(measured),
    attacks: Object.fromEntries([...judgeAttacks].map(([name, { tries }]) => [name, `The text ${tries}.`])),
    ...flipRatesOf(measured.outcomes),
    outcomes: measured.outcomes,
  };
  const file = join(
    folder,
    `attacks_${judge.asker.address.name.replace(/[/:]/g, '_')}_${judge.type.name}_${judge.prompt.version}.json`,
  );
  writeWholeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  if (flags.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else {
    const spent = report.costUsd === null ? 'cost unknown' : `$${report.costUsd.toFixed(4)}`;
    process.stdout.write(`${printable(`${report.judge}/${report.judgeType}/${report.version}`)}; ${spent}.\n`);
    process.stdout.write(`${attackLines(report, process.stdout.columns ?? 150).join('\n')}\n`);
    process.stdout.write(`All verdicts: ${printable(file)}\n`);
  }
  if (measured.stopped !== null) throw measured.stopped;
  if (stopped || report.all.failed > 0) process.exitCode = 1;
}

/** Keeps attacked runs separate from results. Throws UsageError if the folder has other files. */
function claimFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const mark = join(folder, 'judge-attacks.json');
  if (!existsSync(mark) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} has other files than attacks on judges.`, {
      code: 'attack-folder-taken',
      hint: 'Name a new folder: otherwise attacked runs would count as your results.',
    });
  writeWholeFile(mark, `${JSON.stringify({ format: 'osharm-judge-attacks/1' })}\n`);
}

async function printEstimate(judge: PreparedJudge, prices: PriceTable, flags: AttackSuiteFlags): Promise<void> {
  const estimate = await estimateOf(judge, prices);
  const { clean, attacked, captions, costUsd, pricesOf } = estimate;
  const price =
    costUsd === null
      ? 'no price is known (--prices FILE)'
      : `about $${costUsd.toFixed(2)} at the prices of ${pricesOf}`;
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(estimate, null, 2)}\n`
      : `${clean} runs as they are and ${attacked} under an attack that ${printable(judge.type.name)} is shown, ${captions} captions: ${price}. No model was called.\n`,
  );
}

async function attackSuiteSize(judge: PreparedJudge, prices: PriceTable, parallel: number): Promise<PlanSize> {
  const { clean, attacked, captions, costUsd, pricesOf } = await estimateOf(judge, prices);
  const runs = clean + attacked;
  return { runs, seconds: ((runs + captions) * answerSeconds) / parallel, costUsd, pricesOf };
}

/** Lays the runs out in a temporary folder. */
async function estimateOf({ asker, captioner, type, prompt, observationType }: PreparedJudge, prices: PriceTable) {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-attacks-'));
  try {
    const judge = { type, prompt, observationType };
    return await estimateAttacks(await layOut(folder), judge, asker.address, captioner?.address ?? null, prices);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Includes earlier judgments in the folder. Null if a price is unknown. */
function costOf({ results }: Measured): number | null {
  let sum = 0;
  for (const result of results)
    for (const { costUsd } of Object.values(('meta' in result ? result.meta?.spent : null) ?? {})) {
      if (costUsd === null) return null;
      sum += costUsd;
    }
  return sum;
}
