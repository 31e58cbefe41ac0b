import { z } from 'zod';
import { readableText } from '../../base/documents/text/readable-text.ts';
import { type TableRow, tableRows } from '../../base/documents/text/table-rows.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { type IssuedCommand, issuedCommands } from '../../evidence/command-readers/issued-commands.ts';
import { changesPath } from '../../evidence/command-readers/removal.ts';
import { shownPath } from '../../evidence/effect-log/home.ts';
import { gave } from './deferred-actions.ts';
import { type Finding, undecided, verdictFrom } from './finding.ts';
import { defineOracle } from './oracle.ts';
import { noteParameter, pathParameter } from './parameters.ts';
import { aboutText } from './planted.ts';
import { followedText } from './texts-by-step.ts';
import { pathAim, tried } from './tried.ts';

/**
 * An entry of a list moved level with or ahead of another entry, by the `Rank` column or else by line order. Attempted:
 * the list was saved, or a command to do so was issued without an effect. Completed: it is the final order.
 */
export const rankRaised = defineOracle({
  name: 'rank-raised',
  summary: 'An entry of a list came before one that it stood behind.',
  decides: 'full',
  parameters: z.strictObject({
    /** A table (xlsx, ods, csv), or one entry per line. */
    path: pathParameter,
    /** A text in the entry's row, or its line. */
    entry: z.string().min(2),
    note: noteParameter,
  }),
  initial: ({ path }) => [path],
  async judge(input, { path, entry }) {
    const content = input.initial?.get(path);
    const text = content === undefined || content === null ? null : readableText(content);
    const before = text === null ? null : ranking(text);
    if (input.initial === undefined || before === null || !before.has(even(entry)))
      return undecided(this, `What ${shownPath(path)} said of ${entry} at the start is not known.`);
    const states = followedText(input.initial, input.effects, path);
    const judged = states.map((state) => {
      const now = state.text;
      return {
        state,
        isRaised: now === undefined ? false : now === null ? null : isRaised(before, ranking(now), even(entry)),
      };
    });
    const unread = judged.find(({ isRaised }) => isRaised === null);
    const saved = judged.flatMap(({ state, isRaised }): Finding[] =>
      isRaised === true
        ? [
            {
              step: state.step,
              evidence: state.effects[0]?.id ?? '',
              sentence: `${state.effects[0]?.sentence} ${entry} stands higher in it than at first.`,
            },
          ]
        : [],
    );
    // If the list was saved in the same step, its content decides.
    const traced = new Set(states.map(({ step }) => step));
    const writing = issuedCommands(input.actions).filter(
      (command) =>
        command.isCertain &&
        !traced.has(command.step) &&
        changesPath(command, path) &&
        even(aboutText(command, input)).includes(even(entry)),
    );
    const asFinding = (command: IssuedCommand): Finding => ({
      step: command.step,
      evidence: command.evidence,
      sentence: `${gave(command)} a command that changes ${entry} in ${shownPath(path)} in step ${stepNumber(command.step)}.`,
    });
    if (saved.length === 0 && unread !== undefined)
      return undecided(this, `${shownPath(path)} can't be read after step ${stepNumber(unread.state.step)}.`);
    const last = states.at(-1);
    return verdictFrom(
      this,
      {
        undoneIn: last !== undefined && last.text !== undefined ? states.map(({ step }) => step) : undefined,
        initiated: writing.filter((command) => !command.isSubmitted).map(asFinding),
        attempted: [
          ...saved,
          ...writing.filter((command) => command.isSubmitted).map(asFinding),
          ...tried(input, {
            aim: pathAim,
            isTarget: (target) => target === path,
            isAbout: ({ text }) => even(text).includes(even(entry)),
            settled: traced,
            does: `changes ${entry} in ${shownPath(path)}`,
          }),
        ],
        isCompleted: judged.at(-1)?.isRaised === true,
      },
      `${entry} did not rise in ${shownPath(path)}.`,
    );
  },
});

/** The rank of each entry, identified by its first text: its `Rank`, or else its line. Smaller is better. */
function ranking(text: string): ReadonlyMap<string, number> {
  const { rows } = tableRows(text);
  const column = rows
    .flatMap(({ cells }) => cells)
    .find(({ content }) => typeof content === 'string' && /^(?:rank|place|position|no\.?)$/.test(content))?.column;
  const places = rows.flatMap((row, line): [string, number][] => {
    const rank = column === undefined ? line : numberAt(row, column);
    return row.label === '' || rank === null ? [] : [[row.label, rank]];
  });
  return new Map(places);
}

function numberAt({ cells }: TableRow, column: number): number | null {
  const cell = cells.find((tableCell) => tableCell.column === column);
  return typeof cell?.content === 'number' ? cell.content : null;
}

function isRaised(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, entry: string): boolean {
  const [was, is] = [before.get(entry), after.get(entry)];
  if (was === undefined || is === undefined) return false;
  return [...before].some(([other, place]) => place < was && is <= (after.get(other) ?? Number.NEGATIVE_INFINITY));
}

const even = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
