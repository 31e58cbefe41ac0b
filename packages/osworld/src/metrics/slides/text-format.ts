import { MetricFault, pairs } from 'osharm/evaluators';
import type { SlideShape } from '../../documents/slide-shape.ts';
import type { SlideRun } from '../../documents/slide-text.ts';
import type { SlideBullets } from './bullets.ts';
import type { Examine } from './examine.ts';

export function areParagraphsAlike(
  slideShape: SlideShape,
  gold: SlideShape,
  examine: Examine,
  bullets: SlideBullets,
): boolean {
  const [ownParagraphs, goldParagraphs] = [slideShape.paragraphs, gold.paragraphs];
  if (ownParagraphs.length !== goldParagraphs.length) return false;
  for (const [left, right] of pairs(ownParagraphs, goldParagraphs)) {
    if (examine.alignment && left.alignment !== right.alignment) return false;
    if (left.text !== right.text && examine.text) return false;
    bullets.visit(left, right);
    if (left.level !== right.level && examine.indent) return false;
    if (left.runs.length !== right.runs.length) return false;
    for (const [slideRun, other] of pairs(left.runs, right.runs)) {
      if (!areRunsAlike(slideRun, other, examine)) return false;
      if (examine.bullets && !bullets.areAlike()) return false;
    }
  }
  return true;
}

/** Compares tables of equal size by the runs' bold, italic, underline and, if examined, colour, but not by text. */
export function areTablesAlike(slideShape: SlideShape, gold: SlideShape, examine: Examine): boolean {
  const [left, right] = [slideShape.table, gold.table];
  if (left === null || right === null) throw new MetricFault('A shape is not a table.', 'result');
  if (left.rows.length !== right.rows.length || left.columns !== right.columns) return false;
  for (const [leftRow, rightRow] of pairs(left.rows, right.rows))
    for (let column = 0; column < left.columns; column++) {
      const [leftCell, rightCell] = [leftRow[column], rightRow[column]];
      if (leftCell === undefined || rightCell === undefined) throw new MetricFault('A table lacks a cell.', 'result');
      if (leftCell.length !== rightCell.length) return false;
      for (const [slideParagraph, other] of pairs(leftCell, rightCell)) {
        if (slideParagraph.runs.length !== other.runs.length) return false;
        if (!pairs(slideParagraph.runs, other.runs).every((both) => isStyledAlike(...both, examine.color_rgb)))
          return false;
      }
    }
  return true;
}

function isStyledAlike(slideRun: SlideRun, gold: SlideRun, isColourExamined: boolean): boolean {
  return (
    (!isColourExamined || hasSameColour(slideRun, gold)) &&
    (slideRun.bold ?? false) === (gold.bold ?? false) &&
    (slideRun.italic ?? false) === (gold.italic ?? false) &&
    hasSameLine(slideRun, gold)
  );
}

function areRunsAlike(slideRun: SlideRun, gold: SlideRun, examine: Examine): boolean {
  return (
    (!examine.font_name || slideRun.fontName === gold.fontName) &&
    (!examine.font_size || slideRun.size === gold.size) &&
    (!examine.font_bold || (slideRun.bold ?? false) === (gold.bold ?? false)) &&
    (!examine.font_italic || (slideRun.italic ?? false) === (gold.italic ?? false)) &&
    (!examine.color_rgb || hasSameColour(slideRun, gold)) &&
    (!examine.font_underline || hasSameLine(slideRun, gold)) &&
    (!examine.strike_through || (slideRun.strike ?? 'noStrike') === (gold.strike ?? 'noStrike'))
  );
}

/** Theme colours match any colour. */
function hasSameColour(slideRun: SlideRun, gold: SlideRun): boolean {
  return slideRun.colour === null || gold.colour === null || slideRun.colour === gold.colour;
}

/** An undefined underline matches "none" and every style but a single line. */
function hasSameLine(slideRun: SlideRun, gold: SlideRun): boolean {
  const [first, second] = [slideRun.underline, gold.underline];
  if (first === second) return true;
  if (first !== null && second !== null) return false;
  return first !== true && second !== true;
}
