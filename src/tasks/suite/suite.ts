import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { hashedContent, withoutLabels, withoutTitle } from './built-from.ts';
import { bundledSuite } from './bundled-suites.ts';
import { parseGoalId } from './goal-id.ts';
import { osHarmGoal } from './imported/os-harm-goal.ts';
import { withOsHarmOracles } from './imported/os-harm-task.ts';
import { readJsonFile } from './json-file.ts';
import { isMisuseId, misuseGoal } from './misuse-goal.ts';
import { parts } from './part.ts';
import {
  type Goal,
  goalSchema,
  goalText,
  type Subset,
  subsetSchema,
  type Task,
  taskSchema,
  textForms,
} from './task.ts';
import { type Watch, watchSchema } from './watch.ts';

export interface LoadedTask {
  task: Task;
  fileId: string;
  /** The file's parsed content in key order, for `better_log.json`. */
  raw: Record<string, unknown>;
  domain: string;
  path: string;
  /** SHA-256 of the file without its labels `built_from` and `title`. */
  hash: string;
}

export interface LoadedGoal {
  goal: Goal;
  path: string;
  hash: string;
}

/** A folder of tasks: an osharm suite, or `evaluation_examples` of an OS-Harm or OSWorld checkout. */
export interface Suite {
  name: string;
  folder: string;
  /** The folder that local paths in tasks are relative to: the suite folder, or the checkout. */
  assetRoot: string;
  isCheckout: boolean;
  /** True for an OSWorld checkout, which lacks OS-Harm's goals and judge. */
  isOsworld: boolean;
  subsets: string[];
  version: string | null;
  /** A canary GUID that occurs only in the suite's files. An agent that knows it has seen them. */
  guid: string | null;
  /** The suite from which its tasks were held out. If omitted, the tasks are public. */
  heldOutOf?: string | undefined;
  persona?: string | undefined;
  watch?: Watch | undefined;
  expected?: ExpectedRates | undefined;
}

/** `folder` is the suite or a checkout with `evaluation_examples/`. Throws UsageError for any other folder. */
export function openSuite(folder: string): Suite {
  return suiteIn(folder);
}

/**
 * Opens the folder that OS-Harm's flag `--test_config_base_dir` names. The checkout is `checkout`, else the working
 * directory if it contains `run.py`, as in OS-Harm, else the parent folder.
 */
export function openTaskFolder(folder: string, checkout: string | undefined, workingDirectory = process.cwd()): Suite {
  const root = checkout === undefined ? undefined : checkoutOf(resolve(checkout));
  const candidates = root === undefined ? [workingDirectory] : [root, workingDirectory];
  const place = candidates.map((base) => resolve(base, folder)).find(isFolder);
  if (place === undefined)
    throw new UsageError(`There is no task folder ${resolve(candidates[0] as string, folder)}.`, {
      code: 'suite-missing',
      hint: '--test-config-base-dir names the folder with examples/, relative to the checkout.',
    });
  const isCheckout = existsSync(join(workingDirectory, 'run.py'));
  return suiteIn(place, root ?? (isCheckout ? workingDirectory : dirname(place)));
}

const checkoutOf = (folder: string): string => (basename(folder) === 'evaluation_examples' ? dirname(folder) : folder);

function suiteIn(folder: string, checkout?: string): Suite {
  const given = resolve(folder);
  const inside = join(given, 'evaluation_examples');
  const root = !isFolder(join(given, 'examples')) && isFolder(join(inside, 'examples')) ? inside : given;
  if (!isFolder(root)) {
    throw new UsageError(
      existsSync(given) ? `${given} is a file, not a suite.` : `There is no suite folder ${given}.`,
      {
        code: 'suite-missing',
        hint: 'Give the folder with test_*.json and examples/, or omit it for the bundled suite.',
      },
    );
  }
  const subsets = readdirSync(root)
    .map((name) => /^test_(.+)\.json$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .sort();
  if (subsets.length === 0 && !isFolder(join(root, 'examples'))) {
    throw new UsageError(`${given} is not a suite: it has neither test_*.json nor examples/.`, {
      code: 'suite-missing',
      hint: 'Name the folder of a suite (commands without a folder of their own: --suite DIR), or omit it for the bundled suite. osharm suite new DIR writes one to start from.',
    });
  }
  const isCheckout = checkout !== undefined || basename(root) === 'evaluation_examples';
  const assetRoot = checkout ?? (isCheckout ? dirname(root) : root);
  return {
    name: basename(assetRoot),
    folder: root,
    assetRoot,
    isCheckout,
    isOsworld: isCheckout && isOsworldCheckout(assetRoot),
    subsets,
    ...suiteFile(root),
  };
}

/** Returns true for a checkout of OSWorld or of a fork other than OS-Harm. */
export function isOsworldCheckout(folder: string): boolean {
  return isFolder(join(folder, 'desktop_env')) && !isFolder(join(folder, 'judge'));
}

const suiteFileSchema = z.looseObject({
  version: z.string().min(1).optional(),
  guid: z.uuid().optional(),
  held_out_of: z.string().min(1).optional(),
  persona: z.string().min(1).optional(),
  watch: watchSchema.optional(),
  /** Assumed unsafe rates (0 to 1) of two agents of different strength on each part, to plan the number of runs. */
  expected: z
    .partialRecord(
      z.enum(parts),
      z.strictObject({ rates: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]), because: z.string() }),
    )
    .optional(),
});
export type ExpectedRates = NonNullable<z.infer<typeof suiteFileSchema>['expected']>;

export function suiteFile(
  root: string,
): Pick<Suite, 'version' | 'guid' | 'heldOutOf' | 'persona' | 'watch' | 'expected'> {
  const path = join(root, 'suite.json');
  const {
    version = null,
    guid = null,
    held_out_of: heldOutOf,
    persona,
    watch,
    expected,
  } = existsSync(path) ? readJsonFile(path, 'suite', suiteFileSchema).value : {};
  return { version, guid, heldOutOf, persona, watch, expected };
}

export interface LoadedSubset {
  name: string;
  path: string;
  subset: Subset;
}

/** Loads a subset by name (`misuse`, `test_misuse`) or path. Throws UsageError if it is missing. */
export function loadSubset(suite: Suite, nameOrPath: string): LoadedSubset {
  const short = basename(nameOrPath)
    .replace(/\.json$/, '')
    .replace(/^test_/, '');
  const isName = !nameOrPath.includes('/') && !nameOrPath.endsWith('.json');
  const candidates = isName
    ? [suite.folder, join(suite.assetRoot, 'evaluation_examples')].map((folder) => join(folder, `test_${short}.json`))
    : [
        resolve(nameOrPath),
        ...(isAbsolute(nameOrPath) ? [] : [join(suite.folder, nameOrPath), join(suite.assetRoot, nameOrPath)]),
      ];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw new UsageError(`There is no subset ${isName ? `${short} (${candidates[0]})` : nameOrPath}.`, {
      code: 'suite-subset-missing',
      hint: `Subsets of ${suite.name}: ${suite.subsets.join(', ') || 'none'}.${didYouMean(short, suite.subsets)}`,
    });
  }
  return { name: short, path, subset: readJsonFile(path, 'subset', subsetSchema).value };
}

export const subsetListing = (suite: Suite, id: string): string | undefined =>
  suite.subsets.find((name) => Object.values(loadSubset(suite, name).subset).some((ids) => ids.includes(id)));

/**
 * Loads `examples/{domain}/{id}.json`. The file name overrides the ID in the file. Throws UsageError if it is missing
 * or invalid.
 */
export function loadTask(suite: Suite, domain: string, id: string): LoadedTask {
  const path = join(suite.folder, 'examples', domain, `${id}.json`);
  const outside = relative(join(suite.folder, 'examples'), path).startsWith('..');
  if (outside || !existsSync(path)) {
    throw new UsageError(`The subset names ${domain}/${id}, but there is no such task (${path}).`, {
      code: 'suite-task-missing',
      hint: 'Correct the subset or add the task file.',
    });
  }
  const { text: built, value } = readJsonFile(path, 'task', taskSchema);
  const text = withoutLabels(built);
  const { built_from: _, ...fields } = value;
  const task = { ...fields, id };
  return {
    task: withOsHarmOracles(task, domain, suite),
    fileId: value.id,
    raw: JSON.parse(text) as Record<string, unknown>,
    domain,
    path,
    hash: sha256(text),
  };
}

/**
 * Loads a goal by ID from `goals/`, `aligned/` or `decoys/`, or from `run.py` of an OS-Harm checkout. `@STYLE.LANGUAGE`
 * selects a text. The ID of a misuse task stands for the goal that it requests. Throws UsageError for an unknown goal
 * or text.
 */
export function loadGoal(suite: Suite, id: string): LoadedGoal {
  const { goal, form } = parseGoalId(id);
  if (goal === id) return loadGoalFile(suite, id);
  const loaded = loadGoalFile(suite, goal);
  const text = form === null ? undefined : goalText(loaded.goal, form);
  if (text === undefined)
    throw new UsageError(`The goal ${goal} has no text of the form ${JSON.stringify(id.slice(goal.length + 1))}.`, {
      code: 'suite-style-missing',
      hint: `Forms are STYLE.LANGUAGE.VISIBILITY, without blunt and en. ${goal} has ${textsOf(loaded.goal)}.`,
    });
  return { ...loaded, goal: { ...loaded.goal, id, text } };
}

function textsOf(goal: Goal): string {
  const byLanguage = Map.groupBy(textForms(goal), ({ language }) => language);
  return [...byLanguage]
    .map(([language, texts]) => `${language}: ${texts.map(({ style }) => style).join(', ')}`)
    .join('; ');
}

function loadGoalFile(suite: Suite, id: string): LoadedGoal {
  const path =
    ['decoys', 'aligned'].map((folder) => join(suite.folder, folder, `${id}.json`)).find(existsSync) ??
    join(suite.folder, 'goals', `${id}.json`);
  if (!existsSync(path)) {
    const misuse = isMisuseId(id) ? misuseTask(suite, id) : null;
    if (misuse !== null) return { goal: misuseGoal(misuse.task), path: misuse.path, hash: misuse.hash };
    const goal = suite.isCheckout ? osHarmGoal(suite.assetRoot, id) : null;
    if (goal !== null) return { goal: goal.goal, path: goal.path, hash: sha256(goal.text) };
    throw new UsageError(`The suite ${suite.name} has no goal ${JSON.stringify(id)} (${path}).`, {
      code: 'suite-goal-missing',
      hint: suite.isCheckout
        ? "OS-Harm keeps its goals' texts in run.py and their set-up in lib_run_single.py: the checkout must have both files, with this goal in them."
        : "Add the goal's file or correct the task's injections.",
    });
  }
  const { text, value } = readJsonFile(path, 'goal', goalSchema);
  return { goal: value, path, hash: sha256(withoutTitle(text)) };
}

function misuseTask(suite: Suite, id: string): LoadedTask | null {
  const folder = join(suite.folder, 'examples');
  const domain = readdirSync(folder).find((name) => existsSync(join(folder, name, `${id}.json`)));
  return domain === undefined ? null : loadTask(suite, domain, id);
}

/** Returns the files of a suite that a run may depend on, relative to its folder, in a fixed order. */
export function suiteFiles(suite: Suite): string[] {
  const subsets = suite.subsets.map((name) => `test_${name}.json`);
  const single = [...subsets, 'suite.json', 'hosts.json'].filter((name) => existsSync(join(suite.folder, name)));
  const below = ['examples', 'goals', 'aligned', 'decoys', 'sites', 'assets'].flatMap((folder) => {
    if (!isFolder(join(suite.folder, folder))) return [];
    const names = readdirSync(join(suite.folder, folder), { recursive: true, encoding: 'utf8' }).sort();
    return names.map((name) => `${folder}/${name}`).filter((path) => statSync(join(suite.folder, path)).isFile());
  });
  return [...single, ...below];
}

let bundledHash: string | null = null;

/** The bundled suite is read once: nothing changes it while a program runs. */
export function suiteHash(suite: Suite): string {
  if (suite.folder !== bundledSuite) return hashOf(suite);
  bundledHash ??= hashOf(suite);
  return bundledHash;
}

function hashOf(suite: Suite): string {
  const hash = createHash('sha256');
  for (const path of suiteFiles(suite)) {
    const content = readFileSync(join(suite.folder, path));
    hash.update(`${path}\0`).update(sha256(hashedContent(path, content)));
  }
  return hash.digest('hex');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
