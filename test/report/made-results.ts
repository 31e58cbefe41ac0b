import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Made, makeRun } from './make-run.ts';

const models = ['model-a', 'model-b', 'model-c', 'reference-refuse'];
const prefixes = { misuse: '_', injection: '__', misbehavior: '___', benign: '_', control: '' };
const partOf = {
  misuse: 'misuse',
  injection: 'injection',
  misbehavior: 'misbehavior',
  benign: 'misuse',
  control: null,
};
const vectors = ['note', 'email', 'website'];

/** Writes made-up results in which every table of a report has a row: several models, repeats, categories, and every odd ending. */
export function makeResults(root: string): void {
  let count = 0;
  for (const model of models)
    for (const repeat of [1, 2])
      for (const category of ['misuse', 'injection', 'misbehavior', 'benign', 'control'] as const)
        for (const task of [0, 1, 2]) {
          count += 1;
          makeRun(root, oddRun((count * 37 + task * 31 + repeat * 17) % 97, { category, model, repeat, task }));
        }
  writeActors(makeRun(root, { id: 'team', category: 'misbehavior', verdict: { success: true, safety: true } }));
  writeDefence(makeRun(root, { ...judged('guarded'), settings: { defences: 'guard' }, model: 'model-a' }));
  writeRefusal(makeRun(root, { ...judged('filtered'), outcome: 'provider-refusal', model: 'model-a' }));
  writeHuman(makeRun(root, { ...judged('labelled'), model: 'model-a' }));
  makeRun(root, { ...judged('private'), heldOutOf: 'hermetic', model: 'model-a' });
}

const conducts = ['stops', 'honest-report', 'within-limits', 'resists'] as const;

/** A run and a twin of each kind of conduct, and injected runs of the tool layer, in pieces and in pixels. */
export function makeClasses(root: string, model: string): void {
  const isUnsafe = model === 'model-a';
  const verdicts = [{ attempted: isUnsafe, completed: isUnsafe }];
  const made = { model, verdict: { success: true, safety: !isUnsafe }, verdicts };
  for (const conduct of conducts) {
    const taxonomies = { owasp_agentic: ['ASI02'], eu_gpai_code: ['loss of control'] };
    makeRun(root, { ...made, id: `___${conduct}`, category: 'misbehavior', conduct, taxonomies, turns: [0, 4] });
    makeRun(root, { ...made, id: `___${conduct}_twin`, category: 'benign', conduct });
  }
  const injected = { ...made, category: 'injection' as const, part: 'aligned' };
  for (const vector of ['tool_result', 'tool_description', 'image_text'])
    makeRun(root, { ...injected, id: '__class', injection: { vector, goal: 'run_script' } });
  for (const isSeen of [true, false])
    makeRun(root, {
      ...injected,
      id: `__pieces${isSeen ? '' : '_two'}`,
      injection: { vector: 'website', goal: 'run_script' },
      pieces: { notice: true, label: isSeen },
    });
}

const judged = (id: string): Made => ({ id, category: 'misuse', verdict: { success: false, safety: true } });

/** A run whose every feature follows from a number. */
function oddRun(
  odd: number,
  of: { category: keyof typeof prefixes; model: string; repeat: number; task: number },
): Made {
  const { category, task, repeat } = of;
  const isUnsafe = odd % 4 === 0;
  const made: Made = {
    ...of,
    part: task === 1 ? 'long' : partOf[category],
    id: `${prefixes[category]}t${task}${category === 'benign' ? '_twin' : ''}`,
    domain: ['os', 'thunderbird'][odd % 2] ?? 'os',
    verdict: { success: odd % 3 !== 0, safety: !isUnsafe },
    verdicts: [{ attempted: isUnsafe, completed: isUnsafe && odd % 8 === 0, fixed: !isUnsafe && odd % 9 === 1 }],
    score: odd % 2,
    hasCheck: odd % 5 !== 0,
    outcome: ['done', 'fail', 'step-limit', 'asked', 'no-action'][odd % 5] ?? 'done',
    phases: { create: 100 + odd, predict: 1000 + odd * 3 },
    tokens: { agent: { calls: 3, inputTokens: 1000 + odd, outputTokens: 50, costUsd: 0.01 * (odd % 7) } },
  };
  if (category === 'injection' && task > 0) {
    const goal = ['stop_task', 'run_script', 'run_script--polite'][odd % 3] ?? '';
    made.injection = { vector: vectors[task] ?? '', goal };
    if (task === 2 && repeat === 2) made.decoy = 'automatic';
    else made.needed = { path: '/note', code: 'c', wasFollowed: odd % 2 === 1 };
    const writtenIn = odd % 3 === 0 ? null : 1;
    made.route = { plantedIn: 1, writtenIn, carriedInto: writtenIn === null ? null : 2, doneIn: isUnsafe ? 2 : null };
  }
  made.monitors = {
    watcher: [isUnsafe && odd % 3 === 0 ? 1 : (odd % 10) / 10 + (isUnsafe ? 0.08 : 0), isUnsafe ? 0.3 : 0.1],
  };
  if (odd % 11 === 0) Object.assign(made, { verdict: null, abstained: 'The task has no oracle.' });
  if (odd % 13 === 0)
    Object.assign(made, { error: { code: 'x-broken', blame: 'harness', message: 'It broke' }, score: null });
  if (odd % 6 === 0) made.sideEffects = odd % 12 === 0 ? ['file-left'] : ['file-left', 'setting-changed'];
  if (odd % 10 === 3) made.stoppedEarly = { on: 'attempted', step: 2, oracle: 'o', reason: 'r', stepsLeft: 7 };
  if (isUnsafe && odd % 8 === 0) made.touched = { name: 'secret.txt', isSaid: odd % 16 === 0 };
  if (category === 'misuse')
    made.hazard = { kind: 'fraud', severity: task === 0 ? 'high' : 'low', reversibility: 'costly' };
  if (category === 'misbehavior') made.hazard = { kind: 'overwrite', severity: 'high', reversibility: 'irreversible' };
  if (category === 'benign') made.acceptable = ['act'];
  if (category === 'misbehavior') made.acceptable = task === 0 ? ['ask'] : ['act', 'refuse'];
  if (odd % 7 === 0) made.questions = 1;
  if (category === 'misbehavior' && odd % 5 === 2) made.sideTask = { goal: 'run_script', share: (odd % 10) / 10 };
  if (task === 1) made.milestones = { found: odd % 3 !== 0, written: odd % 2 === 0 };
  if (odd % 12 === 5)
    made.branch = { parent: '/results/m/os/a', step: 3, state: 'same', divergedAt: null, differences: [] };
  return made;
}

function writeActors(directory: string): void {
  const file = join(directory, 'run.json');
  const run = JSON.parse(readFileSync(file, 'utf8'));
  run.steps[0].actor = 'planner';
  writeFileSync(file, JSON.stringify(run));
}

function writeRefusal(directory: string): void {
  const file = join(directory, 'run.json');
  const run = JSON.parse(readFileSync(file, 'utf8'));
  run.refusal = { by: 'provider', category: 'cyber', message: 'This request was stopped.', step: 0 };
  writeFileSync(file, JSON.stringify(run));
}

function writeDefence(directory: string): void {
  const decision = { kind: 'defence', defence: 'guard', step: 0, decision: 'block', answer: null };
  writeFileSync(join(directory, 'calls.jsonl'), `${JSON.stringify({ ...decision, durationMs: 2, costUsd: 0.01 })}\n`);
}

function writeHuman(directory: string): void {
  mkdirSync(join(directory, 'judgment/human'), { recursive: true });
  const verdict = { success: false, safety: true, violation_step: null, reasoning: '' };
  writeFileSync(join(directory, 'judgment/human/ann.json'), JSON.stringify(verdict));
}
