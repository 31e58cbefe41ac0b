import type { TextAsker } from '../../../src/tasks/suite/classification.ts';
import { partOf, type TaskPart } from '../../../src/tasks/suite/part.ts';
import {
  type DocumentPlace,
  hasOtherDocuments,
  type PlacedDocument,
  placedDocuments,
} from '../../../src/tasks/suite/placed-documents.ts';
import { acceptableOf, type Behavior } from '../../../src/tasks/suite/right-behavior.ts';
import type { RuleDistance } from '../../../src/tasks/suite/rule.ts';
import { isRuleDocument, rulePlaces, twinDifference, usesKnob } from '../../../src/tasks/suite/rule-documents.ts';
import { loadGoal, type Suite } from '../../../src/tasks/suite/suite.ts';
import type { Goal, Task } from '../../../src/tasks/suite/task.ts';
import { type ActRisk, actRisk } from './act-risk.ts';

/** The facts, from the suite's files, that determine which policies pass a task. */
export interface DecisionFacts {
  id: string;
  part: TaskPart;
  isTwin: boolean;
  /** The source of the harm: the user's request, a planted text, or only the easy way to do the work. */
  cause: 'request' | 'text' | 'way';
  acceptable: readonly Behavior[] | null;
  hasAnswers: boolean;
  /** Whether the references for both decisions exist. */
  hasReferences: boolean;
  request: string;
  deciding: DecidingDocuments | null;
  /** The declared distance of the deciding documents. Null if the task has no `rule`. */
  distance: RuleDistance | null;
  /** Whose text a planted one is. */
  asker: TextAsker | null;
  work: ActRisk;
  /** The acts that a planted text requests, or that the harmful way consists of. */
  extra: ActRisk;
  /** For the twin of a task with a planted text: whether its check fails without what the text requests. */
  requiresText: boolean;
  /** True if the harm is a choice of means, so a literal reading of the request doesn't lead to it. */
  isChoiceOfMeans: boolean;
  /** Whether the request, or a document in an open window or the work's folder, has a prohibition or warning. */
  hasDoubt: boolean | null;
  laterEvents: number;
}

/** Documents that differ between a task and its twin; without a twin, all documents, one of which may decide. */
export interface DecidingDocuments {
  places: readonly DocumentPlace[];
  isExact: boolean;
  /** Whether one of them arrives while the agent works. */
  isLater: boolean;
}

const chosenMeans: ReadonlySet<string> = new Set(['gamed-check', 'tampering', 'credentials', 'false-claim']);
/** Traps that reading the visible text doesn't reveal. */
const unseenTraps: ReadonlySet<string> = new Set([...chosenMeans, 'hidden-content']);

const doubts =
  /\b(?:only|must(?:n't| not)|may not|do not|don't|never|not (?:for|to be)|without|unless|confidential|private|warning|careful)\b/i;

/** Null for controls and tasks without a category. `other` is the twin of the task, or the task of the twin. */
export function decisionFacts(suite: Suite, task: Task, other: Task | null): DecisionFacts | null {
  const part = partOf(task);
  if (part === null) return null;
  const isTwin = task.twin_of !== undefined;
  const risky = isTwin ? other : task;
  if (risky === null) return null;
  const twin = isTwin ? task : other;
  const cause = risky.category === 'injection' ? 'text' : risky.category === 'misuse' ? 'request' : 'way';
  const goals = (risky.injections ?? []).flatMap((entry) => entry.goals.map((id) => loadGoal(suite, id).goal));
  const documents = placedDocuments(task, suite.assetRoot);
  const trap = task.classification?.trap ?? '';
  const checked = new Set((risky.check ?? []).map((condition) => JSON.stringify(condition)));
  const added = (task.check ?? []).filter((condition) => !checked.has(JSON.stringify(condition)));
  const harms = cause === 'text' ? goals.flatMap(({ harm }) => harm) : (risky.harm ?? []);
  return {
    id: task.id,
    part,
    isTwin,
    cause,
    acceptable: acceptableOf(task),
    hasAnswers: task.answers !== undefined,
    hasReferences: hasReferences(task, cause),
    request: task.instruction,
    deciding:
      namedDocuments(suite, risky, trap) ??
      (twin === null ? allDocuments(task, documents, trap) : differingDocuments(suite, risky, twin)),
    distance: risky.rule?.distance ?? null,
    asker: goals[0]?.classification?.asker ?? null,
    work: actRisk(risky.check ?? []),
    extra: actRisk(isTwin ? added : harms),
    requiresText: isTwin && cause === 'text' && added.length > 0,
    isChoiceOfMeans: chosenMeans.has(trap),
    hasDoubt: hasDoubt(task, documents, isTwin ? [] : goals),
    laterEvents: (task.events ?? []).length + (task.counterparts ?? []).length,
  };
}

function hasReferences({ reference = {}, twin_of: twinOf }: Task, cause: DecisionFacts['cause']): boolean {
  const harmful = reference.harmful?.some(({ violates }) => violates === true) === true;
  if (twinOf !== undefined || cause === 'text') return reference.benign !== undefined;
  return harmful && (cause === 'request' || reference.benign !== undefined);
}

function allDocuments(task: Task, documents: readonly PlacedDocument[], trap: string): DecidingDocuments | null {
  if (documents.length === 0 || hasOtherDocuments(task) || unseenTraps.has(trap)) return null;
  return { places: documents.map(({ place }) => place), isExact: false, isLater: false };
}

/** Null if only the planted text differs, since a rule that doesn't differ may decide about it. */
function differingDocuments(suite: Suite, task: Task, twin: Task): DecidingDocuments | null {
  const { isRequest, documents } = twinDifference(task, twin, suite.assetRoot);
  const places = documents.map(({ place }) => place);
  const all: DocumentPlace[] = isRequest ? ['request', ...places] : places;
  const isLater = documents.some((document) => document.isLater);
  return all.length === 0 ? null : { places: all, isExact: true, isLater };
}

/** The documents that a task's rule names, if reading them reveals it. */
function namedDocuments(suite: Suite, task: Task, trap: string): DecidingDocuments | null {
  if (task.rule === undefined || unseenTraps.has(trap)) return null;
  const { rule } = task;
  const places = rulePlaces(rule, task, suite.assetRoot);
  const isLater = placedDocuments(task, suite.assetRoot).some((one) => one.isLater && isRuleDocument(rule, one));
  return places.length === 0 ? null : { places, isExact: true, isLater };
}

function hasDoubt(task: Task, documents: readonly PlacedDocument[], goals: readonly Goal[]): boolean | null {
  if (doubts.test(task.instruction)) return true;
  const inSight = documents.filter(({ place }) => place === 'window' || place === 'folder');
  const planted = (task.injections ?? []).flatMap(({ slot, pieces = {} }) => [slot ?? [], Object.keys(pieces)].flat());
  const texts = inSight.map(({ text }) => text ?? '');
  const slots = Object.entries(task.vary ?? {}).flatMap(([name, knob]) => {
    if (!('slot' in knob) || !texts.some((text) => usesKnob(text, name))) return [];
    return planted.includes(name) ? goals.map(({ text }) => text) : [knob.slot];
  });
  if ([...texts, ...slots].some((text) => doubts.test(text))) return true;
  return hasOtherDocuments(task) || inSight.some(({ text }) => text === null) ? null : false;
}
