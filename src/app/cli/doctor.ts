import { Command } from 'commander';

/** `osharm doctor`: exit code 0 where desktops can run, 3 where something is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Checks this machine and prints the command that fixes each problem. Removes what killed runs left behind.',
    )
    .option('--json', 'print the findings as JSON')
    .option('--runtime <command>', 'OCI runtime to look for', process.env.OSHARM_RUNTIME || 'runc')
    .addHelpText('after', '\nExamples:\n  $ osharm doctor\n  $ osharm doctor --json')
    .action(async (options: { json?: boolean; runtime: string }) =>
      (await import('./actions/doctor.ts')).checkThisMachine(options),
    );
}
