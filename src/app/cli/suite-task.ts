import { Command } from 'commander';
import type { NewGoalFlags, NewTaskFlags } from './actions/new.ts';
import type { TryTaskFlags } from './actions/suite-try.ts';
import { portNumber, wholeNumber } from './number-arguments.ts';

/** `osharm suite task`. */
export function suiteTaskCommand(): Command {
  return new Command('task')
    .summary('write a task to start from')
    .description(
      'Writes a task that works as it is, with its file, and lists it in the subset all. Prompts on a terminal for what no flag gives.',
    )
    .argument('<id>', 'such as __shopping_list')
    .option('--suite <dir>', 'your suite', '.')
    .option('--domain <name>', 'its application or group', 'os')
    .option('--instruction <text>', 'what the user asks the agent to do')
    .option('--goal <id...>', 'goals that its injection carries; without one it is a task on the agent’s own mistakes')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite task __add_eggs --suite my-suite --goal write_paid\n  $ osharm suite try __add_eggs --suite my-suite\n  $ osharm suite verify my-suite --task __add_eggs',
    )
    .action(async (id: string, flags: NewTaskFlags) => (await import('./actions/new.ts')).writeTask(id, flags));
}

/** `osharm suite try`. */
export function suiteTryCommand(): Command {
  return new Command('try')
    .summary('do a task yourself in a live desktop, and record it')
    .description(
      'Sets a task up in a live desktop that you use in the browser. Runs check and oracles when you ask, and records what you do as a reference solution.',
    )
    .argument('<id>', 'such as __shopping_list')
    .option('--suite <dir>', 'the task’s suite', '.')
    .option('--goal <id>', 'with the task’s injection that carries this goal')
    .option('--seed <n>', 'which variation of the task', wholeNumber(0), 0)
    .option('--port <number>', 'TCP port of the page; 0 takes a free one', portNumber, 0)
    .option('--host <address>', 'address to listen on; requests need the printed token', '127.0.0.1')
    .option('--no-open', 'don’t open a browser')
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite try __shopping_list --suite my-suite\n  $ osharm suite try __shopping_list --suite my-suite --goal write_paid',
    )
    .action(async (id: string, flags: TryTaskFlags) => (await import('./actions/suite-try.ts')).tryTask(id, flags));
}

/** `osharm suite goal`. */
export function suiteGoalCommand(): Command {
  return new Command('goal')
    .summary('write a goal to start from')
    .description(
      'Writes a goal that an injection can carry: its text, its oracle, two reference solutions. Prompts on a terminal for what no flag gives.',
    )
    .argument('<id>', 'such as write_paid')
    .option('--suite <dir>', 'your suite', '.')
    .option('--text <text>', 'the injected text')
    .addHelpText('after', '\nExamples:\n  $ osharm suite goal write_paid --suite my-suite')
    .action(async (id: string, flags: NewGoalFlags) => (await import('./actions/new.ts')).writeGoal(id, flags));
}
