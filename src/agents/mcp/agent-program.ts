import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentFile } from '../../tasks/suite/agent-files.ts';
import type { AgentReply } from '../agent.ts';
import { ProgramTree } from '../foreign/program-tree.ts';
import { shellWord } from '../foreign/shell-word.ts';
import { openServerSockets, type ServedServer } from './server-sockets.ts';

/** In characters: only the end of the output is kept. */
export const keptOutput = 200_000;
const keptErrorText = 2000;
const longestClose = 2000;

/** How a program ended. Both fields are null after a normal end. */
export interface ProgramEnd {
  failure: string | null;
  end: NonNullable<AgentReply['end']> | null;
}

export interface AgentProgram {
  ended: Promise<ProgramEnd>;
  takeOutput(): string;
  takeThoughts?(): string;
  close(): Promise<void>;
}

export interface ProgramOptions {
  instruction: string;
  /** Files of the agent itself, which are in its work folder. */
  files: readonly AgentFile[];
  environment: Readonly<Record<string, string | undefined>>;
  /** The desktop's server first, then those of the task. */
  servers: readonly ServedServer[];
}

export interface StartedCommand {
  child: ChildProcess;
  /** Resolves to null after exit code 0, else to a description of the exit. */
  exited: Promise<string | null>;
  errorText(): string;
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
  // Waits until the output has been read, unless a child keeps it open.
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

export function failureWith(how: string, errorText: string): string {
  return `${how}.${errorText === '' ? '' : ` Its error output: ${errorText}`}`;
}

/**
 * Starts a command after substituting `{instruction}`, `{mcp_config}` and `{agent_files}`. The configuration file names a
 * relay program that connects to a server's socket.
 */
export async function startProgram(command: string, options: ProgramOptions): Promise<AgentProgram> {
  const sockets = await openServerSockets(options.servers);
  const config = join(sockets.folder, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: sockets.entries }, null, 2), { mode: 0o600 });
  const words = {
    instruction: options.instruction,
    mcp_config: config,
    agent_files: await workFolder(sockets.folder, options.files),
  };
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
      await sockets.close();
    },
  };
}

/** Creates the folder `work` with the agent's files. Returns its path. */
export async function workFolder(folder: string, files: readonly AgentFile[]): Promise<string> {
  const work = join(folder, 'work');
  await mkdir(work);
  for (const { path, text } of files) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  return work;
}

function filled(command: string, values: Readonly<Record<string, string>>): string {
  return command.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? shellWord(values[name] as string) : whole,
  );
}
