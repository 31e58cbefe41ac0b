/** A block of cells, 1-based and inclusive. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const reference = /^\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/;

/** Parses `B2:D9` or `B2`, with or without `$`; null if invalid. */
export function readRange(text: string): CellRange | null {
  const found = reference.exec(text.toUpperCase());
  if (found === null) return null;
  const [, column = '', row = '', lastColumn = column, lastRow = row] = found;
  return { top: Number(row), left: columnNumber(column), bottom: Number(lastRow), right: columnNumber(lastColumn) };
}

export function isRangeWithin(cellRange: CellRange, other: CellRange): boolean {
  return (
    other.top <= cellRange.top &&
    other.left <= cellRange.left &&
    other.bottom >= cellRange.bottom &&
    other.right >= cellRange.right
  );
}

export function columnNumber(name: string): number {
  let number = 0;
  for (const letter of name) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

export function columnLetters(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export function referencesIn(range: CellRange): string[] {
  const cells: string[] = [];
  for (let row = range.top; row <= range.bottom; row++)
    for (let column = range.left; column <= range.right; column++) cells.push(`${columnLetters(column)}${row}`);
  return cells;
}
