import { existsSync, statSync } from 'node:fs';
import { UsageError } from '../../base/errors.ts';
import { type OpenAgentName, openAgentNames } from '../open/open-names.ts';
import { openAgents } from '../plugged.ts';
import { type OsworldSource, osworldPrefix, osworldSource } from './osworld/osworld-source.ts';
import { requireScript } from './require-script.ts';
import { shellWord } from './shell-word.ts';

export type AgentSource =
  /** `part` names one agent of a plug-in's module. */
  | { kind: 'file'; path: string; part?: string }
  | { kind: 'http'; url: string }
  | { kind: 'command'; command: string }
  | OsworldSource
  /** A program that acts over MCP. Its command contains `{instruction}` and `{mcp_config}`. */
  | { kind: 'mcp'; command: string }
  | { kind: 'acp'; command: string }
  | { kind: 'prompt' }
  | { kind: 'computer-tool' }
  | { kind: 'open'; name: OpenAgentName };

/** True if the program controls the loop and uses the desktop as an MCP server. */
export const actsOverMcp = ({ kind }: AgentSource): boolean => kind === 'mcp' || kind === 'acp';

/** True if the agent is a loop around the model of `--model`, not a user's program. */
export function isModelAgent({ kind }: AgentSource): boolean {
  return kind === 'prompt' || kind === 'computer-tool' || kind === 'open';
}

/**
 * Parses `--agent FILE.ts`, `--agent FILE.py`, `--agent http://…`, `--agent osworld:FILE.py:Class`, `--agent mcp:…`,
 * `--agent acp:…` or `--agent 'command …'`. Throws UsageError `agent-unknown` or `script-missing`.
 */
export function agentSource(text: string): AgentSource {
  const plugged = openAgents.get(text);
  if (plugged != null) return { kind: 'file', path: plugged.file, part: text };
  if (text === 'prompt' || text === 'computer-tool') return { kind: text };
  if (text === 'auto')
    throw new UsageError('--agent auto is a loop around a model, and none is named.', {
      code: 'run-no-model',
      hint: 'Add --model PROVIDER:MODEL.',
    });
  if (text.startsWith(osworldPrefix)) return osworldSource(text);
  const open = openAgentNames.find((name) => name === text);
  if (open !== undefined) return { kind: 'open', name: open };
  if (text.startsWith('mcp:')) return mcpSource(text.slice('mcp:'.length));
  if (text.startsWith('acp:')) return acpSource(text.slice('acp:'.length));
  if (/^https?:\/\//.test(text)) return { kind: 'http', url: text };
  if (/\.(?:[mc]?[tj]s|py)$/.test(text) && (existsSync(text) || !/\s/.test(text))) {
    if (text.endsWith('.py') && existsSync(text)) return { kind: 'command', command: `python3 ${asWord(text)}` };
    if (existsSync(text)) return { kind: 'file', path: text };
    throw new UsageError(`There is no agent file ${text}.`, {
      code: 'agent-unknown',
      hint: 'Give a file, an address or a command. osharm setup agent writes a file to start from.',
    });
  }
  const command = text.replace(/^command\s+/, '');
  if (command.trim() === '') {
    throw new UsageError('--agent is empty.', {
      code: 'agent-unknown',
      hint: "Give a file, an address or a command: --agent 'python3 agent.py'.",
    });
  }
  requireCommand(command.trim());
  requireScript(command);
  return { kind: 'command', command };
}

/** Refuses what the shell can't start: a folder, a file without permission to run, Python's MODULE:CLASS. */
function requireCommand(command: string): void {
  const code = 'agent-unknown';
  const file = statSync(command, { throwIfNoEntry: false });
  if (file?.isDirectory() === true)
    throw new UsageError(`--agent ${command} is a folder.`, {
      code,
      hint: "Give a .ts, .js or .py file in it, or a command: --agent 'python3 agent.py'.",
    });
  if (file?.isFile() === true && (file.mode & 0o111) === 0)
    throw new UsageError(`--agent ${command} is a file that can't be run.`, {
      code,
      hint: 'Give a .ts, .js or .py file, or the command that starts it. To run the file itself, make it executable.',
    });
  const [, module, className] = /^([A-Za-z_][\w.]*):([A-Za-z_]\w*)$/.exec(command) ?? [];
  if (module !== undefined && className !== undefined)
    throw new UsageError(`--agent ${command} is not a file, an address or a command.`, {
      code,
      hint: `Did you mean osworld:${module.replaceAll('.', '/')}.py:${className}? Python programs of other interfaces are given as a file or a command.`,
    });
}

const asWord = (path: string): string => (/^[\w./+-]+$/.test(path) ? path : shellWord(path));

function mcpSource(command: string): AgentSource {
  const missing = ['{instruction}', '{mcp_config}'].filter((place) => !command.includes(place));
  if (missing.length === 0) return { kind: 'mcp', command: command.trim() };
  throw new UsageError(`--agent mcp:${command} lacks ${missing.join(' and ')}.`, {
    code: 'agent-unknown',
    hint: 'Use both placeholders, unquoted: --agent "mcp:my-agent {instruction} --mcp-config {mcp_config}".',
  });
}

function acpSource(command: string): AgentSource {
  if (command.trim() !== '') return { kind: 'acp', command: command.trim() };
  throw new UsageError('--agent acp: names no command.', {
    code: 'agent-unknown',
    hint: 'Give the command that starts the agent: --agent "acp:my-agent --acp".',
  });
}
