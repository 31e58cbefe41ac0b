import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { AgentReply } from '../agent.ts';
import { ProgramTree } from '../foreign/program-tree.ts';
import { shellWord } from '../foreign/shell-word.ts';
import { openDesktopSocket } from './desktop-socket.ts';

/** Characters of output and of error text that are kept: the end. */
export const keptOutput = 200_000;
const keptErrorText = 2000;
/** How long a program that has nothing more to say may take to end, in milliseconds. */
const longestClose = 2000;

/** How a program's work ended: well where both are null. */
export interface ProgramEnd {
  /** The program failed. */
  failure: string | null;
  /** It stopped before its work was done. */
  end: NonNullable<AgentReply['end']> | null;
}

/** A program that runs beside a desktop. */
export interface AgentProgram {
  ended: Promise<ProgramEnd>;
  /** What it printed since the last call. */
  takeOutput(): string;
  /** What it thought since the last call; left out: it reports no thoughts. */
  takeThoughts?(): string;
  close(): Promise<void>;
}

export interface ProgramOptions {
  instruction: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Serves one connection of an MCP client. */
  serve(stream: Socket): Promise<void>;
}

/** A command that runs through the shell, in a process group of its own. */
export interface StartedCommand {
  child: ChildProcess;
  /** Resolves once it has ended: null where the exit code was 0. */
  exited: Promise<string | null>;
  /** The end of what it wrote to standard error. */
  errorText(): string;
  /** Kills it with all that it started. */
  end(): Promise<void>;
}

export function startCommand(
  command: string,
  environment: ProgramOptions['environment'],
  input: 'ignore' | 'pipe',
): StartedCommand {
  const tree = new ProgramTree(environment);
  const child = spawn(command, {
    shell: true,
    detached: true,
    env: { ...tree.environment },
    stdio: [input, 'pipe', 'pipe'],
  });
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-keptErrorText);
  });
  const over = Promise.withResolvers<string | null>();
  child.once('error', (error) => over.resolve(`can't be started: ${error.message}`));
  // What it printed has been read by then, unless a child of it holds on to its output.
  child.once('exit', (code, signal) => {
    const how = code === 0 ? null : `ended with ${signal ?? code}`;
    const timer = setTimeout(() => over.resolve(how), longestClose);
    child.once('close', () => {
      clearTimeout(timer);
      over.resolve(how);
    });
  });
  return {
    child,
    exited: over.promise,
    errorText: () => errorText.trim(),
    async end() {
      await tree.end(child.pid);
      await over.promise;
    },
  };
}

/** A failure with what the program wrote to standard error. */
export function failureWith(how: string, errorText: string): string {
  return `${how}.${errorText === '' ? '' : ` It said: ${errorText}`}`;
}

/**
 * Starts a command with `{instruction}` and `{mcp_config}` as words of it. The file of `{mcp_config}` names a program
 * that leads to the desktop's socket.
 */
export async function startProgram(command: string, options: ProgramOptions): Promise<AgentProgram> {
  const socket = await openDesktopSocket(options.serve);
  const config = join(socket.folder, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: { desktop: socket.entry } }, null, 2), { mode: 0o600 });
  const words = { instruction: options.instruction, mcp_config: config };
  const started = startCommand(filled(command, words), options.environment, 'ignore');
  let output = '';
  started.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutput);
  });
  return {
    ended: started.exited.then((how) => ({
      failure: how === null ? null : failureWith(how, started.errorText()),
      end: null,
    })),
    takeOutput() {
      const taken = output;
      output = '';
      return taken;
    },
    async close() {
      await started.end();
      await socket.close();
    },
  };
}

/** The command with each `{name}` as one word of the shell. */
function filled(command: string, values: Readonly<Record<string, string>>): string {
  return command.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? shellWord(values[name] as string) : whole,
  );
}
