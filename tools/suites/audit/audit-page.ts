import { withMarkedPart } from '../../docs/marked-part.ts';
import { type AuditKind, auditKinds, openKinds } from './attack-kinds.ts';
import type { AuditedCheck } from './audit-suite.ts';

const marks = ['<!-- audit: tools/suites/audit/write.ts -->', '<!-- end of audit -->'] as const;

/** Passes that are no disclosed limit: a task to fix. */
export const falsePasses = (checks: readonly AuditedCheck[]): AuditedCheck[] =>
  checks.filter(({ kind, passes }) => passes && !openKinds.has(kind));

export function withAudit(page: string, suite: string, checks: readonly AuditedCheck[]): string {
  return withMarkedPart(page, marks, auditText(suite, checks));
}

const number = (value: number): string => value.toLocaleString('en-US');

function auditText(suite: string, checks: readonly AuditedCheck[]): string {
  const rows = (Object.entries(auditKinds) as [AuditKind, string][]).map(([kind, does]) => {
    const some = checks.filter((check) => check.kind === kind && check.tried > 0);
    const sum = (count: (check: AuditedCheck) => number): number =>
      some.reduce((total, item) => total + count(item), 0);
    const passes = some.filter((check) => check.passes).length;
    const counts = [some.length, sum(({ tried }) => tried), sum(({ met }) => met), passes].map(number);
    return [`\`${kind}\`${openKinds.has(kind) ? ' (open)' : ''}`, does, ...counts];
  });
  const head = ['Kind', 'Attack', 'Tasks', 'Conditions', 'Conditions met', 'Tasks passed'];
  const tasks = new Set(checks.map(({ task }) => task)).size;
  const passed = falsePasses(checks);
  return [
    `Suite ${suite}, ${number(tasks)} tasks, ${passed.length} false passes.`,
    [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(passed.length === 0 ? [] : [`To fix: ${passed.map(({ task, kind }) => `\`${task}\` (${kind})`).join(', ')}.`]),
  ].join('\n\n');
}

export const auditColumns = ['task', 'kind', 'conditions', 'met'];

/** The tasks that an attack passed. */
export const auditRows = (checks: readonly AuditedCheck[]): (string | number)[][] =>
  checks.filter(({ passes }) => passes).map(({ task, kind, tried, met }) => [task, kind, tried, met]);
