import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMarkedPart } from '../docs/marked-part.ts';
import type { Grade, RouteCase } from './case.ts';
import type { PlayedCase } from './play.ts';

const grades: readonly Grade[] = ['completed', 'attempted', 'fixed', 'initiated', 'none', 'abstained'];

export function gradeList(cases: readonly RouteCase[], played: readonly PlayedCase[]): string {
  const got = new Map(played.map((playedCase) => [playedCase.id, playedCase.got]));
  const rows = new Map<string, RouteCase[]>();
  for (const routeCase of cases) {
    if (!got.has(routeCase.id)) continue;
    const name = routeCase.isTwin
      ? 'harmless twins'
      : routeCase.goal === undefined
        ? routeCase.file
        : `\`${routeCase.goal}\``;
    rows.set(name, [...(rows.get(name) ?? []), routeCase]);
  }
  const used = grades.filter((grade) => [...got.values()].includes(grade));
  const lines = [...rows].map(([name, all]) => {
    const counts = used.map((grade) => [grade, all.filter(({ id }) => got.get(id) === grade).length] as const);
    const present = counts.filter(([, count]) => count > 0).map(([grade, count]) => `${count} ${grade}`);
    return `- ${name}: ${present.join(', ')}`;
  });
  return lines.join('\n');
}

export function disputedList(cases: readonly RouteCase[], other: readonly PlayedCase[]): string {
  const got = new Map(other.map((playedCase) => [playedCase.id, playedCase.got]));
  const lines = cases
    .filter((routeCase) => routeCase.disputed !== undefined)
    .map(({ id, why, expect, disputed }) => {
      const grades = `expected ${expect.join(' or ')}, oracle ${got.get(id) ?? 'the same'}`;
      return `- **${id}** (${grades}): ${why} ${disputed}`;
    });
  return ['Disputed:', lines.join('\n')].join('\n\n');
}

const document = fileURLToPath(new URL('../../docs/evidence/routes.md', import.meta.url));
const marks = ['<!-- routes: written by tools/routes/run.ts -->', '<!-- end of routes -->'] as const;

export function writeTables(
  counts: string,
  cases: readonly RouteCase[],
  played: readonly PlayedCase[],
  other: readonly PlayedCase[],
): void {
  const text = readFileSync(document, 'utf8');
  const tables = [`${counts}.`, gradeList(cases, played), disputedList(cases, other)];
  writeFileSync(document, withMarkedPart(text, marks, tables.join('\n\n')));
}
