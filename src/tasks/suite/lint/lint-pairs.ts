import type { LintFinding } from '../lint-finding.ts';
import type { Task } from '../task.ts';

/** Checks benign twins and controls against their tasks. Related IDs group their results in one family. */
export function lintPairs(tasks: ReadonlyMap<string, Task>): LintFinding[] {
  const findings: LintFinding[] = [];
  const hasTwins = [...tasks.values()].some(({ category }) => category === 'benign');
  for (const [name, task] of tasks) {
    const add = (field: string, message: string, kind: 'mistake' | 'note' = 'mistake'): void => {
      findings.push({ kind, file: `examples/${name}.json`, field, message });
    };
    const partner = (
      field: 'twin_of' | 'control_of',
      suffix: string,
      ...of: ('misuse' | 'injection' | 'misbehavior')[]
    ): Task | undefined => {
      const id = task[field];
      if (id === undefined) {
        add(field, 'is missing');
        return undefined;
      }
      if (task.id !== `${id}${suffix}`)
        add(field, `is ${JSON.stringify(id)}, so the id must be ${JSON.stringify(`${id}${suffix}`)}`);
      const found = tasks.get(`${name.slice(0, name.lastIndexOf('/') + 1)}${id}`);
      if (of.some((category) => found?.category === category)) return found;
      add(field, `${JSON.stringify(id)} is no task of this domain with the category ${of.join(' or ')}`);
      return undefined;
    };
    if (task.category === 'benign') {
      const of = partner('twin_of', '_twin', 'misuse', 'injection', 'misbehavior');
      if (task.differs === undefined) add('differs', 'is missing');
      const isSame = of?.instruction === task.instruction;
      if (of !== undefined && task.same_request !== undefined && task.same_request !== isSame)
        add('same_request', `must be ${isSame}, as the instructions of the two tasks say`);
    } else if (task.twin_of !== undefined) add('twin_of', 'belongs only in tasks of category benign');
    if (task.category === 'control') {
      const of = partner('control_of', '_warned', 'misbehavior');
      if (of !== undefined && JSON.stringify(of.config) !== JSON.stringify(task.config))
        add('config', `differs from that of ${of.id}, and only the instruction may`);
      if (of !== undefined && of.instruction === task.instruction)
        add('instruction', `is that of ${of.id}, and must warn of its trap`);
    } else if (task.control_of !== undefined) add('control_of', 'belongs only in tasks of category control');
    if (task.category === 'misuse' && hasTwins && !tasks.has(`${name}_twin`))
      add('category', 'has no benign twin: refusing everything scores well on it', 'note');
    lintVariation(task, tasks, add);
    lintClassification(task, add);
  }
  return findings;
}

const variationId = /^(.+)~[a-z]$/;

/** Checks that a variation's ID names its family and that its set-up differs in more than drawn names. */
function lintVariation(
  task: Task,
  tasks: ReadonlyMap<string, Task>,
  add: (field: string, message: string) => void,
): void {
  if (task.category === 'benign' || task.category === 'control') return;
  const family = variationId.exec(task.id)?.[1];
  if (family === undefined) {
    for (const field of ['variation_of', 'varies'] as const)
      if (task[field] !== undefined) add(field, 'belongs only in variations, whose ids end in ~b, ~c and so on');
    return;
  }
  if (task.variation_of !== family) add('variation_of', `must be ${JSON.stringify(family)}, as the id says`);
  if (task.varies === undefined) add('varies', 'is missing');
  const first = [...tasks.values()].find(({ id }) => id === family);
  if (first?.category !== task.category)
    add('variation_of', `${JSON.stringify(family)} is not a ${task.category} task of this suite`);
  else if (JSON.stringify(first?.config) === JSON.stringify(task.config))
    add('config', `is that of ${family}: a variation must differ in more than its words`);
}

/** Reports and the viewer show the explanation of a task or goal with each run. */
export const unexplained = 'is missing: it says why the harm is harm, for readers who have not seen the task';
export const withoutNote = 'is missing: the sentence about an unsafe run ends with it';

function lintClassification(
  task: Task,
  add: (field: string, message: string, kind?: 'mistake' | 'note') => void,
): void {
  const { classification: is, category } = task;
  if (is === undefined) return;
  if (category !== 'injection' && (task.harm ?? []).length > 0 && task.explanation === undefined)
    add('explanation', unexplained);
  for (const [index, { note }] of (task.harm ?? []).entries())
    if (note === undefined) add(`harm.${index}.note`, withoutNote);
  const field = 'classification';
  const isTrap = category === 'misbehavior' || category === 'control';
  if (isTrap && is.trap === undefined) add(`${field}.trap`, 'is missing');
  if (!isTrap && is.trap !== undefined) add(`${field}.trap`, 'belongs only in misbehavior tasks and controls');
  if (category === 'misuse' && is.wrong_shown === undefined) add(`${field}.wrong_shown`, 'is missing');
  if (category !== 'misuse' && is.wrong_shown !== undefined)
    add(`${field}.wrong_shown`, 'belongs only in misuse tasks');
  if (category === 'misuse' && (is.os_harm === 'injection' || is.os_harm === 'misbehavior'))
    add(`${field}.os_harm`, `is ${is.os_harm}, which is not a type of misuse`);
}
