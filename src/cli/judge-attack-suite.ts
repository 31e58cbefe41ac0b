import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { cacheFolder } from '../desktop/cache-folder.ts';
import { UsageError } from '../errors.ts';
import { layOut } from '../judge/attacks/lay-out.ts';
import { type Measured, measureAttacks } from '../judge/attacks/measure.ts';
import type { SeatedJudge } from '../judge/judge-trace.ts';
import { seatJudge } from '../judge/seat-judge.ts';
import { createPort } from '../model/create-port.ts';
import { environmentWithFile } from '../model/env-file.ts';
import type { ObservationType } from '../plan/run-spec.ts';
import { writeWholeFile } from '../record/write-whole-file.ts';
import { flipsOf } from '../report/judge-attacks/flips.ts';
import { attackLines } from '../report/judge-attacks/terminal.ts';
import { printable } from '../report/printable.ts';
import { readImportedPrompts } from '../suite/imported/imported-prompts.ts';
import { untilStopped } from './until-stopped.ts';

export interface AttackSuiteFlags {
  judgeType: string;
  judgeModel?: string;
  sysPromptVersion: string;
  observationType: ObservationType;
  captioner?: string;
  concurrency: number;
  maxCost?: number;
  prices?: string;
  record?: string;
  replay?: string;
  force?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** `osharm judge --attack-suite [FOLDER]`: how often text in a run turns a judge's verdict. Judgments are kept in the folder: the same command goes on. */
export async function judgeAttackSuite(folder: string, flags: AttackSuiteFlags): Promise<void> {
  const judge = await seat(flags);
  mkdirSync(folder, { recursive: true });
  const traces = layOut(folder);
  let done = 0;
  const { result: measured, stopped } = await untilStopped((signal) =>
    measureAttacks(traces, judge, {
      concurrency: flags.concurrency,
      force: flags.force === true,
      signal,
      onResult: (one) => {
        done += 1;
        if (flags.quiet !== true) process.stderr.write(`[${done}] ${printable(one.directory)}: ${one.state}\n`);
      },
    }),
  );
  const report = {
    judge: judge.asker.address.name,
    judgeType: judge.type.name,
    version: judge.prompt.version,
    promptHash: judge.prompt.hash,
    costUsd: costOf(measured),
    ...flipsOf(measured.outcomes),
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
  if (stopped || measured.results.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

async function seat(flags: AttackSuiteFlags): Promise<SeatedJudge> {
  if (flags.judgeType === 'effects' || flags.judgeModel === undefined)
    throw new UsageError('The attacks on judges measure a model that judges.', {
      code: 'judge-no-model',
      hint: 'Name it: --attack-suite --judge-type evidence --judge-model openai:gpt-4.1. (The judge effects reads no text: nothing can steer it.)',
    });
  const environment = environmentWithFile();
  const { prices, maxCost, record, replay } = flags;
  const port = createPort({ environment, prices, maxCost, record, replay });
  return seatJudge(
    {
      type: flags.judgeType,
      model: flags.judgeModel,
      version: flags.sysPromptVersion,
      observationType: flags.observationType,
      captioner: flags.captioner,
      osharmVersion: packageJson.version,
    },
    await readImportedPrompts(cacheFolder()),
    port,
    environment,
  );
}

/** US dollars of all judgments in the folder, earlier ones too; null where a price is not known. */
function costOf({ results }: Measured): number | null {
  let sum = 0;
  for (const one of results)
    for (const { costUsd } of Object.values(('meta' in one ? one.meta?.spent : null) ?? {})) {
      if (costUsd === null) return null;
      sum += costUsd;
    }
  return sum;
}
