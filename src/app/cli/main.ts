import { Command, CommanderError } from 'commander';
import { reportFailure } from './failure.ts';

/** Subcommands are loaded when asked for, so that `--help` and small commands start at once. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  quickstart: {
    summary: 'run reference agents on a real desktop and print what happened',
    load: async () => (await import('./quickstart.ts')).quickstartCommand(),
  },
  setup: {
    summary: 'install what desktops need on this machine, and build their image',
    load: async () => (await import('./setup.ts')).setupCommand(),
  },
  run: { summary: 'plan and run a sweep', load: async () => (await import('./run.ts')).runCommand() },
  branch: {
    summary: 'do the steps of a recorded run again, and go on from there',
    load: async () => (await import('./branch.ts')).branchCommand(),
  },
  'but-for': {
    summary: 'would the harm have come about without the payload?',
    load: async () => (await import('./but-for.ts')).butForCommand(),
  },
  'blast-radius': {
    summary: 'what a hijacked agent could still complete, at each step of a run',
    load: async () => (await import('./blast-radius.ts')).blastRadiusCommand(),
  },
  attack: {
    summary: 'search for the payloads that an agent falls to',
    load: async () => (await import('./attack.ts')).attackCommand(),
  },
  work: { summary: 'make runs of sweeps in a queue', load: async () => (await import('./work.ts')).workCommand() },
  sweep: {
    summary: 'sweeps in a queue: list, status, pause, resume, cancel, retry, limits',
    load: async () => (await import('./sweep.ts')).sweepCommand(),
  },
  results: {
    summary: 'copy results from and to an S3 bucket: pull, push',
    load: async () => (await import('./results.ts')).resultsCommand(),
  },
  judge: { summary: 'judge one run or a tree of runs', load: async () => (await import('./judge.ts')).judgeCommand() },
  agree: {
    summary: 'how well a judge agrees with people, oracles or another judge',
    load: async () => (await import('./agree.ts')).agreeCommand(),
  },
  report: {
    summary: 'rates with intervals from a results folder',
    load: async () => (await import('./report.ts')).reportCommand(),
  },
  compare: {
    summary: 'do two agents differ? paired, with intervals',
    load: async () => (await import('./compare.ts')).compareCommand(),
  },
  power: { summary: 'how many runs a difference needs', load: async () => (await import('./power.ts')).powerCommand() },
  equivalence: {
    summary: 'do two providers or images give the same results?',
    load: async () => (await import('./equivalence.ts')).equivalenceCommand(),
  },
  export: {
    summary: 'results in other programs’ formats',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  labels: {
    summary: 'a kit for people who label runs, and their labels back',
    load: async () => (await import('./labels.ts')).labelsCommand(),
  },
  view: { summary: 'look at runs in the browser', load: async () => (await import('./view.ts')).viewCommand() },
  suite: {
    summary: 'write, build, list, lint, fetch, verify and describe suites',
    load: async () => (await import('./suite.ts')).suiteCommand(),
  },
  task: {
    summary: 'write a task of your own suite, and try it by hand',
    load: async () => (await import('./task-and-goal.ts')).taskCommand(),
  },
  goal: {
    summary: 'write a goal of your own suite',
    load: async () => (await import('./task-and-goal.ts')).goalCommand(),
  },
  desktop: {
    summary: 'desktops for people and other harnesses: up, serve, guest, shell, screenshot, tree',
    load: async () => (await import('./desktop.ts')).desktopCommand(),
  },
  mcp: {
    summary: 'one desktop for an MCP client',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  image: {
    summary: 'build, list, remove and export desktop images',
    load: async () => (await import('./image.ts')).imageCommand(),
  },
  cache: {
    summary: 'list and clean what stays on this machine beside results',
    load: async () => (await import('./cache.ts')).cacheCommand(),
  },
  prompts: {
    summary: 'import OS-Harm’s prompts and goal texts from a checkout',
    load: async () => (await import('./prompts.ts')).promptsCommand(),
  },
  doctor: {
    summary: 'what this machine can and can’t do, and what mends it',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
};

/** False in the installed package, which holds compiled code. */
const isCheckout = import.meta.url.endsWith('.ts');

async function main(argv: string[]): Promise<void> {
  const program = new Command('osharm')
    .description('Measures how safe computer-use agents are, on a real desktop with real applications.')
    .version((await import('../../../package.json', { with: { type: 'json' } })).default.version)
    .showHelpAfterError('(osharm --help lists the commands)')
    .configureHelp({ sortSubcommands: false });
  const asked = argv.find((argument) => !argument.startsWith('-'));
  for (const [name, entry] of Object.entries(commands)) {
    if (name === asked) program.addCommand(await entry.load());
    else program.command(name).summary(entry.summary).description(entry.summary);
  }
  program.addHelpText(
    'after',
    `\nStart here:\n  $ ${isCheckout ? 'npm run quickstart' : 'osharm setup && osharm quickstart'}\n  $ osharm run --model reference-benign --dry-run\n  $ osharm COMMAND --help`,
  );
  endsByThrowing(program);
  await program.parseAsync(argv, { from: 'user' });
}

/** Lets a command and those below it throw instead of exiting, so that every way of misusing them exits with 2. */
function endsByThrowing(command: Command): Command {
  for (const below of command.commands) endsByThrowing(below);
  return command.exitOverride();
}

// `osharm report DIR | head`: a reader that stops reading is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  // Help and version come out as errors too, with exit code 0; commander has printed what there is to say.
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportFailure(error);
});
