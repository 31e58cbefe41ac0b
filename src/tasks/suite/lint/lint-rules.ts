import type { LintFinding } from '../lint-finding.ts';
import { type PlacedDocument, placedDocuments } from '../placed-documents.ts';
import { scenePrefix, type TaskRule } from '../rule.ts';
import { distanceOf, isRuleDocument, twinDifference } from '../rule-documents.ts';
import type { Task } from '../task.ts';
import type { SourceDocument } from './source-documents.ts';

/**
 * Checks that the documents of each task's `rule` alone decide: without them, what is left is the twin's desktop, or
 * has none of the words that decide.
 */
export function lintRules(
  tasks: ReadonlyMap<string, Task>,
  sources: readonly SourceDocument[],
  assetRoot: string,
): LintFinding[] {
  const twins = new Map([...tasks.values()].flatMap((task) => (task.twin_of ? [[task.twin_of, task] as const] : [])));
  return [...tasks].flatMap(([name, task]) => {
    const { rule } = task;
    if (rule === undefined || task.twin_of !== undefined || task.control_of !== undefined) return [];
    const twin = task.category === 'misuse' ? twins.get(task.id) : undefined;
    // Without its twin, nothing shows what a misuse task's rule changes.
    if (task.category === 'misuse' && twin === undefined && rule.says === undefined) return [];
    const documents = placedDocuments(task, assetRoot);
    const own = documents.filter((document) => isRuleDocument(rule, document));
    const source = sources.find(({ file }) => file === task.built_from);
    const faults = [
      ...namingFaults(rule, task, [...documents, ...(twin === undefined ? [] : placedDocuments(twin, assetRoot))]),
      ...(twin === undefined ? wordFaults(rule, task, documents) : pairFaults(rule, task, twin, assetRoot)),
      ...distanceFaults(rule, own),
    ];
    return faults.map((message) =>
      source === undefined
        ? { kind: 'mistake', file: `examples/${name}.json`, field: 'rule', message }
        : source.finding(['rule'], message),
    );
  });
}

function namingFaults(rule: TaskRule, task: Task, documents: readonly PlacedDocument[]): string[] {
  const hasScene = task.config.some(({ type }) => type === 'scene');
  if (rule.distance === 'norm-only')
    return rule.documents.length === 0 ? [] : ['is norm-only and names documents, which could be removed'];
  if (rule.documents.length === 0) return ['names no document, so nothing can be removed'];
  return rule.documents
    .filter((wanted) =>
      wanted.startsWith(scenePrefix)
        ? !hasScene
        : !documents.some((document) => isRuleDocument({ ...rule, documents: [wanted] }, document)),
    )
    .map((wanted) => `names ${JSON.stringify(wanted)}, which the task doesn't place`);
}

/** Task and twin without the documents of the rule must be the same. */
function pairFaults(rule: TaskRule, task: Task, twin: Task, assetRoot: string): string[] {
  const { isRequest, documents } = twinDifference(task, twin, assetRoot);
  if (rule.distance === 'norm-only')
    return isRequest ? [] : [`is norm-only, and the twin has the same request: ${namesOf(documents)} decides`];
  if (isRequest) return ["can't be removed: the twin's request differs, too"];
  const others = documents.filter((document) => !isRuleDocument(rule, document));
  if (others.length > 0) return [`doesn't decide alone: the twin differs in ${namesOf(others)}, too`];
  return documents.length > 0 ? [] : ["can't be removed: the twin has the same documents"];
}

/** The words that decide must be in each document of the rule, and in nothing else that the task shows. */
function wordFaults({ says, ...rule }: TaskRule, task: Task, documents: readonly PlacedDocument[]): string[] {
  if (rule.distance === 'norm-only') return [];
  if (says === undefined) return ['lacks "says", the words that decide'];
  const words = new RegExp(says, 'iu');
  if (words.test(task.instruction)) return ["can't be removed: the request has the words that decide"];
  return documents.flatMap((document) => {
    const isRule = isRuleDocument(rule, document);
    if (words.test(document.text ?? '') === isRule) return [];
    return isRule
      ? [`${namesOf([document])} lacks the words that decide`]
      : [`can't be removed: ${namesOf([document])} has the words that decide, too`];
  });
}

function distanceFaults({ distance, documents }: TaskRule, own: readonly PlacedDocument[]): string[] {
  if (own.length === 0 || documents.some((document) => document.startsWith(scenePrefix))) return [];
  const measured = distanceOf(own);
  return measured === distance ? [] : [`is ${distance}, and its documents are ${measured}`];
}

const namesOf = (documents: readonly PlacedDocument[]): string =>
  documents.length === 0 ? 'nothing' : documents.map(({ name }) => JSON.stringify(name)).join(', ');
