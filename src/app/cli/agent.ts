import { Command } from 'commander';

/** `osharm agent new`. */
export function agentCommand(): Command {
  return new Command('agent').description('Writes an agent of your own to start from.').addCommand(
    new Command('new')
      .summary('write an agent to start from')
      .description(
        'Writes one file: an agent that looks at the screen, decides and acts. It runs as it is, without packages. With --openai a model decides, over any server with OpenAI’s chat completions.',
      )
      .argument('[file]', 'file to write (default: agent.py or agent.ts)')
      .option('--python', 'write Python (default, unless FILE ends in .ts)')
      .option('--typescript', 'write TypeScript')
      .option('--openai', 'let a model decide: OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL')
      .addHelpText('after', '\nExamples:\n  $ osharm agent new --python\n  $ osharm agent new my-agent.ts --openai')
      .action(async (file: string | undefined, flags: { python?: boolean; typescript?: boolean; openai?: boolean }) =>
        (await import('./actions/agent-new.ts')).writeAgent(file, flags),
      ),
  );
}
