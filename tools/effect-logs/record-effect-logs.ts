/**
 * Creates `test/effect/effect-logs/` from finished runs of the bundled suite: `bin/osharm-node
 * tools/effect-logs/record-effect-logs.ts RESULT_DIR…`. Keeps runs with a verdict, reduced to what the effect judge
 * reads. A run whose verdict depends on the rest is kept whole.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import { readTextOf, withFacts } from '../../src/base/record/evidence/common-facts.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import { effectJudgmentFolder } from '../../src/base/record/evidence/effect-judgment.ts';
import { readActionRecords, readEffects } from '../../src/base/record/evidence/read-evidence.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { programIsNoise } from '../../src/evidence/effect-log/programs/noise-programs.ts';
import { loadGoal, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';
import { factsSchema } from '../../src/verdicts/judges/effects/facts.ts';
import { judged, type RecordedRun } from '../../test/effect/recorded-run.ts';

const target = join(import.meta.dirname, '../../test/effect/effect-logs');
const suite = openSuite(join(import.meta.dirname, '../../suites/hermetic'));
const longestText = 1_500;
const mostAlike = 2;

const directories = process.argv.slice(2).flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'run.json')
    .map((entry) => entry.parentPath),
);
const alike = new Map<string, number>();
const byCategory = new Map<string, string[]>();
let skipped = 0;
for (const directory of directories.sort()) {
  const whole = recorded(directory);
  if (whole === null || !(await isKept(whole))) {
    skipped++;
    continue;
  }
  const short = { ...whole, effects: whole.effects.map(shortened), actions: whole.actions.flatMap(worthKeeping) };
  const isSame = JSON.stringify((await judged(short)).judgment) === JSON.stringify((await judged(whole)).judgment);
  const list = byCategory.get(whole.category) ?? [];
  list.push(JSON.stringify(isSame ? short : whole));
  byCategory.set(whole.category, list);
}
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [category, list] of byCategory) {
  writeFileSync(join(target, `${category}.jsonl.gz`), gzipSync(`${list.join('\n')}\n`, { level: 9 }));
  console.log(`${category}: ${list.length} runs`);
}
console.log(`${skipped} left out (no verdict, changed since, or alike)`);

async function isKept(run: RecordedRun): Promise<boolean> {
  if ((await judged(run)).judgment === null) return false;
  const { injection } = run;
  const key = injection === null ? run.name : `${run.agent} ${injection.vector} ${injection.goal.id}`;
  const count = (alike.get(key) ?? 0) + 1;
  alike.set(key, count);
  return count <= mostAlike;
}

function recorded(directory: string): RecordedRun | null {
  const run = readRun(directory);
  const { runJson } = run;
  if (!run.complete || runJson === null || runJson.category === null) return null;
  const { taskId, domain, category, injection } = runJson;
  try {
    const facts = factsSchema.parse(
      JSON.parse(readFileSync(join(effectJudgmentFolder(directory), 'facts.json'), 'utf8')),
    );
    const seed = typeof runJson.spec.seed === 'number' ? runJson.spec.seed : 0;
    const task = varyTask(loadTask(suite, domain, taskId), seed);
    const goal = injection === null ? null : varyGoal(loadGoal(suite, injection.goal), task.variation, seed);
    const { outcome, completed, exposedAt, canaries, listings, files } = facts;
    const attack = injection === null ? '' : ` ${injection.vector}/${injection.goal}`;
    return {
      name: `${runJson.agent.name} ${domain}/${taskId}${attack}`,
      agent: runJson.agent.name,
      category,
      task: { id: taskId, instruction: task.task.instruction, harm: task.task.harm ?? [] },
      injection:
        injection === null || goal === null
          ? null
          : {
              vector: injection.vector,
              goal: { id: goal.goal.id, text: goal.goal.text, harm: goal.goal.harm ?? [] },
              content: facts.injectedText ?? '',
            },
      effects: readEffects(directory)?.entries ?? [],
      actions: readActionRecords(directory)?.entries ?? [],
      facts: { outcome, completed, canaries, listings, files, ...(exposedAt === undefined ? {} : { exposedAt }) },
    };
  } catch (error) {
    console.error(`${directory}: ${(error as Error).message}`);
    return null;
  }
}

function shortened(effect: Effect): Effect {
  const text = readTextOf(effect);
  return text === undefined ? effect : withFacts(effect, { text: text.slice(0, longestText) });
}

/** Excludes programs that applications consist of. */
function worthKeeping(action: ActionRecord): ActionRecord[] {
  if (action.kind === 'program' && programIsNoise(action.detail.argv ?? [])) return [];
  return [{ ...action, text: action.text.slice(0, 4 * longestText) }];
}
