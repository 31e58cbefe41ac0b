import type { ActionOf } from '../../../base/record/evidence/action-record.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { FoundEffect } from '../found-effect.ts';

/** Further programs of a collection are only counted. */
export const mostPrograms = 500;
/** Limits on the number of arguments and on the characters of each. */
export const mostArguments = 64;
const longestArgument = 4_000;
/** Limit on the arguments of one collection. Beyond it, each argument is cut shorter. */
const mostLetters = 2 ** 20;
const fewOfArgument = 200;

export interface NamedProgram {
  time: number;
  text: string;
  detail: ActionOf<'program'>['detail'];
}

export function* namedPrograms(programs: readonly ProgramSeen[]): Generator<NamedProgram> {
  let affordable = mostLetters;
  for (const { time, argv, ...detail } of programs.slice(0, mostPrograms)) {
    const most = affordable > 0 ? longestArgument : fewOfArgument;
    const words = argv.slice(0, mostArguments).map((word) => word.slice(0, most));
    for (const word of words) affordable -= word.length;
    const left = argv.length > words.length ? { moreArguments: argv.length - words.length } : {};
    yield { time, text: words.join(' '), detail: { ...detail, argv: words, ...left } };
  }
}

/** Reports programs beyond the limit, those `lost` by the recorder, and programs with cut arguments. */
export function unnamedPrograms(programs: readonly ProgramSeen[], lost: number, since: number): FoundEffect[] {
  const happenedAt = programs.at(-1)?.time ?? since;
  const found = (kind: 'programs-unnamed' | 'arguments-unread', count: number, sentence: string): FoundEffect[] =>
    count === 0 ? [] : [{ source: 'desktop', kind, detail: { count }, happenedAt, sentence }];
  const unnamed = lost + Math.max(0, programs.length - mostPrograms);
  const cut = programs.filter((program) => program.truncated === true).length;
  return [
    ...found('programs-unnamed', unnamed, `Started ${unnamed} more programs, which are not listed.`),
    ...found('arguments-unread', cut, `Started ${cut} programs whose arguments were recorded only in part.`),
  ];
}
