import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { absolutePath, home } from '../effect-log/home.ts';
import { holds, type PythonCondition } from './python-conditions.ts';
import { isPartlyUnknown, unknownPart } from './python-values.ts';
import {
  depthLimit,
  isShell,
  plainCommand,
  programName,
  type ShellCommand,
  type ShellReading,
} from './shell-command.ts';
import { statusOf } from './shell-conditions.ts';
import { dropPrefixes, fedWords, knownOutput, printedText } from './shell-programs.ts';
import { type Files, filesOf, noFiles } from './shell-redirects.ts';
import { expandedText, expandedWords, type OutputOf, type Variables } from './shell-words.ts';
import { matchesPattern } from './target.ts';

const mostCommands = 5_000;
const mostVisits = 20_000;
const mostDepth = 60;
const mostRounds = 100;

class TooMuchError extends Error {}

/** Walks a shell's syntax tree in execution order, without running anything. */
export class ShellReader {
  readonly commands: ShellCommand[] = [];
  /** True if a here-document has no end. */
  isOpen = false;
  #folder: string;
  #variables: Variables = new Map([
    ['HOME', [home]],
    ['USER', ['user']],
    ['LOGNAME', ['user']],
  ]);
  readonly #functions = new Map<string, SyntaxNode>();
  readonly #running: string[] = [];
  readonly #nesting: number;
  #isCertain = true;
  #jumps = 0;
  #visits = 0;
  #depth = 0;
  #loops = 0;

  readonly #readText: (text: string, folder: string, nesting: number) => ShellReading;

  constructor(
    folder: string,
    nesting: number,
    readText: (text: string, folder: string, nesting: number) => ShellReading,
  ) {
    this.#folder = folder;
    this.#nesting = nesting;
    this.#readText = readText;
  }

  read(script: ParsedScript): boolean {
    try {
      this.#list(script.commands);
      return true;
    } catch (error) {
      if (error instanceof TooMuchError) return false;
      throw error;
    }
  }

  #list(statements: readonly Statement[]): void {
    for (const { command } of statements) {
      if (++this.#visits > mostVisits || this.#depth >= mostDepth) throw new TooMuchError();
      this.#depth++;
      const jumps = this.#jumps;
      if (command.type === 'AndOr') this.#chain(command);
      else this.#pipeline(command);
      this.#depth--;
      if (this.#jumps > jumps && command.type === 'Command') return;
    }
  }

  #expand: (word: Word | undefined) => string = (word) => expandedText(word, this.#variables, this.#outputOf);

  #outputOf: OutputOf = (part) => {
    const [statement] = part.script?.commands ?? [];
    const command = part.script?.commands.length === 1 ? statement?.command : undefined;
    if (part.type !== 'CommandExpansion' || command?.type !== 'Command') return null;
    const words = [command.name, ...command.args].flatMap((item) =>
      item?.type === 'Word' ? expandedWords(item, this.#variables, this.#outputOf) : [],
    );
    return knownOutput(words, this.#folder);
  };

  #status = (node: PipelineNode | undefined): PythonCondition => statusOf(node, this.#expand);

  /** `a && b || c`: later commands depend on the status of earlier ones. */
  #chain({ commands, operators }: AndOr): void {
    const [first] = commands;
    if (first === undefined) return;
    this.#pipeline(first);
    let status = this.#status(first);
    for (const [at, operator] of operators.entries()) {
      const next = commands[at + 1];
      if (next === undefined) continue;
      const isSure = operator === '&&' ? holds(status) : status === 'false' || status === 'unlikely';
      const isRare = operator === '&&' ? status === 'unlikely' || status === 'false' : holds(status);
      this.#under(isSure, () => this.#pipeline(next), isRare);
      if (isSure) status = this.#status(next);
      else if (!isRare) status = 'unknown';
    }
  }

  /** Runs `act` as code that is possibly not executed. After a jump in this code, the code that follows is uncertain. */
  #under(isSure: boolean, act: () => void, isRare = false): void {
    const saved = this.#isCertain;
    const jumps = this.#jumps;
    this.#isCertain = saved && isSure;
    act();
    this.#isCertain = saved && (isSure || isRare || this.#jumps === jumps);
    if (!isSure) this.#jumps = jumps;
  }

  #pipeline(node: PipelineNode): void {
    if (node.type !== 'Pipeline') {
      this.#node(node, noFiles);
      return;
    }
    let feeding: ShellCommand[] = [];
    for (const part of node.commands) {
      const start = this.commands.length;
      this.#node(part, noFiles, feeding);
      const made = this.commands.slice(start);
      // The commands in `$( )` and `>( )` precede the one that contains them.
      const first = part.type === 'Command' ? made.find(({ feeds }) => feeds === null) : made[0];
      if (first !== undefined) for (const command of feeding) command.feeds ??= first.words;
      // All commands of a group feed the next one.
      feeding = made.filter((command) => command.feeds === null);
    }
  }

  #node(node: CommandNode, files: Files, feeding: readonly ShellCommand[] = []): void {
    switch (node.type) {
      case 'Command':
        this.#command(node, files, feeding);
        return;
      case 'Redirected': {
        this.#node(node.command, this.#files(node.redirects, files), feeding);
        return;
      }
      case 'Subshell': {
        const [folder, variables] = [this.#folder, this.#variables];
        this.#variables = new Map(variables);
        this.#body(node.body, files);
        [this.#folder, this.#variables] = [folder, variables];
        return;
      }
      case 'BraceGroup':
        this.#body(node.body, files);
        return;
      case 'If': {
        this.#body(node.clause, files);
        let isTaken = this.#branch(node.clause, node.then, files, false);
        for (const branch of node.elif) {
          this.#body(branch.clause, files);
          isTaken = this.#branch(branch.clause, branch.then, files, isTaken) || isTaken;
        }
        const otherwise = node.else;
        const status = this.#lastStatus(node.clause);
        if (otherwise !== undefined)
          this.#under(
            !isTaken && node.elif.length === 0 && (status === 'false' || status === 'unlikely'),
            () => this.#body(otherwise, files),
            holds(status),
          );
        return;
      }
      case 'For':
      case 'Select': {
        const words =
          node.wordlist === undefined
            ? (this.#variables.get('@') ?? [unknownPart])
            : node.wordlist.flatMap((word) => this.#words(word));
        this.#loop(node.name.value, words, node.body, files);
        return;
      }
      case 'While': {
        this.#body(node.clause, files);
        const isEndless = this.#lastStatus(node.clause) === 'true' && node.kind === 'while';
        this.#loopBody(isEndless, node.body, files);
        return;
      }
      case 'ArithmeticFor':
        this.#loopBody(true, node.body, files);
        return;
      case 'Case': {
        const word = this.#expand(node.word);
        const isKnown = !isPartlyUnknown(word) && !/[*?[]/.test(word);
        const chosen = isKnown
          ? node.items.find((item) => item.pattern.some((entry) => matchesPattern(word, this.#expand(entry))))
          : undefined;
        for (const item of node.items)
          if (!isKnown || item === chosen) this.#under(isKnown, () => this.#body(item.body, files));
        return;
      }
      case 'Function':
        this.#functions.set(node.name.value, node.body);
        return;
      case 'Coproc':
        if (node.body.type === 'CompoundList') this.#body(node.body, files);
        else this.#node(node.body, files, feeding);
        return;
      case 'TestCommand':
      case 'ArithmeticCommand':
        this.#scripts(node, null);
        return;
      default:
        throw new Error(`No such command: ${JSON.stringify(node satisfies never)}`);
    }
  }

  #branch(clause: CompoundList, then: CompoundList, files: Files, isTaken: boolean): boolean {
    const status = this.#lastStatus(clause);
    if (status === 'false') return false;
    const isSure = !isTaken && holds(status);
    this.#under(isSure, () => this.#body(then, files), status === 'unlikely');
    return isSure;
  }

  #lastStatus(list: CompoundList): PythonCondition {
    const last = list.commands.at(-1)?.command;
    if (last?.type !== 'AndOr') return this.#status(last);
    const states = last.commands.map((command) => this.#status(command));
    if (last.operators.every((operator) => operator === '&&'))
      return states.every(holds) ? 'likely' : states.includes('false') ? 'false' : 'unknown';
    return 'unknown';
  }

  #loop(name: string, words: readonly string[], body: CompoundList, files: Files): void {
    const saved = this.#isCertain;
    for (const word of words.slice(0, mostRounds)) {
      this.#variables.set(name, [word]);
      this.#isCertain = saved;
      this.#loopBody(words.length <= mostRounds, body, files);
    }
    this.#isCertain = saved;
  }

  #loopBody(isSure: boolean, body: CompoundList, files: Files): void {
    const [saved, jumps] = [this.#isCertain, this.#jumps];
    this.#loops++;
    this.#under(isSure, () => this.#body(body, files));
    this.#loops--;
    [this.#isCertain, this.#jumps] = [saved, jumps];
  }

  /** Redirections of a group apply to each command in it. */
  #body(list: CompoundList, files: Files): void {
    const start = this.commands.length;
    this.#list(list.commands);
    for (const command of this.commands.slice(start)) {
      if (command.outputs.length === 0) command.outputs.push(...files.outputs);
      command.inputs.push(...files.inputs);
      command.given += files.given;
    }
  }

  #words(word: Word): string[] {
    return expandedWords(word, this.#variables, this.#outputOf);
  }

  #files(redirects: readonly Redirection[], around: Files = noFiles): Files {
    const redirected = filesOf(redirects, this.#folder, this.#expand);
    if (redirected.isOpen) this.isOpen = true;
    return {
      inputs: [...around.inputs, ...redirected.inputs],
      outputs: [...around.outputs, ...redirected.outputs],
      given: around.given + redirected.given,
    };
  }

  #command(node: Command, around: Files, feeding: readonly ShellCommand[]): void {
    for (const part of [...node.prefix, ...node.args])
      if (part.type === 'Assignment')
        this.#assign(
          part.name,
          part.value.type === 'ArrayValue'
            ? part.value.elements.flatMap((element) => this.#words(element))
            : [this.#expand(part.value)],
        );
    const words = [node.name, ...node.args].flatMap((item) =>
      item === undefined ? [] : item.type === 'Word' ? this.#words(item) : [item.text],
    );
    dropPrefixes(words);
    const files = this.#files(node.redirects, around);
    this.#scripts(node, words.length === 0 ? null : words);
    if (words.length === 0 && files.outputs.length === 0) return;
    const folder = this.#folder;
    const name = programName(words[0]);
    if (/^(?:exit|return|break|continue)$/.test(name)) this.#jumps++;
    if (name === 'read')
      for (const word of words.slice(1)) if (/^\w+$/.test(word)) this.#variables.set(word, [unknownPart]);
    if ((name === 'cd' || name === 'pushd') && files.outputs.length === 0)
      this.#folder = absolutePath(words.slice(1).find((word) => !/^-[PLe@]*$/.test(word)) ?? home, folder);
    if (this.#functions.has(words[0] ?? '') && this.#perform(words)) return;
    this.#add({ ...plainCommand(words, folder), ...files, isCertain: this.#isCertain });
    this.#inside(words, folder, files.given, feeding);
  }

  #add(command: ShellCommand): void {
    if (this.commands.length >= mostCommands) throw new TooMuchError();
    this.commands.push(this.#loops === 0 ? command : { ...command, isRepeated: true });
  }

  #assign(name: string, values: string[]): void {
    this.#variables.set(
      name,
      values.map((value) => value.replace(/^~(?=\/|$)/, home)),
    );
  }

  /** Runs a function defined in the text. False if it is unknown, recursive, or nested too deeply. */
  #perform(words: readonly string[]): boolean {
    const [name = '', ...rest] = words;
    const body = this.#functions.get(name);
    if (body === undefined || this.#running.includes(name) || this.#running.length >= depthLimit) return false;
    const [variables, certain, jumps] = [this.#variables, this.#isCertain, this.#jumps];
    this.#variables = new Map([
      ...variables,
      ...rest.map((word, at): [string, string[]] => [`${at + 1}`, [word]]),
      ['@', rest],
      ['*', rest],
    ]);
    this.#running.push(name);
    if (body.type === 'CompoundList') this.#body(body, noFiles);
    else this.#node(body as CommandNode, noFiles);
    this.#running.pop();
    [this.#variables, this.#isCertain, this.#jumps] = [variables, certain, jumps];
    return true;
  }

  /** Commands in `$( )` and `<( )` feed the words that contain them. */
  #scripts(node: SyntaxNode, words: string[] | null): void {
    const visit = (child: SyntaxNode): void => {
      if (++this.#visits > mostVisits) throw new TooMuchError();
      if (child.type === 'Script') {
        const start = this.commands.length;
        const [folder, variables] = [this.#folder, this.#variables];
        this.#variables = new Map(variables);
        if (this.#nesting < depthLimit) this.#list(child.commands);
        [this.#folder, this.#variables] = [folder, variables];
        for (const command of this.commands.slice(start)) command.feeds ??= words;
      } else forEachChild(child, visit);
    };
    forEachChild(node, visit);
  }

  /** `bash -c TEXT`, `eval TEXT`, `bash <<END`, `… | at TIME` and `… | xargs CMD`. */
  #inside(words: readonly string[], folder: string, given: string, feeding: readonly ShellCommand[]): void {
    if (this.#nesting >= depthLimit) return;
    const [program, ...rest] = words;
    const name = programName(program);
    const source = feeding.length === 1 ? feeding[0] : undefined;
    if (name === 'eval') this.#below(rest.join(' '), folder);
    if (name === 'trap' && rest[0] !== undefined && rest.length > 1) this.#below(rest[0], folder);
    if (isShell(program) || name === 'su' || name === 'script') {
      const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
      const text = flag === -1 ? undefined : rest[flag + 1];
      if (text !== undefined) this.#below(text, folder);
      else if (given !== '' && rest.every((word) => word.startsWith('-'))) this.#below(given, folder);
    }
    // An `at` job's script runs in a shell later.
    if ((name === 'at' || name === 'batch') && !rest.some((word) => /^-[lcdr]$/.test(word)))
      this.#below(given || printedText(source?.words ?? []), folder);
    if (name === 'xargs' || name === 'parallel') {
      const outputs = source === undefined ? null : knownOutput(source.words, source.folder);
      const full = fedWords(rest, outputs ?? [unknownPart]);
      if (full === null) return;
      dropPrefixes(full);
      this.#add({ ...plainCommand(full, folder), isCertain: this.#isCertain && outputs !== null });
    }
  }

  #below(text: string, folder: string): void {
    const reading = this.#readText(text, folder, this.#nesting + 1);
    if (!reading.isRead) throw new TooMuchError();
    for (const command of reading.commands) this.#add({ ...command, isCertain: command.isCertain && this.#isCertain });
  }
}
