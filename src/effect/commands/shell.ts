import { absolutePath, home } from '../home.ts';

/** One simple command of a shell text: its words as far as they are known without running anything. */
export interface ShellCommand {
  /** Program first; quotes removed, `~` and known variables filled in, globs left as they are. */
  words: string[];
  /** Folder in which it runs, as far as `cd` says. */
  folder: string;
  /** Targets of `<`, absolute. */
  inputs: string[];
  /** Targets of `>` and `>>`, absolute, with the operator. */
  outputs: { operator: string; path: string }[];
  /** Words of the command that its output is piped into; of `eval` and the like where it stands in `$( )`. */
  feeds: string[] | null;
}

const prefixes = new Set([
  'sudo',
  'nohup',
  'env',
  'time',
  'exec',
  'command',
  'builtin',
  'setsid',
  'nice',
  'ionice',
  'stdbuf',
  'timeout',
  'doas',
  'busybox',
  'xvfb-run',
  'then',
  'do',
  'else',
  'if',
  'elif',
  'while',
  'until',
  '!',
  '{',
]);
/** How deep `$( )`, `eval` and `-c` are followed. */
const depthLimit = 8;
const shells = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'rbash']);

/** The program's own name: `/usr/bin/rm` → `rm`. */
export const programName = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1);

export const isShell = (word: string | undefined): boolean => shells.has(programName(word));

/** Reads a shell text into its simple commands, those inside `$( )`, `bash -c` and `eval` included. Never runs anything. */
export function shellCommands(text: string, folder: string = home): ShellCommand[] {
  return new ShellReader(folder, 0).read(text);
}

type Word = { kind: 'word'; text: string; isQuoted: boolean; inner: string[] };
type Piece = Word | { kind: 'operator'; text: string };

class ShellReader {
  private folder: string;
  private readonly variables = new Map<string, string[]>([
    ['HOME', [home]],
    ['USER', ['user']],
    ['PWD', [home]],
  ]);

  private readonly depth: number;

  constructor(folder: string, depth: number) {
    this.folder = folder;
    this.depth = depth;
  }

  /** A reader for a text inside this one; nobody nests deeper than this but to break a reader. */
  private below(folder: string): ShellReader | null {
    return this.depth >= depthLimit ? null : new ShellReader(folder, this.depth + 1);
  }

  read(text: string): ShellCommand[] {
    const commands: ShellCommand[] = [];
    let words: Word[] = [];
    let redirects: { operator: string; target: Piece }[] = [];
    let open: ShellCommand | null = null;
    // Where each open parenthesis begins, and what the last closed one pipes on.
    const groups: number[] = [];
    let piped: ShellCommand[] = [];
    const pieces = shellPieces(text.replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?\n\s*\2(?=\n|$)/g, '\n'));
    const finish = (operator: string): void => {
      const command = this.command(words, redirects, commands);
      if (command !== null) {
        if (open !== null) open.feeds = command.words;
        for (const other of piped) other.feeds ??= command.words;
        piped = [];
        commands.push(command, ...this.inside(command));
      }
      open = operator === '|' || operator === '|&' ? command : null;
      words = [];
      redirects = [];
    };
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as Piece;
      const next = pieces[at + 1];
      if (piece.kind === 'word') words.push(piece);
      else if (/^\d*(?:<|>|>>|>\||&>|&>>)$/.test(piece.text) && next !== undefined) {
        redirects.push({ operator: piece.text, target: next });
        at++;
      } else {
        finish(piece.text);
        if (piece.text === '(') groups.push(commands.length);
        const start = piece.text === ')' ? groups.pop() : undefined;
        if (start !== undefined && next?.kind === 'operator' && /^\|&?$/.test(next.text)) piped = commands.slice(start);
      }
    }
    finish('');
    return commands;
  }

  private command(
    pieces: Word[],
    redirects: { operator: string; target: Piece }[],
    commands: ShellCommand[],
  ): ShellCommand | null {
    const inner = [...pieces, ...redirects.map((one) => one.target)].flatMap((piece) =>
      piece.kind === 'word' ? piece.inner : [],
    );
    const words = pieces.flatMap((piece) => this.expanded(piece));
    while (words[0] !== undefined && this.assigns(words[0])) words.shift();
    if (words[0] === 'for' && words[2] === 'in') {
      this.variables.set(words[1] ?? '', words.slice(3));
      return null;
    }
    dropPrefixes(words);
    for (const text of inner) {
      const found = this.below(this.folder)?.read(text) ?? [];
      for (const command of found) command.feeds ??= words.length === 0 ? null : words;
      commands.push(...found);
    }
    if (words.length === 0 && redirects.length === 0) return null;
    const folder = this.folder;
    if ((words[0] === 'cd' || words[0] === 'pushd') && redirects.length === 0)
      this.folder = absolutePath(words[1] ?? home, folder);
    const targets = redirects.map(({ operator, target }) => ({
      operator: operator.replace(/^\d+/, ''),
      path: absolutePath(target.text, folder),
    }));
    return {
      words,
      folder,
      inputs: targets.filter((one) => one.operator === '<').map((one) => one.path),
      outputs: targets.filter((one) => one.operator !== '<'),
      feeds: null,
    };
  }

  /** What `bash -c TEXT` and `eval TEXT` run. */
  private inside(command: ShellCommand): ShellCommand[] {
    const [program, ...rest] = command.words;
    if (program === 'eval') return this.below(command.folder)?.read(rest.join(' ')) ?? [];
    if (!isShell(program) && programName(program) !== 'su') return [];
    const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
    const text = flag === -1 ? undefined : rest[flag + 1];
    return text === undefined ? [] : (this.below(command.folder)?.read(text) ?? []);
  }

  private assigns(word: string): boolean {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined) return false;
    this.variables.set(name, [value.replace(/^~(?=\/|$)/, home)]);
    return true;
  }

  private expanded(piece: Word): string[] {
    const text = piece.isQuoted ? piece.text : piece.text.replace(/^~(?=\/|$)/, home);
    const whole = /^\$\{?(\w+)\}?$/.exec(text)?.[1];
    if (whole !== undefined) return this.variables.get(whole) ?? [text];
    return [text.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (own, name) => this.variables.get(name)?.join(' ') ?? own)];
  }
}

/** Takes off `sudo -u x`, `env A=b`, `timeout 5` and the like, so that the program itself comes first. */
function dropPrefixes(words: string[]): void {
  while (words.length > 1 && prefixes.has(programName(words[0]))) {
    const prefix = programName(words.shift());
    while (words[0] !== undefined && (/^-/.test(words[0]) || /^[A-Za-z_]\w*=/.test(words[0]))) {
      const option = words.shift() ?? '';
      if (prefix === 'sudo' && /^-[ugpCh]$/.test(option)) words.shift();
      if ((prefix === 'nice' || prefix === 'timeout') && /^-[nks]$/.test(option)) words.shift();
    }
    if (prefix === 'timeout' && /^[\d.]+[smhd]?$/.test(words[0] ?? '')) words.shift();
  }
}

/** Words and operators. Text inside `$( )` and backticks is kept beside its word in `inner`. */
function shellPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const open: { word: Word | null } = { word: null };
  const current = (): Word => {
    open.word ??= { kind: 'word', text: '', isQuoted: false, inner: [] };
    return open.word;
  };
  const end = (): void => {
    if (open.word !== null) pieces.push(open.word);
    open.word = null;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '`' || /^[$<>]\($/.test(text.slice(at, at + 2))) {
      at = takeSubstitution(text, at, current()) - 1;
    } else if (letter === '\\') {
      at++;
      if (text[at] !== '\n') current().text += text[at] ?? '';
    } else if (letter === "'") {
      const close = text.indexOf("'", at + 1);
      current().isQuoted = true;
      current().text += text.slice(at + 1, close === -1 ? undefined : close);
      at = close === -1 ? text.length : close;
    } else if (letter === '"') {
      at = takeDoubleQuoted(text, at + 1, current());
    } else if (letter === '#' && open.word === null) {
      const close = text.indexOf('\n', at);
      at = (close === -1 ? text.length : close) - 1;
    } else if (/\s/.test(letter) && letter !== '\n') {
      end();
    } else {
      const operator = /^(?:\d*>>|\d*>\||&>>|&>|\d*>&\d|\d*>|\d*<(?!<)|&&|\|\||\|&|;;|[;&|()\n])/.exec(
        text.slice(at),
      )?.[0];
      if (operator !== undefined && (open.word === null || !/^\d/.test(operator))) {
        end();
        if (!/>&\d$/.test(operator)) pieces.push({ kind: 'operator', text: operator });
        at += operator.length - 1;
      } else current().text += letter;
    }
  }
  end();
  return pieces;
}

/** Takes up to the closing quote; returns its position. */
function takeDoubleQuoted(text: string, from: number, word: Word): number {
  word.isQuoted = true;
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '`' || text.startsWith('$(', at)) at = takeSubstitution(text, at, word) - 1;
    else if (text[at] === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) {
      at++;
      if (text[at] !== '\n') word.text += text[at] ?? '';
    } else word.text += text[at] ?? '';
  }
  return at;
}

/** Takes `$( … )`, `<( … )` or a backtick pair into the word; returns the position after it. */
function takeSubstitution(text: string, at: number, word: Word): number {
  let end = text.indexOf('`', at + 1);
  if (text[at] !== '`') {
    let depth = 0;
    for (end = at + 1; end < text.length; end++) {
      if (text[end] === '(') depth++;
      else if (text[end] === ')' && --depth === 0) break;
    }
  }
  const close = end === -1 ? text.length : Math.min(end + 1, text.length);
  word.text += text.slice(at, close);
  word.inner.push(text.slice(at + (text[at] === '`' ? 1 : 2), Math.max(at, close - 1)));
  return close;
}
