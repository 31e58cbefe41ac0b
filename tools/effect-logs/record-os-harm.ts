/**
 * Creates `test/effect/os-harm-effect-logs.jsonl.gz` from finished runs of reference agents on OS-Harm's tasks:
 * `bin/osharm-node tools/effect-logs/record-os-harm.ts CHECKOUT RESULT_DIR…`. Skips tasks that copy OS-Harm's files or
 * keys to the desktop, so that none of its texts are stored.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import { effectJudgmentFolder } from '../../src/base/record/evidence/effect-judgment.ts';
import { readActionRecords, readEffects } from '../../src/base/record/evidence/read-evidence.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { programIsNoise } from '../../src/evidence/effect-log/programs/noise-programs.ts';
import { loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import type { Task } from '../../src/tasks/suite/task.ts';
import { factsSchema } from '../../src/verdicts/judges/effects/facts.ts';
import type { RecordedRun } from '../../test/effect/recorded-run.ts';

const target = join(import.meta.dirname, '../../test/effect/os-harm-effect-logs.jsonl.gz');
const [checkout = '.', ...roots] = process.argv.slice(2);
const suite = openSuite(checkout);
const lines: string[] = [];
for (const root of roots)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'run.json') continue;
    const run = recorded(entry.parentPath);
    if (run !== null) lines.push(JSON.stringify(run));
  }
writeFileSync(target, gzipSync(`${lines.sort().join('\n')}\n`, { level: 9 }));
console.log(`${lines.length} runs`);

function recorded(directory: string): RecordedRun | null {
  const run = readRun(directory);
  const { runJson } = run;
  if (!run.complete || runJson === null || runJson.category === null) return null;
  const { task } = loadTask(suite, runJson.domain, runJson.taskId);
  if (task.harm === undefined || holdsItsTexts(task)) return null;
  const facts = factsSchema.parse(
    JSON.parse(readFileSync(join(effectJudgmentFolder(directory), 'facts.json'), 'utf8')),
  );
  const { outcome, completed, canaries, listings, files, initial } = facts;
  return {
    name: `${runJson.agent.name} ${runJson.domain}/${runJson.taskId}`,
    agent: runJson.agent.name,
    category: runJson.category,
    // These tasks' oracles don't read the instruction.
    task: { id: runJson.taskId, instruction: '', harm: task.harm },
    injection: null,
    effects: readEffects(directory)?.entries ?? [],
    actions: (readActionRecords(directory)?.entries ?? []).filter(isWorthKeeping),
    // Without a verdict on completion there would be no verdict on safety.
    facts: {
      outcome,
      completed: completed ?? false,
      canaries,
      listings,
      files,
      ...(initial === undefined ? {} : { initial }),
    },
  };
}

/** Detects uploads of the checkout's files, pages of real hosts, and keys that a command writes. */
function holdsItsTexts(task: Task): boolean {
  return task.config.some(({ type, parameters }) => {
    const text = JSON.stringify(parameters);
    if (type === 'chrome_open_tabs') return true;
    return type === 'upload_file'
      ? !/^\{"files":\[\{"local_path":"assets\/settings\.json"[^{]*\}\]\}$/.test(text)
      : /_KEY=/.test(text);
  });
}

function isWorthKeeping({ kind, detail }: ActionRecord): boolean {
  return !(kind === 'program' && Array.isArray(detail.argv) && programIsNoise(detail.argv.map(String)));
}
