import { Command, Option } from 'commander';
import { toolSets } from '../../base/record/run-settings.ts';
import { settings } from '../../runs/plan/settings/table.ts';
import { wholeNumber } from './number-arguments.ts';
import { optionOf } from './setting-flags.ts';

/** `osharm desktop mcp`: one desktop for a person's own MCP client. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('serve one desktop to an MCP client')
    .description('Serves one desktop to an MCP client over standard input and output, until the client ends.')
    .addOption(new Option('--tools <set>', 'what the client may use').choices(toolSets).default('gui'))
    .addOption(
      new Option('--observation-type <type>', 'what the client is shown')
        .choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree'])
        .default('screenshot_a11y_tree'),
    )
    .option('--screen-width <px>', 'width of the screen', wholeNumber(320, 7680), 1920)
    .option('--screen-height <px>', 'height of the screen', wholeNumber(240, 4320), 1080)
    .addOption(optionOf(settings.network))
    .addHelpText(
      'after',
      '\nNothing is scored or recorded. For a run of a task see osharm run --agent "mcp:…".\n\nExamples:\n  $ claude mcp add desktop -- osharm desktop mcp --tools gui+shell\n  {"mcpServers": {"desktop": {"command": "osharm", "args": ["desktop", "mcp"]}}}',
    )
    .action(async (options) => (await import('./actions/desktop-mcp.ts')).serveMcp(options));
}
