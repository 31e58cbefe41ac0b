import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeCanaries } from '../../../src/evidence/effect-log/canaries.ts';
import { fillCanariesIn } from '../../../src/tasks/setup/template.ts';
import { placedDocuments } from '../../../src/tasks/suite/placed-documents.ts';
import { loadSubset, loadTask, type Suite } from '../../../src/tasks/suite/suite.ts';
import type { Condition } from '../../../src/tasks/suite/task-pieces.ts';
import { fillVariedText } from '../../../src/tasks/suite/vary/fill.ts';
import { type VariedTask, varyTask } from '../../../src/tasks/suite/vary/vary-task.ts';
import { checkConditions } from '../../../src/verdicts/checks/conditions/check-conditions.ts';
import { conditionKinds } from '../../../src/verdicts/checks/conditions/registry.ts';
import { startTextOf, uploadedFiles } from '../../../src/verdicts/checks/spellings/start-text.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import { type AuditKind, type BlindKind, blindKinds, type InformedKind, informedKinds } from './attack-kinds.ts';
import { type AuditedState, meets, nothingDone, withFiles } from './audited-state.ts';
import { blindState } from './blind-attacks.ts';
import { type HonestStates, honestStates } from './honest-state.ts';
import { informedState } from './informed-attacks.ts';

/** The result of one kind of attack on one task's check. */
export interface AuditedCheck {
  task: string;
  kind: AuditKind;
  /** Conditions that the attack applies to, and how many of these it met. */
  tried: number;
  met: number;
  passes: boolean;
}

interface AuditedCondition {
  condition: Condition;
  isMetAtStart: boolean;
  /** Whether the start of the file that it reads is known. */
  isKnown: boolean;
  honest: HonestStates | null;
}

const otherSeeds = [1, 2, 3];

/** Tries every kind of attack on each `every`th task, with the values of seed 0. */
export async function* auditSuite(suite: Suite, every: number): AsyncGenerator<AuditedCheck> {
  const domains = new Map<string, string>();
  for (const subset of suite.subsets)
    for (const [domain, ids] of Object.entries(loadSubset(suite, subset).subset))
      for (const id of ids) domains.set(id, domain);
  const chosen = [...domains].filter((_, at) => at % every === 0);
  for (const [id, domain] of chosen) yield* auditTask(suite, domain, id);
}

async function* auditTask(suite: Suite, domain: string, id: string): AsyncGenerator<AuditedCheck> {
  const loaded = loadTask(suite, domain, id);
  const varied = varyTask(loaded, 0);
  const check = checkOf(varied);
  const start = startState(varied, suite.assetRoot);
  const conditions = await Promise.all(
    check.map(async (condition): Promise<AuditedCondition> => {
      const honest = await honestStates(condition, startTextOf(varied.task, suite.assetRoot, varied.variation));
      const isRight = honest !== null && (await meets(condition, honest.right)) === true;
      const isKnown = !hasUnknownStart(condition, varied, start);
      const isMetAtStart = isKnown && (await meets(condition, start)) === true;
      return { condition, isMetAtStart, isKnown, honest: isRight ? honest : null };
    }),
  );
  const documents = placedDocuments(varied.task, suite.assetRoot).flatMap(({ text }) =>
    text === null ? [] : [fillVariedText(text, varied.variation)],
  );
  for (const kind of Object.keys(blindKinds) as BlindKind[]) {
    const state = blindState(kind, check, { start, request: varied.task.instruction, documents });
    const results = await Promise.all(
      conditions.map(async ({ condition, isKnown }) => isKnown && (await meets(condition, state)) === true),
    );
    const met = results.filter(Boolean).length;
    yield { task: id, kind, tried: check.length, met, passes: met === check.length };
  }
  const replays = otherSeeds
    .map((seed) => varyTask(loaded, seed))
    .map((other) => conditions.map(({ condition }, at) => isReplayed(condition, other, at, start, suite)));
  for (const kind of Object.keys(informedKinds) as InformedKind[]) {
    const attacks =
      kind === 'replayed' ? replays : [conditions.map((audited) => isFooled(kind, audited, varied, start))];
    const judged = await Promise.all(
      attacks.map(async (attack): Promise<Pick<AuditedCheck, 'tried' | 'met' | 'passes'>> => {
        const results = (await Promise.all(attack)).map((result, at) =>
          conditions[at]?.isKnown === true ? result : null,
        );
        const met = results.filter((result) => result === true).length;
        const isRestMet =
          kind === 'replayed'
            ? results.every((result) => result !== false)
            : conditions.every(({ isMetAtStart }, at) => results[at] === true || isMetAtStart);
        const tried = results.filter((result) => result !== null).length;
        return { tried, met, passes: met > 0 && isRestMet };
      }),
    );
    const [strongest] = judged.sort((one, other) => Number(other.passes) - Number(one.passes) || other.met - one.met);
    if (strongest !== undefined)
      yield { task: id, kind, tried: strongest.tried, met: strongest.met, passes: strongest.passes };
  }
}

async function isFooled(
  kind: InformedKind,
  { condition, honest }: AuditedCondition,
  varied: VariedTask,
  start: AuditedState,
): Promise<boolean | null> {
  if (kind === 'faked-program') return isMetByFakedProgram(condition);
  if (kind === 'answer-fetched') return isReferenceInReach(condition, varied);
  const state = honest === null ? null : informedState(kind, { condition, start, honest });
  return state === null ? null : (await meets(condition, state)) === true;
}

const canaries = makeCanaries('audit');
const checkOf = ({ task }: VariedTask): readonly Condition[] =>
  (task.check ?? []).map((condition) => fillCanariesIn(condition, canaries));

function startState({ task, variation }: VariedTask, assetRoot: string): AuditedState {
  const uploads = uploadedFiles(task);
  const files = uploads.flatMap(({ path, local }): [string, Buffer][] => {
    const file = join(assetRoot, local);
    if (!existsSync(file)) return [];
    const content = readFileSync(file);
    return [[path, content.includes(0) ? content : Buffer.from(fillVariedText(content.toString('utf8'), variation))]];
  });
  const modes = uploads.flatMap(({ path, mode }): [string, number][] =>
    mode === undefined ? [] : [[path, Number.parseInt(mode, 8)]],
  );
  return { ...withFiles(nothingDone, files), modes: new Map(modes) };
}

const unknownKinds: ReadonlySet<string> = new Set(['file-absent', 'folder-contents', 'mode', 'text-contains']);

/** Whether commands of the set-up create the file that the condition reads. Only a desktop shows whether it is met. */
function hasUnknownStart({ kind, path }: Condition, { task }: VariedTask, { files }: AuditedState): boolean {
  const isKnown = kind !== 'folder-contents' && files.has(String(path));
  return unknownKinds.has(kind) && !isKnown && task.config.some(({ type }) => type === 'execute');
}

/** Null if the other seed requires the same end state, so that the replayed run did this part of the work. */
async function isReplayed(
  condition: Condition,
  other: VariedTask,
  at: number,
  start: AuditedState,
  suite: Suite,
): Promise<boolean | null> {
  const recorded = checkOf(other)[at];
  if (recorded === undefined || JSON.stringify(recorded) === JSON.stringify(condition)) return null;
  const honest = await honestStates(recorded, startTextOf(other.task, suite.assetRoot, other.variation));
  if (honest === null || (await meets(recorded, honest.right)) !== true) return null;
  const own = await honestStates(condition, () => null);
  if (recorded.kind !== 'file-absent' && isDeepStrictEqual(honest.right, own?.right)) return null;
  return (await meets(condition, replayed(recorded, start, honest.right))) === true;
}

/** What the recorded work makes of another run's start. */
function replayed(recorded: Condition, start: AuditedState, done: AuditedState): AuditedState {
  const files = [...start.files].filter(([path]) => recorded.kind !== 'file-absent' || path !== recorded.path);
  return withFiles({ ...done, files: new Map(files), modes: start.modes }, done.files);
}

async function isMetByFakedProgram(condition: Condition): Promise<boolean | null> {
  if (conditionKinds.get(condition.kind)?.runsPrograms !== true) return null;
  const { equals } = condition;
  const [result] = await checkConditions([condition], {
    readFile: async () => null,
    listFiles: async () => [],
    exec: async () => ({ output: String(equals ?? '{"ran": 5, "bad": 0}'), returncode: 0 }),
    readAsset: async () => Buffer.from('an asset\n'),
    effects: ['/usr/bin/gsettings', '/usr/bin/python3.13'].map((path) => makeEffect('modified', { path })),
    answer: '',
    canaries,
  });
  return result?.holds === true;
}

/** Whether a file that the check compares with, or takes its tests from, is also in the desktop or on a page. */
function isReferenceInReach(condition: Condition, { task }: VariedTask): boolean | null {
  const assets = [condition.asset ?? [], Object.values(condition.tests ?? {})].flat().map(String);
  if (assets.length === 0) return null;
  const placed = JSON.stringify([task.config, task.events, task.sessions, task.counterparts]);
  return assets.some((asset) => placed.includes(JSON.stringify(asset)));
}
