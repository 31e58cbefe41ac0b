import { spawn } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { startViewer } from '../viewer/server.ts';
import { portNumber } from './number-arguments.ts';
import { UnderscoreCommand } from './underscore-command.ts';

interface ViewOptions {
  port: number;
  host: string;
  open: boolean;
  json?: boolean;
}

/** `osharm view DIR`: the web viewer of a results folder, until Ctrl-C. */
export function viewCommand(): Command {
  return new UnderscoreCommand('view')
    .summary('look at runs in the browser')
    .description(
      'Shows runs in the browser, live while a sweep goes on: results of osharm and of OS-Harm. Nothing leaves this machine. Ctrl-C ends it.',
    )
    .argument('<dir>', 'a result directory, or a folder above some')
    .option('--port <n>', 'port to listen on; 0: any that is free', portNumber, 0)
    .option(
      '--host <address>',
      'address to listen on: whoever reaches it can read the results and annotate',
      '127.0.0.1',
    )
    .option('--no-open', 'don’t open a browser')
    .option('--json', 'print the address as JSON: {"url": …}')
    .addHelpText('after', '\nExamples:\n  $ osharm view results\n  $ osharm view results --port 8080 --no-open')
    .action(async (directory: string, options: ViewOptions) => {
      // Long lists make much garbage: with ten thousand runs this halves what the server holds.
      setFlagsFromString('--optimize-for-size');
      const viewer = await startViewer(directory, { host: options.host, port: options.port });
      process.stdout.write(
        options.json === true ? `${JSON.stringify({ url: viewer.url })}\n` : `${viewer.url}  (Ctrl-C ends it)\n`,
      );
      if (!['127.0.0.1', '::1', 'localhost'].includes(options.host))
        process.stderr.write(
          'Whoever reaches this address can read these results, see the desktops of runs that go on, and annotate: it asks for no password.\n',
        );
      viewer.read.catch((error: Error) => process.stderr.write(`The folder can't be read on: ${error.message}\n`));
      if (options.open) openBrowser(viewer.url);
      await stopSignal();
      await viewer.close();
    });
}

/** Best effort: on a machine without a screen the address that was printed is enough. */
function openBrowser(url: string): void {
  const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
