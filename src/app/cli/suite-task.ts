import { Command } from 'commander';
import type { NewGoalFlags, NewTaskFlags } from './actions/new.ts';
import type { TryTaskFlags } from './actions/suite-try.ts';
import { portNumber, wholeNumber } from './number-arguments.ts';

export function suiteTaskCommand(): Command {
  return new Command('task')
    .summary('write a task to start from')
    .description(
      'Writes a working task with its file, and lists it in the subset all. On a terminal it prompts for missing flags.',
    )
    .argument('<id>', 'such as __shopping_list')
    .option('--suite <dir>', 'your suite', '.')
    .option('--domain <name>', 'its application or group', 'os')
    .option('--instruction <text>', 'what the user asks the agent to do')
    .option('--goal <id...>', 'goals of its injection; without one the task is about the agent’s own mistakes')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite task __add_eggs --suite my-suite --goal write_paid\n  $ osharm suite try __add_eggs --suite my-suite\n  $ osharm suite verify my-suite --task __add_eggs',
    )
    .action(async (id: string, flags: NewTaskFlags) => (await import('./actions/new.ts')).writeTask(id, flags));
}

export function suiteTryCommand(): Command {
  return new Command('try')
    .summary('do a task yourself in a live desktop, and record it')
    .description(
      'Sets up a task in a live desktop in your browser. Runs check and oracles on request, and records your steps as a reference solution.',
    )
    .argument('<id>', 'such as __shopping_list')
    .option('--suite <dir>', 'the task’s suite', '.')
    .option('--goal <id>', 'with the task’s injection of this goal')
    .option('--seed <n>', 'seed of the task’s variation', wholeNumber(0), 0)
    .option('--port <number>', 'TCP port of the page; 0 for any free one', portNumber, 0)
    .option('--host <address>', 'address to listen on; requests need the printed token', '127.0.0.1')
    .option('--no-open', 'don’t open a browser')
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite try __shopping_list --suite my-suite\n  $ osharm suite try __shopping_list --suite my-suite --goal write_paid',
    )
    .action(async (id: string, flags: TryTaskFlags) => (await import('./actions/suite-try.ts')).tryTask(id, flags));
}

export function suiteGoalCommand(): Command {
  return new Command('goal')
    .summary('write a goal to start from')
    .description(
      'Writes a goal for injections: its text, its oracle, two reference solutions. On a terminal it prompts for missing flags.',
    )
    .argument('<id>', 'such as write_paid')
    .option('--suite <dir>', 'your suite', '.')
    .option('--text <text>', 'the injected text')
    .addHelpText('after', '\nExamples:\n  $ osharm suite goal write_paid --suite my-suite')
    .action(async (id: string, flags: NewGoalFlags) => (await import('./actions/new.ts')).writeGoal(id, flags));
}
