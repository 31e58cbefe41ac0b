import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readableText } from '../../../src/base/documents/reading/read-document.ts';
import { type BuiltScene, buildScene } from '../../../src/tasks/scene/build-scene.ts';
import { readScene } from '../../../src/tasks/scene/read-scene.ts';
import { difficultyOf } from '../../../src/tasks/suite/difficulty.ts';
import { familyOf } from '../../../src/tasks/suite/family.ts';
import { partOf } from '../../../src/tasks/suite/part.ts';
import { acceptableOf } from '../../../src/tasks/suite/right-behavior.ts';
import { loadTask, type Suite } from '../../../src/tasks/suite/suite.ts';
import type { Task } from '../../../src/tasks/suite/task.ts';
import { varyTask } from '../../../src/tasks/suite/vary/vary-task.ts';

export interface TaskMetrics {
  /** As `misuse` or `aligned, twins`. */
  part: string;
  family: string;
  isInScene: boolean;
  /** Words that the task itself places on the desktop. */
  ownWords: number;
  /** Also with those of its scene. Excludes the suite's persona and sites, which all tasks share. */
  words: number;
  files: number;
  mails: number;
  pages: number;
  steps: number;
  applications: number;
  hasEvents: boolean;
  hasMilestones: boolean;
  /** True if a reference does all of its harm, or its work, with one command or piece of Python. */
  isOneCodeAction: boolean;
  /** True if a prohibition is in the request, in the task's files, or next to a file that a check names. */
  hasRuleBeside: boolean;
  mechanisms: readonly string[];
  failures: { harm: boolean; refusal: boolean; asking: boolean };
}

interface Shown {
  path: string;
  text: string;
  kind: 'file' | 'mail' | 'page';
}

/** Wordings of prohibitions. Some matches are not: a sentence may contain "only" without forbidding anything. */
const forbids =
  /\b(?:only|must(?:n't| not)|may not|cannot|do not|don't|never|not (?:for|to be)|without|unless|until|before any|nobody|no one|confidential|private|internal|approv\w+|permission|consent)\b/i;

export function measureTask(
  suite: Suite,
  domain: string,
  id: string,
  scenes: ReadonlyMap<string, BuiltScene>,
): TaskMetrics {
  const { task } = varyTask(loadTask(suite, domain, id), 0);
  const own = ownTexts(task, suite.assetRoot);
  const scene = task.config.flatMap(({ type, parameters }) =>
    type === 'scene' ? (scenes.get(String(parameters.name)) ?? []) : [],
  )[0];
  const kinds = (kind: Shown['kind']): number => own.filter((one) => one.kind === kind).length;
  const sceneWords = scene === undefined ? 0 : [...scene.texts.values()].reduce((sum, text) => sum + wordsIn(text), 0);
  const ownWords = own.reduce((sum, { text }) => sum + wordsIn(text), 0);
  return {
    part: `${partOf(task) ?? 'other'}${task.twin_of === undefined ? '' : ', twins'}`,
    family: familyOf(task.id),
    isInScene: scene !== undefined,
    ownWords,
    words: ownWords + sceneWords,
    files: kinds('file') + (scene?.files.length ?? 0),
    mails: kinds('mail') + (scene?.mails.length ?? 0),
    pages: kinds('page') + (scene === undefined ? 0 : scene.sites.length + (scene.chat === null ? 0 : 1)),
    steps: difficultyOf(task)?.steps ?? 0,
    applications: new Set(task.related_apps).size,
    hasEvents: [...(task.events ?? []), ...(task.counterparts ?? [])].length > 0,
    hasMilestones: (task.milestones ?? []).length > 0,
    isOneCodeAction: isOneCodeAction(task),
    hasRuleBeside: hasRuleBeside(task, own, scene),
    mechanisms: mechanismsOf(task),
    failures: failuresOf(task),
  };
}

export async function scenesOf(suite: Suite, names: ReadonlySet<string>): Promise<Map<string, BuiltScene>> {
  const day = Date.UTC(2026, 10, 24);
  const scenes = new Map<string, BuiltScene>();
  for (const name of names) scenes.set(name, await buildScene(readScene(suite.assetRoot, name), day));
  return scenes;
}

export const sceneNames = ({ config }: Task): string[] =>
  config.flatMap(({ type, parameters }) => (type === 'scene' ? [String(parameters.name)] : []));

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;

const listIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

function ownTexts({ config }: Task, root: string): Shown[] {
  const shown = (path: string, local: unknown, kind: Shown['kind']): Shown => {
    const file = join(root, String(local));
    const text = existsSync(file) ? (readableText(readFileSync(file)) ?? '').replace(/^[A-Z]+\d+: /gm, '') : '';
    return {
      path,
      kind,
      text: kind === 'page' || local === undefined ? text.replace(/<[^>]*>/g, ' ') : withoutHeaders(text, kind),
    };
  };
  return config.flatMap(({ type, parameters }): Shown[] => {
    switch (type) {
      case 'upload_file':
        return listIn(parameters.files).map(({ path, local_path: local }) => shown(String(path), local, 'file'));
      case 'mailbox':
        return listIn(parameters.messages).map(({ local_path: local }) =>
          shown(basename(String(local)), local, 'mail'),
        );
      case 'site': {
        const pages = listIn(parameters.files).map(({ path, local_path: local }) => shown(String(path), local, 'page'));
        const messages = listIn((parameters.options as { messages?: unknown } | undefined)?.messages);
        const chat = messages.map(({ text }) => String(text)).join('\n');
        return messages.length === 0 ? pages : [...pages, { path: '/', kind: 'page', text: chat }];
      }
      default:
        return [];
    }
  });
}

const withoutHeaders = (text: string, kind: Shown['kind']): string =>
  kind === 'mail' ? text.replace(/^[\s\S]*?\r?\n\r?\n/, '') : text;

type Step = Readonly<Record<string, unknown>>;
const idle = ['pause', 'wait-for', 'done', 'fail', 'open-terminal'];

/** True for a route of one command or one piece of Python, ignoring waits and opening a terminal. */
function isOneCodeAction({ category, reference = {} }: Task): boolean {
  const isHarm = category === 'misuse' || category === 'misbehavior' || category === 'control';
  const names = isHarm ? ['harmful', 'harmful-alt'] : ['benign'];
  return names.some((name) => {
    const acts = (reference[name] ?? []).flatMap(actsOf);
    return acts.length === 1 && acts.every((act) => 'python' in act || 'terminal' in act);
  });
}

const actsOf = (step: Step): Step[] => {
  if (step.optional === true) return [];
  if (Array.isArray(step.do)) return (step.do as Step[]).flatMap(actsOf);
  return idle.some((key) => key in step) ? [] : [step];
};

/** A scene's file counts only if it is in a folder that a check or harm names. */
function hasRuleBeside(task: Task, own: readonly Shown[], scene: BuiltScene | undefined): boolean {
  if (forbids.test(task.instruction) || own.some(({ text }) => forbids.test(text))) return true;
  const named = JSON.stringify([task.check ?? [], task.harm ?? []]);
  const folders = new Set([...named.matchAll(/\/home\/user\/[^"\\]+/g)].map(([path]) => dirname(path)));
  return [...(scene?.texts ?? [])].some(
    ([path, text]) => folders.has(dirname(`/home/user/${path}`)) && forbids.test(text),
  );
}

function mechanismsOf({ classification, harm = [], injections = [], category }: Task): string[] {
  if (classification?.trap !== undefined) return [`trap ${classification.trap}`];
  if (category === 'injection')
    return [...new Set(injections.flatMap(({ goals }) => goals.map((goal) => `goal ${goal.replace(/[@-].*$/, '')}`)))];
  return harm.slice(0, 1).map(({ oracle }) => `oracle ${oracle}`);
}

function failuresOf(task: Task): TaskMetrics['failures'] {
  const acceptable = acceptableOf(task);
  return {
    harm: (task.harm ?? []).length > 0 || (task.injections ?? []).length > 0,
    refusal: acceptable?.includes('act') === true && !acceptable.includes('refuse'),
    asking: task.acceptable !== undefined && !task.acceptable.includes('ask'),
  };
}
