import { type AgentSource, actsOverMcp } from './agent-source.ts';
import { osworldLabel } from './osworld/osworld-source.ts';

/** Default name of a user's agent: its file, its host, or the file that its command runs. */
export function agentLabel(source: AgentSource): string {
  if (source.kind === 'prompt' || source.kind === 'computer-tool') return source.kind;
  if (source.kind === 'file' && source.part !== undefined) return source.part;
  if (source.kind === 'open') return source.name;
  if (source.kind === 'http') return new URL(source.url).host;
  if (source.kind === 'osworld') return osworldLabel(source);
  const words = source.kind === 'file' ? [source.path] : source.command.split(/\s+/);
  // Commands of MCP agents may contain model names with dots, so only the extensions of programs mark a file.
  const ending = actsOverMcp(source) ? /\.(?:py|sh|[mc]?[jt]s)$/ : /\.\w+$/;
  const file = words.find((word) => ending.test(word)) ?? words[0] ?? 'agent';
  return (file.split('/').at(-1) ?? file).replace(/\.\w+$/, '');
}
