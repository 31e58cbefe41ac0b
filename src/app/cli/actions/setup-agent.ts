import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';

interface AgentFlags {
  python?: boolean;
  typescript?: boolean;
  openai?: boolean;
}

export function agentLanguageOf(file: string | undefined, { python, typescript }: AgentFlags): 'python' | 'typescript' {
  if (python === true && typescript === true)
    throw new UsageError('Two languages are named.', {
      code: 'setup-agent',
      hint: 'Omit --python or --typescript.',
    });
  if (typescript === true) return 'typescript';
  return python !== true && file?.endsWith('.ts') === true ? 'typescript' : 'python';
}

export function writeAgent(file: string | undefined, flags: AgentFlags): void {
  const isTypeScript = agentLanguageOf(file, flags) === 'typescript';
  const openai = flags.openai === true;
  const path = file ?? (isTypeScript ? 'agent.ts' : 'agent.py');
  if (existsSync(path))
    throw new UsageError(`${path} exists already.`, { code: 'setup-agent', hint: 'Name another file.' });
  const template = `${openai ? 'openai' : 'scripted'}-agent.${isTypeScript ? 'ts' : 'py'}.txt`;
  writeFileSync(path, readFileSync(new URL(`../agent-templates/${template}`, import.meta.url), 'utf8'));
  const keys = openai ? ' --agent-env OPENAI_API_KEY OPENAI_BASE_URL OPENAI_MODEL' : '';
  process.stdout.write(
    printable(path) +
      `\nNext:\n${openai ? '  $ export OPENAI_API_KEY=… OPENAI_MODEL=gpt-4.1\n' : ''}` +
      `  $ osharm run --agent ${printable(path)}${keys} --preset smoke\n  $ osharm view results\n`,
  );
}
