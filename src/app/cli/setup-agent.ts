import { Command } from 'commander';

/** `osharm setup agent`. */
export const agentCommand = (): Command =>
  new Command('agent')
    .summary('write an agent to start from')
    .description(
      'Writes one file: an agent that looks at the screen, decides and acts. It runs as it is, without packages. With --openai a model decides, over any server with OpenAI’s chat completions.',
    )
    .argument('[file]', 'file to write (default: agent.py or agent.ts)')
    .option('--python', 'write Python (default, unless FILE ends in .ts)')
    .option('--typescript', 'write TypeScript')
    .option('--openai', 'let a model decide: OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL')
    .addHelpText('after', '\nExamples:\n  $ osharm setup agent --python\n  $ osharm setup agent my-agent.ts --openai')
    .action(async (file: string | undefined, flags: { python?: boolean; typescript?: boolean; openai?: boolean }) =>
      (await import('./actions/setup-agent.ts')).writeAgent(file, flags),
    );
