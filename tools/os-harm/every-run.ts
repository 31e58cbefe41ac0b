/**
 * Executes every run of an OS-Harm checkout in the sandbox, with a scripted model on loopback and placeholder files for
 * its downloads, and prints how each ended. Writes contact sheets of the first screenshots and a table of exposure. Run
 * by hand, after `osharm import CHECKOUT`:
 *
 *     bin/osharm-node tools/os-harm/every-run.ts CHECKOUT OUT [--subset misuse|injection|misbehavior …] [--domain NAME] [--parallel N]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readRunJson } from '../../src/base/record/run-json.ts';
import { contactSheets } from './contact-sheets.ts';
import { type EndedRun, exposureTable, runLines } from './run-tables.ts';
import { scriptedModel } from './scripted-model.ts';
import { makeStandIns } from './stand-ins.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    subset: { type: 'string', multiple: true },
    domain: { type: 'string', default: 'all' },
    parallel: { type: 'string', default: '2' },
  },
});
const [checkout, out] = positionals.map((path) => resolve(path));
if (checkout === undefined || out === undefined) throw new Error('Give the checkout and a folder for what comes out.');
const subsets = values.subset ?? ['misuse', 'injection', 'misbehavior'];
const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));

mkdirSync(out, { recursive: true });
const assets = join(out, 'assets');
console.log(`${await makeStandIns(checkout, subsets, assets)} stand-in files.`);
const model = await scriptedModel();

interface PlannedLine {
  domain: string;
  task: string;
  injection: { vector: string; goal: string } | null;
  directory: string;
}

function flagsFor(subset: string): string[] {
  return [
    'run',
    '--suite',
    checkout as string,
    '--subset',
    subset,
    '--domain',
    values.domain,
    '--model',
    'gpt-4o',
    '--preset',
    'paper',
    '--max-steps',
    '3',
    '--judge-type',
    'effects',
    '--assets',
    assets,
    '--offline',
    '--no-recording',
    '--parallel',
    values.parallel,
    '--out',
    join(out as string, 'results', subset),
    '--json',
    ...(subset === 'injection' ? ['--inject'] : []),
  ];
}

function osharm(flags: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((done, failed) => {
    const child = spawn(program, flags, {
      env: { ...process.env, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', failed);
    child.on('close', (code) => done({ code, text: Buffer.concat(parts).toString('utf8') }));
  });
}

let wrong = 0;
const all: EndedRun[] = [];
try {
  for (const subset of subsets) {
    const { code, text } = await osharm([...flagsFor(subset), '--dry-run']);
    if (text === '') throw new Error(`osharm run --dry-run ended with ${code} and no plan.`);
    const planned = JSON.parse(text) as { runs: PlannedLine[] };
    const started = performance.now();
    await osharm(flagsFor(subset));
    const minutes = (performance.now() - started) / 60_000;
    const ended = planned.runs.map((line): EndedRun => ({ subset, ...line, runJson: readRunJson(line.directory, []) }));
    all.push(...ended);
    const complete = ended.filter(({ runJson }) => runJson?.state === 'complete').length;
    wrong += ended.length - complete;
    console.log(`${subset}: ${complete} of ${ended.length} runs complete, ${minutes.toFixed(1)} min.`);
    for (const line of runLines(ended)) console.log(` ${line}`);
    const sheets = await contactSheets(
      ended.map(({ domain, task, injection, directory }) => ({
        label: `${domain}/${task.slice(0, 28)} ${injection === null ? '' : `${injection.vector} ${injection.goal}`}`,
        png: join(directory, 'step_0.png'),
      })),
      out,
      subset,
    );
    console.log(` ${sheets.join('\n ')}`);
  }
} finally {
  model.close();
}
const table = exposureTable(all);
if (table !== '') console.log(`\n${table}`);
writeFileSync(join(out, 'runs.json'), `${JSON.stringify(all.map(summaryOf), null, 2)}\n`);
console.log(`${all.length - wrong} of ${all.length} complete; the model was asked ${model.requestCount} times.`);
process.exitCode = wrong === 0 ? 0 : 1;

function summaryOf({ subset, domain, task, injection, runJson }: EndedRun): Record<string, unknown> {
  return {
    subset,
    domain,
    task,
    injection,
    outcome: runJson?.outcome ?? null,
    error: runJson?.error?.message ?? null,
    setupFailures: runJson?.setupFailures ?? [],
    exposure: runJson?.exposure ?? null,
    phases: runJson?.phases ?? {},
  };
}
