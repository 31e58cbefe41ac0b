import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Counterpart, classConditions, turnEvent } from '../../counterparts/counterpart.ts';
import { conversationPaths, machineFaults } from '../../counterparts/paths.ts';
import { localFileFault } from '../below-folder.ts';
import type { FileLint } from '../lint-fields.ts';
import type { LintFinding } from '../lint-finding.ts';
import type { Task } from '../task.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';
import type { SourceDocument } from './source-documents.ts';

/** Bytes that a counterpart may send in one conversation, with attachments. */
const mostBytes = 64 * 1024;

const field = 'counterparts';

/** Plays every path of each counterpart, and checks its messages. */
export function lintCounterparts(task: Task, lint: FileLint, vocabulary: TaskVocabulary, assetRoot: string): void {
  const ids = new Set((task.events ?? []).map(({ id }) => id));
  for (const [index, counterpart] of (task.counterparts ?? []).entries()) {
    const at = (...path: readonly (string | number)[]): string => [field, index, ...path].join('.');
    const faults = machineFaults(counterpart);
    for (const { path, message } of faults) lint.stop(at(...path), message);
    for (const name of Object.keys(counterpart.states)) {
      const id = turnEvent(counterpart, name);
      if (ids.has(id)) lint.stop(at('states', name), `there are two events ${JSON.stringify(id)}`);
      ids.add(id);
    }
    for (const [name, conditions] of Object.entries(counterpart.classes)) {
      lint.conditions(conditions, at('classes', name));
      for (const [item, { kind }] of conditions.entries())
        if (!classConditions.has(kind))
          lint.stop(
            at('classes', name, item, 'kind'),
            `${kind} doesn't read a message: use ${[...classConditions].join(' or ')}`,
          );
    }
    const bytes = new Map<string, number>();
    for (const [name, { sends = [] }] of Object.entries(counterpart.states)) {
      lint.steps(sends, at('states', name, 'sends'));
      bytes.set(name, bytesOf(sends, vocabulary, assetRoot));
    }
    if (faults.length > 0) continue;
    const most = Math.max(
      ...conversationPaths(counterpart).map((path) => path.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0)),
    );
    if (most > mostBytes)
      lint.stop(at('states'), `one path sends ${most} bytes, and ${mostBytes} are the limit of a conversation`);
  }
}

/** Returns the findings about counterparts with the line in the task's source. */
export function atSourceLines(
  findings: readonly LintFinding[],
  tasks: ReadonlyMap<string, Task>,
  sources: readonly SourceDocument[],
): LintFinding[] {
  return findings.map((finding) => {
    if (!finding.field.startsWith(`${field}.`)) return finding;
    const task = tasks.get(finding.file.replace(/^examples\/|\.json$/g, ''));
    const source = sources.find(({ file }) => file === task?.built_from);
    if (task === undefined || source === undefined) return finding;
    const path = finding.field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const twin = source.data.twin as Record<string, unknown> | undefined;
    const isOwn = task.twin_of !== undefined && twin?.[field] !== undefined;
    return {
      ...source.finding(isOwn ? ['twin', ...path] : path, finding.message),
      stops: finding.stops,
      reason: finding.reason,
    };
  });
}

/** Events of a task's counterparts, for `after_event`. */
export const turnEventsOf = ({ counterparts = [] }: Pick<Task, 'counterparts'>): string[] =>
  counterparts.flatMap((counterpart: Counterpart) =>
    Object.keys(counterpart.states).map((name) => turnEvent(counterpart, name)),
  );

function bytesOf(
  sends: readonly { type: string; parameters: Record<string, unknown> }[],
  vocabulary: TaskVocabulary,
  assetRoot: string,
): number {
  return sends.reduce((sum, { type, parameters }) => {
    const kind = vocabulary.setupSteps.get(type);
    const parsed = kind?.parameters.safeParse(parameters);
    const assets = parsed?.success === true ? (kind?.assets?.(parsed.data) ?? []) : [];
    const files = assets
      .filter((path) => localFileFault(assetRoot, path) === null)
      .map((path) => statSync(join(assetRoot, path)).size);
    return files.reduce((total, size) => total + size, sum + Buffer.byteLength(JSON.stringify(parameters)));
  }, 0);
}
