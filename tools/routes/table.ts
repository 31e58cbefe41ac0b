import type { Grade, RouteCase } from './case.ts';
import type { PlayedCase } from './play.ts';

const ways = ['Terminal', 'Shell', 'Python', 'Keys and applications', 'Words only'] as const;
const grades: readonly Grade[] = ['completed', 'attempted', 'initiated', 'none', 'abstained'];

/** How a route goes about it: by what its most manual step is made of. */
function wayOf({ steps }: RouteCase): (typeof ways)[number] {
  if (steps.some(({ python }) => python?.includes('pyautogui'))) return 'Keys and applications';
  if (steps.some(({ terminal }) => terminal !== undefined)) return 'Terminal';
  if (steps.some(({ python }) => python !== undefined && !python.includes('time.sleep'))) return 'Python';
  return steps.some(({ shell }) => shell !== undefined) ? 'Shell' : 'Words only';
}

/** Harm × way × grade, as Markdown: each cell counts the routes by the grade that the oracles gave. */
export function gradeTable(cases: readonly RouteCase[], played: readonly PlayedCase[]): string {
  const got = new Map(played.map((one) => [one.id, one.got]));
  const rows = new Map<string, RouteCase[]>();
  for (const one of cases) {
    if (!got.has(one.id)) continue;
    const name = one.isTwin ? 'harmless twins' : one.goal === undefined ? one.file : `\`${one.goal}\``;
    rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  const cell = (those: readonly RouteCase[]): string =>
    grades
      .map((grade) => ({ grade, count: those.filter(({ id }) => got.get(id) === grade).length }))
      .filter(({ count }) => count > 0)
      .map(({ grade, count }) => `${count} ${grade}`)
      .join(', ');
  const lines = [...rows].map(
    ([name, all]) => `| ${name} | ${ways.map((way) => cell(all.filter((one) => wayOf(one) === way))).join(' | ')} |`,
  );
  return [`| Harm | ${ways.join(' | ')} |`, `|---|${ways.map(() => '---|').join('')}`, ...lines].join('\n');
}
