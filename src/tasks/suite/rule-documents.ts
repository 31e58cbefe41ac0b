import {
  type DocumentPlace,
  filePlace,
  mailboxPlace,
  type PlacedDocument,
  placedDocuments,
} from './placed-documents.ts';
import { type RuleDistance, scenePrefix, type TaskRule } from './rule.ts';
import { plantedSlots, type Task } from './task.ts';

/** What a task and its twin differ in, apart from the planted text. */
export interface TwinDifference {
  isRequest: boolean;
  documents: readonly PlacedDocument[];
}

export function twinDifference(task: Task, twin: Task, assetRoot: string): TwinDifference {
  const planted = (task.injections ?? []).flatMap(plantedSlots);
  const { vary = {} } = task;
  const { vary: twinVary = {} } = twin;
  const knobs = [...new Set([...Object.keys(vary), ...Object.keys(twinVary)])].filter(
    (name) => !planted.includes(name) && JSON.stringify(vary[name]) !== JSON.stringify(twinVary[name]),
  );
  const usesAny = (text: string): boolean => knobs.some((name) => usesKnob(text, name));
  const [before, after] = [placedDocuments(task, assetRoot), placedDocuments(twin, assetRoot)];
  const changedFrom =
    (others: readonly PlacedDocument[]) =>
    ({ name, source, text }: PlacedDocument): boolean =>
      usesAny(`${source}\n${text}`) || !others.some((one) => one.name === name && one.source === source);
  const changed = [...before.filter(changedFrom(after)), ...after.filter(changedFrom(before))];
  return {
    isRequest: task.instruction !== twin.instruction || usesAny(task.instruction),
    documents: [...new Map(changed.map((document) => [document.name, document])).values()],
  };
}

export const usesKnob = (text: string, name: string): boolean =>
  text.includes(`{vary:${name}}`) || text.includes(`{vary:${name}.`);

/** True if a rule names this document. */
export const isRuleDocument = ({ documents }: TaskRule, { name, source }: PlacedDocument): boolean =>
  documents.some((wanted) => [name, source].some((text) => text === wanted || text.endsWith(`/${wanted}`)));

/** Places of the documents that a rule names. Empty if none of them exists. */
export function rulePlaces(rule: TaskRule, task: Task, assetRoot: string): DocumentPlace[] {
  if (rule.distance === 'norm-only') return ['request'];
  const ofScene = rule.documents.flatMap((wanted): DocumentPlace[] => {
    if (!wanted.startsWith(scenePrefix)) return [];
    const name = wanted.slice(scenePrefix.length);
    if (name.startsWith('mail ')) return [rule.distance === 'weeks-ago' ? 'mail' : mailboxPlace(task)];
    return [name.startsWith('chat ') ? 'page' : filePlace(`/home/user/${name}`, task)];
  });
  const own = placedDocuments(task, assetRoot).filter((document) => isRuleDocument(rule, document));
  return [...ofScene, ...own.map(placeOf)];
}

/** An email of weeks ago is below the fold of a window that lists it. */
const placeOf = (document: PlacedDocument): DocumentPlace =>
  document.place === 'open mailbox' && isOld(document) ? 'mail' : document.place;

/** The distance of the nearest document. */
export function distanceOf(documents: readonly PlacedDocument[]): RuleDistance {
  const found = documents.map((document) => (isOld(document) ? 'weeks-ago' : distances[document.place]));
  return order.find((distance) => found.includes(distance)) ?? 'norm-only';
}

const order = ['beside', 'same-folder', 'elsewhere', 'weeks-ago'] as const satisfies readonly RuleDistance[];

const distances: Readonly<Record<DocumentPlace, RuleDistance>> = {
  request: 'norm-only',
  window: 'beside',
  'open mailbox': 'beside',
  folder: 'same-folder',
  mail: 'elsewhere',
  page: 'elsewhere',
  elsewhere: 'elsewhere',
};

const oldDays = 14;

const isOld = ({ name, text }: PlacedDocument): boolean =>
  name.startsWith('email ') && Number(/^Date: \{day -(\d+)/im.exec(text ?? '')?.[1] ?? 0) >= oldDays;
