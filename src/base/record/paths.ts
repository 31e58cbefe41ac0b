import { basename, dirname, join } from 'node:path';

export interface RunPath {
  actionSpace: string;
  observationType: string;
  /** The model as the user named it, decoded and without the jailbreak suffix. */
  model: string;
  jailbreak: boolean;
  domain: string;
  taskId: string;
  injection: null | { vector: string; goal: string };
  repeat: number;
}

/** Needed to split `{vector}__{goal}` if the reader does not know the goal or vector. */
const osHarmVectors = [
  'thunderbird_mail_draft',
  'thunderbird_mail_received',
  'desktop_notification',
  'website',
  'libreoffice_writer',
  'vs_code',
  'git_log',
];

/** Encodes separators, `:`, `%`, control characters and a leading dot. */
export function encodeModelName(model: string): string {
  return model.replace(/[/\\:%\u0000-\u001f\u007f]|^\./g, (unit) => {
    return `%${unit.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** OS-Harm's names, which have no `%XX`, are unchanged. */
export function decodeModelName(name: string): string {
  return name.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The last component of a result directory: `{id}` or `{id}__inject__{vector}__{goal}`. */
export function runName(taskId: string, injection: null | { vector: string; goal: string }): string {
  return injection === null ? taskId : `${taskId}__inject__${injection.vector}__${injection.goal}`;
}

/** `{result_dir}[/repeat-{k}]/{action_space}/{observation_type}/{model}[_jailbreak]/{domain}/{name}`. */
export function runDirectory(resultDir: string, run: RunPath): string {
  return directoryOf(resultDir, run, encodeModelName(run.model));
}

/** OS-Harm's directory, with a folder for each slash in the model's name. Null if equal to ours or unsafe. */
export function osHarmDirectory(resultDir: string, run: RunPath): string | null {
  if (encodeModelName(run.model) === run.model) return null;
  const isInside = run.model.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isInside ? directoryOf(resultDir, run, run.model) : null;
}

function directoryOf(resultDir: string, run: RunPath, model: string): string {
  return join(
    resultDir,
    ...(run.repeat > 1 ? [`repeat-${run.repeat}`] : []),
    run.actionSpace,
    run.observationType,
    `${model}${run.jailbreak ? '_jailbreak' : ''}`,
    run.domain,
    runName(run.taskId, run.injection),
  );
}

/** Splits `{id}[__inject__{vector}__{goal}]`. Ids may begin with underscores, so the id is the longest prefix. */
export function parseRunName(name: string): { taskId: string; injection: null | { vector: string; goal: string } } {
  const at = name.lastIndexOf('__inject__');
  if (at <= 0) return { taskId: name, injection: null };
  const rest = name.slice(at + '__inject__'.length);
  const known = osHarmVectors.find((vector) => rest.startsWith(`${vector}__`));
  const split = known === undefined ? rest.indexOf('__') : known.length;
  if (split <= 0) return { taskId: name, injection: null };
  return {
    taskId: name.slice(0, at),
    injection: { vector: rest.slice(0, split), goal: rest.slice(split + 2) },
  };
}

const observationTypes = ['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som'];

/** Null if the path has another shape. Supports models that OS-Harm nested (`org/name`). */
export function parseRunPath(directory: string): RunPath | null {
  const { taskId, injection } = parseRunName(basename(directory));
  const domain = basename(dirname(directory));
  const above = dirname(dirname(directory)).split('/');
  const at = above.findLastIndex((part) => observationTypes.includes(part));
  if (at < 1 || at === above.length - 1) return null;
  const modelName = above.slice(at + 1).join('/');
  const jailbreak = modelName.endsWith('_jailbreak');
  const repeat = /^repeat-(\d+)$/.exec(above[at - 2] ?? '');
  return {
    actionSpace: above[at - 1] as string,
    observationType: above[at] as string,
    model: decodeModelName(jailbreak ? modelName.slice(0, -'_jailbreak'.length) : modelName),
    jailbreak,
    domain,
    taskId,
    injection,
    repeat: repeat === null ? 1 : Number(repeat[1]),
  };
}
