import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProgramTree } from '../foreign/program-tree.ts';
import { shellWord } from '../foreign/shell-word.ts';

/** Characters of output and of error text that are kept: the end. */
const keptOutput = 200_000;
const keptErrorText = 2000;
/** How long a program that has nothing more to say may take to end, in milliseconds. */
const longestClose = 2000;

/** A program that runs beside a desktop. */
export interface AgentProgram {
  /** Resolves once it has ended: `how` is null where it ended well. */
  ended: Promise<{ how: string | null; errorText: string }>;
  /** What it printed since the last call. */
  takeOutput(): string;
  close(): Promise<void>;
}

export interface ProgramOptions {
  instruction: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Serves one connection of an MCP client. */
  serve(stream: Socket): Promise<void>;
}

/**
 * Starts a command through the shell, in a process group of its own, with `{instruction}` and `{mcp_config}` as words of it. The file of
 * `{mcp_config}` names a program that leads to a socket which nobody else may open.
 */
export async function startProgram(command: string, options: ProgramOptions): Promise<AgentProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'));
  const socket = join(folder, 'desktop');
  const streams = new Set<Socket>();
  const server = createServer((stream) => {
    streams.add(stream);
    stream.on('error', () => stream.destroy());
    stream.once('close', () => streams.delete(stream));
    void options.serve(stream);
  });
  server.listen(socket);
  await once(server, 'listening');
  const config = join(folder, 'mcp.json');
  const args = [fileURLToPath(new URL('stdio-relay.ts', import.meta.url)), socket];
  const entry = { command: process.execPath, args };
  await writeFile(config, JSON.stringify({ mcpServers: { desktop: entry } }, null, 2), { mode: 0o600 });
  const tree = new ProgramTree(options.environment);
  const child = spawn(filled(command, { instruction: options.instruction, mcp_config: config }), {
    shell: true,
    detached: true,
    env: { ...tree.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errorText = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptOutput);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
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
    ended: over.promise.then((how) => ({ how, errorText: errorText.trim() })),
    takeOutput() {
      const taken = output;
      output = '';
      return taken;
    },
    async close() {
      await tree.end(child.pid);
      await over.promise;
      for (const stream of streams) stream.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The command with each `{name}` as one word of the shell. */
function filled(command: string, values: Readonly<Record<string, string>>): string {
  return command.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? shellWord(values[name] as string) : whole,
  );
}
