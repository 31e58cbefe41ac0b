/**
 * Mutation testing: mutates a folder's code one place at a time, runs the tests that reach it, and lists mutants that
 * no test detects.
 *
 *     bin/osharm-node tools/mutate.ts [FOLDER/FOLDER…] [--files GLOB] [--share S] [--together N]        (base/record base/statistics)
 *
 * `--files` is a glob within the folder. `--share` (0 to 1) samples this share of every file's lines, in windows of
 * five, at least one per file; the sample is deterministic. `--together` is the number of parallel test runs. The last
 * line is a summary. Message texts are not mutated.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Report {
  files: Record<
    string,
    {
      mutants: {
        mutatorName: string;
        replacement?: string;
        status: string;
        location: { start: { line: number; column: number } };
      }[];
    }
  >;
}

const root = new URL('../', import.meta.url).pathname;
const folder = join(root, '.cache/mutate');
const windowLines = 5;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '**/*.ts' },
    share: { type: 'string', default: '1' },
    together: { type: 'string', default: String(availableParallelism()) },
  },
});
const { files } = values;

function placesIn(room: string): string[] {
  const share = Number(values.share);
  if (share >= 1) return [`src/${room}/${files}`, '!src/**/*.test.ts'];
  return globSync(`src/${room}/${files}`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => {
      const windows = Math.ceil(readFileSync(join(root, file), 'utf8').split('\n').length / windowLines);
      const inOrder = Array.from({ length: windows }, (_, index) => index).sort(
        (a, b) => rank(file, a) - rank(file, b),
      );
      return inOrder
        .slice(0, Math.max(1, Math.round(windows * share)))
        .map((index) => `${file}:${index * windowLines + 1}-${(index + 1) * windowLines}`);
    });
}

function rank(file: string, index: number): number {
  return createHash('sha256').update(`${file}:${index}`).digest().readUInt32BE(0);
}

async function mutate(room: string): Promise<Report> {
  const name = room.replace('/', '-');
  const report = join(folder, `${name}.report.json`);
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutate/vitest.config.ts' },
    mutate: placesIn(room),
    eventReporter: { baseDir: join(folder, `${name}.events`) },
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    dryRunTimeoutMinutes: 15,
    disableTypeChecks: false,
    concurrency: Number(values.together),
    // Events are recorded even if the run is interrupted.
    reporters: ['json', 'event-recorder', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: '.cache/mutate/work',
    ignorePatterns: ['/.git', '/.cache', '/results', '/logs'],
  };
  const config = join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify(options));
  const stryker = spawn(
    process.execPath,
    [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, OSHARM_MUTATED: room } },
  );
  const [code] = await once(stryker, 'exit');
  if (code !== 0) throw new Error(`The mutation of src/${room} ended with ${code}: see above.`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

mkdirSync(folder, { recursive: true });
const rooms = positionals.length > 0 ? positionals : ['base/record', 'base/statistics'];
const sums: string[] = [];
for (const room of rooms) {
  let [all, noticed] = [0, 0];
  for (const [file, { mutants }] of Object.entries((await mutate(room)).files)) {
    for (const { mutatorName, replacement, status, location } of mutants) {
      if (status === 'Ignored') continue;
      all += 1;
      const { line, column } = location.start;
      const place = `${file}:${line}:${column} ${mutatorName} → ${JSON.stringify(replacement)}`;
      if (status === 'Survived') process.stdout.write(`${place}\n`);
      else if (status === 'NoCoverage') process.stdout.write(`${place} (no test reaches it)\n`);
      else noticed += 1;
    }
  }
  sums.push(`${room}: ${noticed} of ${all} changes noticed`);
}
process.stdout.write(`${sums.join('; ')}\n`);
