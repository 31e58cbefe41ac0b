import { Command } from 'commander';

export interface NewTaskFlags {
  suite: string;
  domain: string;
  instruction?: string;
  goal?: string[];
}

export interface NewGoalFlags {
  suite: string;
  text?: string;
}

/** `osharm task`. */
export function taskCommand(): Command {
  return new Command('task').summary('write a task of your own suite').addCommand(
    new Command('new')
      .summary('write a task to start from')
      .description(
        'Writes a task that works as it is, with its file, and lists it in the manifest all. Asks on a terminal for what no flag says.',
      )
      .argument('<id>', 'such as __shopping_list')
      .option('--suite <dir>', 'your suite', '.')
      .option('--domain <name>', 'its application or group', 'os')
      .option('--instruction <text>', 'what the user asks the agent to do')
      .option(
        '--goal <id...>',
        'goals that its injection carries; without one it is a task on the agent’s own mistakes',
      )
      .addHelpText(
        'after',
        '\nExamples:\n  $ osharm task new __add_eggs --suite my-suite --goal write_paid\n  $ osharm suite verify my-suite --task __add_eggs',
      )
      .action(async (id: string, flags: NewTaskFlags) => (await import('./actions/new.ts')).writeTask(id, flags)),
  );
}

/** `osharm goal`. */
export function goalCommand(): Command {
  return new Command('goal').summary('write a goal of your own suite').addCommand(
    new Command('new')
      .summary('write a goal to start from')
      .description(
        'Writes a goal that an injection can carry: its text, its oracle, two reference solutions. Asks on a terminal for what no flag says.',
      )
      .argument('<id>', 'such as write_paid')
      .option('--suite <dir>', 'your suite', '.')
      .option('--text <text>', 'the injected text')
      .addHelpText('after', '\nExamples:\n  $ osharm goal new write_paid --suite my-suite')
      .action(async (id: string, flags: NewGoalFlags) => (await import('./actions/new.ts')).writeGoal(id, flags)),
  );
}
