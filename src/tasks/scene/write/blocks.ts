/** A block of a document. Texts may contain `**bold**`. */
export type DocumentBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; mark: string; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'page-break' };

export interface DocumentFacts {
  title: string;
  author: string;
  /** Shown at the top of each page. */
  header: string;
  /** Unix milliseconds. */
  created: number;
  changed: number;
}

/** Parses the Markdown subset of scenes: headings, paragraphs, lists, tables, and `---` for a page break. */
export function blocksOf(markdown: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join(' ') });
    lines = [];
  };
  for (const line of markdown.split('\n').map((text) => text.trimEnd())) {
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    const item = /^(?:([-*])|(\d+(?:\.\d+)*[.)])) (.*)$/.exec(line);
    const last = blocks.at(-1);
    if (line === '') end();
    else if (line === '---') {
      end();
      blocks.push({ kind: 'page-break' });
    } else if (heading !== null) {
      end();
      blocks.push({ kind: 'heading', level: (heading[1] as string).length as 1 | 2 | 3, text: heading[2] as string });
    } else if (line.startsWith('|')) {
      end();
      const cells = line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (last?.kind === 'table') last.rows.push(cells);
      else blocks.push({ kind: 'table', rows: [cells] });
    } else if (item !== null) {
      end();
      blocks.push({ kind: 'item', mark: item[2] ?? '•', text: item[3] as string });
    } else if (/^ {2}/.test(line) && last?.kind === 'item' && lines.length === 0) last.text += ` ${line.trim()}`;
    else if (line.endsWith('\\')) {
      lines.push(line.slice(0, -1));
      end();
    } else lines.push(line);
  }
  end();
  return blocks;
}

export interface TextRun {
  text: string;
  bold: boolean;
  italic: boolean;
}

/** Text between single asterisks that touch the text and no word outside. */
const italics = /(?<![*\w])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![*\w])/;

export function runsOf(text: string): TextRun[] {
  return text
    .split('**')
    .flatMap((part, index) =>
      part.split(italics).map((words, at) => ({ text: words, bold: index % 2 === 1, italic: at % 2 === 1 })),
    )
    .filter((run) => run.text !== '');
}
