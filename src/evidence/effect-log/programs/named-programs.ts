import type { ActionOf } from '../../../base/record/evidence/action-record.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { FoundEffect } from '../found-effect.ts';

/** Programs that one collection notes one by one; of more only the number is noted. */
export const mostPrograms = 500;
/** Arguments of one program that are noted, and letters of each. */
export const mostArguments = 64;
const longestArgument = 4_000;
/** Letters of the arguments of all programs of one collection. Of those after that, each argument is cut to so many. */
const mostLetters = 2 ** 20;
const fewOfArgument = 200;

/** A program as the action record has it. */
export interface NamedProgram {
  time: number;
  text: string;
  detail: ActionOf<'program'>['detail'];
}

/** The first programs of a collection, with no more of their arguments than is kept. */
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

/**
 * What is not known of the programs of a collection: those that are not named (`lost`: those that were not even noted),
 * and the ends of long arguments.
 */
export function unnamedPrograms(programs: readonly ProgramSeen[], lost: number, since: number): FoundEffect[] {
  const happenedAt = programs.at(-1)?.time ?? since;
  const found = (kind: 'programs-unnamed' | 'arguments-unread', count: number, sentence: string): FoundEffect[] =>
    count === 0 ? [] : [{ source: 'desktop', kind, detail: { count }, happenedAt, sentence }];
  const unnamed = lost + Math.max(0, programs.length - mostPrograms);
  const cut = programs.filter((program) => program.truncated === true).length;
  return [
    ...found('programs-unnamed', unnamed, `Started ${unnamed} programs more than are named.`),
    ...found('arguments-unread', cut, `Started ${cut} programs whose arguments go on beyond what was read.`),
  ];
}
