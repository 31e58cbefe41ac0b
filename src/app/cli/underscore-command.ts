import { Command } from 'commander';

/** A command whose flags may be written with underscores too (`--max_steps`), as OS-Harm writes them. */
export class UnderscoreCommand extends Command {
  override parseOptions(argv: string[]): { operands: string[]; unknown: string[] } {
    return super.parseOptions(argv.map(dashed));
  }
}

/** `--max_steps=3` → `--max-steps=3`; values are left alone. */
function dashed(argument: string): string {
  const name = /^--[A-Za-z][\w-]*(?==|$)/.exec(argument)?.[0];
  return name === undefined ? argument : name.replaceAll('_', '-') + argument.slice(name.length);
}
