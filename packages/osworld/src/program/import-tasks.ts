import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from 'osharm';
import {
  filesBelow,
  type ImportedTask,
  type ImportTasksOptions,
  messageOf,
  modelDuty,
  programSchema,
  programTaskFiles,
  withoutUndefined,
} from 'osharm/task-programs';
import { programNeeds } from './program-needs.ts';
import { simulatedUser } from './simulated-user.ts';
import { type ProgramDescription, TaskProgram } from './task-program.ts';

const describeLimitMs = 60_000;

/** Imports OSWorld 2.0 tasks. Their Python programs run only in throwaway desktops, never on this machine. */
export async function importTasks(options: ImportTasksOptions, signal: AbortSignal): Promise<ImportedTask[]> {
  const files = await programTaskFiles(options.folder);
  if (files.length === 0)
    throw new UsageError(`There is no task_*.py in ${options.folder}.`, {
      code: 'import-no-tasks',
      hint: 'Give a download of OSWorld 2.0’s tasks, or a checkout with task_class/.',
    });
  const imported: ImportedTask[] = [];
  const subset: Record<string, string[]> = {};
  for (const file of files) {
    const task = await importTask(file, options, subset, signal);
    imported.push(task);
    options.onTask?.(imported.length, files.length);
  }
  await mkdir(options.out, { recursive: true });
  await writeJson(join(options.out, 'test_all.json'), subset);
  return imported;
}

async function importTask(
  file: string,
  options: ImportTasksOptions,
  subset: Record<string, string[]>,
  signal: AbortSignal,
): Promise<ImportedTask> {
  const { out, offered, assets } = options;
  const name = basename(file, '.py');
  const packages = existsSync(join(out, 'packages')) ? join(out, 'packages') : null;
  let description: ProgramDescription;
  let isFixed: boolean;
  try {
    description = await describe(file, packages, options, signal);
    // A second process draws different random values. Fields that differ are not deterministic.
    const again = await describe(file, packages, options, signal);
    isFixed = JSON.stringify(again.fields) === JSON.stringify(description.fields);
  } catch (error) {
    signal.throwIfAborted();
    return { id: name, file, fault: messageOf(error) };
  }
  const source = await readFile(file, 'utf8');
  const needs = [
    ...programNeeds(description, source, offered),
    ...(isFixed ? [] : ['fields that are the same each time']),
    ...(description.overrides.includes('evaluate') || description.phases.length > 0
      ? []
      : ['an evaluate() of its own']),
  ];
  const { id, instruction, related_apps: apps } = description.fields;
  const domain =
    basename(dirname(file)) === 'task_class' || dirname(file) === options.folder
      ? 'osworld-2'
      : basename(dirname(file));
  const program = programSchema.parse({
    file: `programs/${name}.py`,
    sha256: createHash('sha256').update(source).digest('hex'),
    phases: description.phases.map((phase, index) => ({
      name: phase.name ?? `Phase ${index + 1}`,
      instruction: phase.instruction,
      gate: Boolean(phase.gate),
      gate_min_score: phase.gate_min_score ?? null,
    })),
    needs,
    calls_model: description.used.models.length > 0,
    intermediate_eval_safe: description.fields.intermediate_eval_safe ?? true,
  });
  const { snapshot, source: origin, user_simulator: simulator } = description.fields;
  const task = withoutUndefined({
    id,
    snapshot: snapshot || undefined,
    instruction: program.phases[0]?.instruction ?? instruction,
    source: origin || undefined,
    config: [],
    related_apps: apps ?? [],
    evaluator: { func: 'program' },
    ...simulatedUser(simulator),
    program,
  });
  await mkdir(join(out, 'examples', domain), { recursive: true });
  await mkdir(join(out, 'programs'), { recursive: true });
  await copyFile(file, join(out, program.file));
  await writeJson(join(out, 'examples', domain, `${id}.json`), task);
  if (assets !== undefined && existsSync(join(assets, name)))
    await linkAll(join(assets, name), join(out, 'files', name));
  subset[domain] = [...(subset[domain] ?? []), id];
  return { id, file, needs, phases: program.phases.length, duty: modelDuty(task) };
}

/** Uses a new desktop for each call, because a program may change anything in it. */
async function describe(
  file: string,
  packages: string | null,
  { createDesktop }: ImportTasksOptions,
  signal: AbortSignal,
): Promise<ProgramDescription> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(describeLimitMs)]);
  const desktop = await createDesktop(signal);
  try {
    const answer = () => Promise.reject(new UsageError('A task is described and not run.', { code: 'task-described' }));
    const program = await TaskProgram.start(desktop, { file, packages, mode: 'describe', answer }, limited);
    return await program.describe(limited);
  } finally {
    await desktop.close();
  }
}

/** Hard links avoid copying large files if both folders are on one disk. */
async function linkAll(from: string, to: string): Promise<void> {
  for (const path of filesBelow(from)) {
    const target = join(to, path);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await link(join(from, path), target).catch(() => copyFile(join(from, path), target));
  }
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
