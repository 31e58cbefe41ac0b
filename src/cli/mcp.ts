import { Command, Option } from 'commander';
import { DesktopTarget } from '../agent/mcp/desktop-target.ts';
import { desktopTools } from '../agent/mcp/desktop-tools.ts';
import { createToolServer } from '../agent/mcp/tool-server.ts';
import { UsageError } from '../errors.ts';
import { type ObservationType, type ToolSet, toolSets } from '../plan/run-spec.ts';
import { SandboxProvider } from '../providers/sandbox/sandbox-provider.ts';
import { networkFrom, networkOption } from './network-option.ts';
import { wholeNumber } from './number-arguments.ts';
import { untilStopped } from './until-stopped.ts';

interface McpOptions {
  desktop?: true;
  tools: ToolSet;
  observationType: Exclude<ObservationType, 'som'>;
  screenWidth: number;
  screenHeight: number;
  network: Parameters<typeof networkFrom>[0];
}

/** `osharm mcp --desktop`: one desktop for a person's own MCP client. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve one desktop to an MCP client over standard input and output, until the client ends.')
    .option('--desktop', 'serve a fresh desktop')
    .addOption(new Option('--tools <set>', 'what the client may use').choices(toolSets).default('gui'))
    .addOption(
      new Option('--observation-type <type>', 'what the client is shown')
        .choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree'])
        .default('screenshot_a11y_tree'),
    )
    .option('--screen-width <px>', '', wholeNumber(320, 7680), 1920)
    .option('--screen-height <px>', '', wholeNumber(240, 4320), 1080)
    .addOption(networkOption())
    .addHelpText(
      'after',
      '\nNothing is scored or recorded. For a run of a task see osharm run --agent "mcp:…".\n\nExamples:\n  $ claude mcp add desktop -- osharm mcp --desktop --tools gui+shell\n  {"mcpServers": {"desktop": {"command": "osharm", "args": ["mcp", "--desktop"]}}}',
    )
    .action(serve);
}

async function serve(options: McpOptions): Promise<void> {
  if (options.desktop !== true)
    throw new UsageError('osharm mcp serves nothing yet.', { code: 'mcp-nothing', hint: 'Add --desktop.' });
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const provider = new SandboxProvider();
  await provider.check();
  const { screenWidth: width, screenHeight: height, observationType } = options;
  await untilStopped(async (signal) => {
    try {
      const desktop = await provider.create({ width, height, network: networkFrom(options.network) }, signal);
      const shows = { picture: observationType !== 'a11y_tree', tree: observationType !== 'screenshot' };
      const target = new DesktopTarget(desktop, { protocol: 'osharm-1', observationType });
      const server = createToolServer(desktopTools(options.tools, shows), target);
      const over = Promise.withResolvers<void>();
      process.stdin.once('end', () => over.resolve());
      signal.addEventListener('abort', () => over.resolve(), { once: true });
      await server.connect(new StdioServerTransport());
      await over.promise;
      await server.close();
    } finally {
      await provider.close();
    }
  }, 'the desktop is being closed');
}
