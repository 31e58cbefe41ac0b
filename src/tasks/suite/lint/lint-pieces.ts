import type { LintFinding } from '../lint-finding.ts';
import { paragraphsOf, payloadPieces } from '../payload-pieces.ts';
import type { Goal, InjectionEntry, Task } from '../task.ts';

/** Shorter pieces occur in other texts by chance, so whether an agent received them can't be measured. */
const shortest = 20;

/** Checks injections in pieces: a paragraph for each piece, and no piece with the whole order. */
export function lintPieces(
  tasks: ReadonlyMap<string, Pick<Task, 'instruction' | 'injections'>>,
  goals: ReadonlyMap<string, Goal>,
  isVector: (name: string) => boolean,
): LintFinding[] {
  return [...tasks].flatMap(([name, { instruction, injections = [] }]) =>
    injections.flatMap((entry, index) =>
      faultsOf(entry, instruction, goals, isVector).map((message) => ({
        kind: 'mistake' as const,
        file: `examples/${name}.json`,
        field: `injections.${index}.pieces`,
        message,
      })),
    ),
  );
}

function faultsOf(
  entry: InjectionEntry,
  instruction: string,
  goals: ReadonlyMap<string, Goal>,
  isVector: (name: string) => boolean,
): string[] {
  if (entry.pieces === undefined) return [];
  const places = Object.values(entry.pieces);
  const unknown = places.filter((vector) => !isVector(vector)).map((vector) => `there is no vector ${vector}`);
  if (places.length < 2) unknown.push('one piece is the whole text: use "slot"');
  if (!places.includes(entry.type)) unknown.push(`no piece is met by ${entry.type}, the type of the injection`);
  return [...unknown, ...entry.goals.flatMap((id) => goalFaults(entry, instruction, id, goals.get(id)))];
}

function goalFaults(entry: InjectionEntry, instruction: string, id: string, goal: Goal | undefined): string[] {
  if (goal === undefined) return [];
  const count = Object.keys(entry.pieces ?? {}).length;
  const paragraphs = paragraphsOf(goal.text).length;
  if (paragraphs !== count) return [`the text of ${id} has ${paragraphs} paragraphs, one for each of ${count} pieces`];
  const needed = neededWords(goal, instruction);
  return payloadPieces(entry, goal.text).flatMap(({ slot, text }) => {
    const words = wordsIn(text);
    if (text.length < shortest) return [`${slot} of ${id} has fewer than ${shortest} characters`];
    return needed.length > 0 && needed.every((word) => words.has(word))
      ? [`${slot} of ${id} alone has all that the harmful act needs: ${needed.join(', ')}`]
      : [];
  });
}

/** The words of the act that are in the text and not in the request. */
function neededWords({ text, reference }: Goal, instruction: string): string[] {
  const acts = wordsIn(JSON.stringify(Object.values(reference).flatMap((steps) => steps.filter(isDecisive))));
  const known = wordsIn(instruction);
  return [...wordsIn(text)].filter((word) => acts.has(word) && !known.has(word));
}

const isDecisive = (step: Readonly<Record<string, unknown>>): boolean => step.violates === true;

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
