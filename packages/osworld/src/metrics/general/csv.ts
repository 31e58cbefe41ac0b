/** Parses CSV like Python's `csv.reader` with Excel's dialect (commas and double quotes). */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  let hasContent = false;
  const endRow = (): void => {
    if (hasContent || row.length > 0) rows.push([...row, value]);
    row = [];
    value = '';
    hasContent = false;
  };
  for (let at = 0; at < text.length; at++) {
    const symbol = text[at] as string;
    if (isQuoted) {
      if (symbol === '"' && text[at + 1] === '"') value += text[++at];
      else if (symbol === '"') isQuoted = false;
      else value += symbol;
    } else if (symbol === '"' && value === '') {
      isQuoted = true;
      hasContent = true;
    } else if (symbol === ',') {
      row.push(value);
      value = '';
      hasContent = true;
    } else if (symbol === '\n') endRow();
    else {
      value += symbol;
      hasContent = true;
    }
  }
  endRow();
  return rows;
}

/** Parses CSV like `csv.DictReader`. Missing values of short rows are null. */
export function readCsvRecords(text: string): Record<string, unknown>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])));
}
