import { type AgentSource, actsOverMcp } from './agent-source.ts';
import { osworldLabel } from './osworld/osworld-source.ts';

/** What a foreign agent is called where `--model` gives it no name: its file, its host, or the file that its command runs. */
export function agentLabel(source: AgentSource): string {
  if (source.kind === 'prompt' || source.kind === 'computer-tool') return source.kind;
  if (source.kind === 'file' && source.part !== undefined) return source.part;
  if (source.kind === 'open') return source.name;
  if (source.kind === 'http') return new URL(source.url).host;
  if (source.kind === 'osworld') return osworldLabel(source);
  const words = source.kind === 'file' ? [source.path] : source.command.split(/\s+/);
  // Names of models have dots too.
  const ending = actsOverMcp(source) ? /\.(?:py|sh|[mc]?[jt]s)$/ : /\.\w+$/;
  const file = words.find((word) => ending.test(word)) ?? words[0] ?? 'agent';
  return (file.split('/').at(-1) ?? file).replace(/\.\w+$/, '');
}
