import { resolve } from 'node:path';
import type { ModelCheckup } from '../../../agents/checkup/checkup.ts';
import type { CheckupFinding } from '../../../agents/checkup/checkup-context.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { prepareCheckup } from '../../library/check-model.ts';
import { checkOutput, writeOutput } from '../write-output.ts';

const marks: Record<CheckupFinding['state'], string> = {
  works: 'ok     ',
  fault: 'FAULT  ',
  unknown: '?      ',
  skipped: 'skipped',
};

export async function checkNamedModel(options: {
  model: string;
  prices?: string | undefined;
  out?: string | undefined;
  json?: boolean;
}): Promise<void> {
  const prepared = prepareCheckup(options.model, options);
  const file = resolve(options.out ?? `osharm-doctor-${options.model.replaceAll(/[^\w.-]+/g, '-')}.json`);
  checkOutput(file);
  const price = prepared.usd === null ? 'of unknown price' : `at most $${prepared.usd.toFixed(3)}`;
  if (options.json !== true)
    console.log(
      `${printable(prepared.model)}: ${prepared.calls} calls, ${price}, a minute at most. No action is executed.`,
    );
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('Stopped.')));
  const checkup = await prepared.run(stop.signal);
  writeOutput(file, `${JSON.stringify(checkup, null, 2)}\n`);
  const isFine = checkup.findings.every(({ state }) => state !== 'fault');
  process.exitCode = isFine ? 0 : 1;
  if (options.json === true) console.log(JSON.stringify(checkup, null, 2));
  else for (const line of [...linesOf(checkup), `For a bug report: ${file}`]) console.log(line);
}

function linesOf({ findings, flags, calls, costUsd, durationMs }: ModelCheckup): string[] {
  const cost = costUsd === null ? 'at an unknown cost' : `for $${costUsd.toFixed(4)}`;
  return [
    ...findings.flatMap(({ check, state, detail, flag }) => [
      `${marks[state]}  ${check}: ${printable(detail)}`,
      ...(flag === undefined || state === 'works' ? [] : [`         → ${printable(flag)}`]),
    ]),
    `${calls} calls in ${(durationMs / 1000).toFixed(0)} s ${cost}.${flags.length === 0 ? ' No flag is needed.' : ''}`,
  ];
}
