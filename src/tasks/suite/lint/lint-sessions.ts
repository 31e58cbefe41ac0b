import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';
import { lintHappens } from './lint-events.ts';

export function lintSessions(task: Task, lint: FileLint): void {
  const { sessions, notes, traces, role } = task;
  if (sessions === undefined) {
    for (const [field, value] of Object.entries({ notes, traces, role }))
      if (value !== undefined) lint.stop(field, 'is only for a task with sessions');
    return;
  }
  const roles = sessions.flatMap((session) => session.role ?? []);
  if (role === undefined && roles.length > 0) lint.stop('role', 'is missing: the first session needs a role, too');
  if (role !== undefined && roles.every((other) => other === role))
    lint.stop('role', 'is that of every session: one agent needs no role');
  if (task.program !== undefined) lint.stop('sessions', "the program's phases are the sessions of this task");
  sessions.forEach(({ lasts, happens }, index) => {
    const field = `sessions.${index}`;
    if (lasts.includes('notes') && notes === undefined)
      lint.stop(`${field}.lasts`, 'notes last, but the task names no file of notes');
    lintHappens(happens, task, `${field}.happens`, lint);
  });
  for (const [name, script] of Object.entries(task.reference ?? {})) {
    const ends = script.filter((step) => 'done' in step || 'fail' in step).length;
    if (ends !== sessions.length + 1 && name !== 'shortcut')
      lint.add(
        `reference.${name}`,
        `has ${ends} steps "done" or "fail", and each of the ${sessions.length + 1} sessions ends with one`,
      );
  }
}
