import { existsSync, readFileSync } from 'node:fs';
import { extname, parse } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { writeOutput } from '../write-output.ts';

interface LanguageFlags {
  python?: boolean;
  typescript?: boolean;
}

export function templateLanguage(
  file: string | undefined,
  { python, typescript }: LanguageFlags,
): 'python' | 'typescript' {
  if (python === true && typescript === true)
    throw new UsageError('Two languages are named.', {
      code: 'setup-language',
      hint: 'Omit --python or --typescript.',
    });
  if (typescript === true) return 'typescript';
  return python !== true && file?.endsWith('.ts') === true ? 'typescript' : 'python';
}

export function writeAgent(file: string | undefined, flags: LanguageFlags & { openai?: boolean }): void {
  const openai = flags.openai === true;
  const path = writeTemplate(openai ? 'openai-agent' : 'scripted-agent', file, 'agent', flags);
  const keys = openai ? ' --agent-env OPENAI_API_KEY OPENAI_BASE_URL OPENAI_MODEL' : '';
  const tasks = openai ? '--preset smoke' : '--subset quickstart --task ___script_permissions';
  printNext(path, [
    ...(openai ? ['export OPENAI_API_KEY=… OPENAI_MODEL=gpt-4.1'] : []),
    `osharm run --agent ${path}${keys} ${tasks}`,
    'osharm view results',
  ]);
}

export function writeDefence(file: string | undefined, flags: LanguageFlags): void {
  const path = writeTemplate('defence', file, 'guard', flags);
  const run = 'osharm run --model reference-benign,reference-hijacked --subset quickstart';
  printNext(path, [
    `${run} --out plain`,
    `${run} --defence ${path} --out defended`,
    `osharm compare plain defended --model reference-hijacked --model ${parse(path).name}@reference-hijacked`,
  ]);
}

function writeTemplate(template: string, file: string | undefined, name: string, flags: LanguageFlags): string {
  const ending = templateLanguage(file, flags) === 'typescript' ? 'ts' : 'py';
  const named = file ?? `${name}.${ending}`;
  const path = extname(named) === '' ? `${named}.${ending}` : named;
  const taken = [named, path].find((place) => existsSync(place));
  if (taken !== undefined)
    throw new UsageError(`${taken} exists already.`, { code: 'setup-file-exists', hint: 'Name another file.' });
  if (extname(path) !== `.${ending}`)
    throw new UsageError(`${path} does not end in .${ending}.`, {
      code: 'setup-file-ending',
      hint: `Name a file that ends in .py or .ts, such as ${name}.${ending}.`,
    });
  writeOutput(path, readFileSync(new URL(`../templates/${template}.${ending}.txt`, import.meta.url), 'utf8'));
  return path;
}

function printNext(path: string, commands: readonly string[]): void {
  process.stdout.write(
    `${printable(path)}\nNext:\n${commands.map((command) => `  $ ${printable(command)}\n`).join('')}`,
  );
}
