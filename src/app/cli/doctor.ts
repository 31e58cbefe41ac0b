import { Command } from 'commander';

interface DoctorOptions {
  json?: boolean;
  runtime: string;
  model?: string;
  remote?: string;
  guestPassword: string;
  prices?: string;
  out?: string;
}

/** Exit code 0 if desktops can run, 3 if something is missing; with `--model`, 1 if the model has faults. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Checks this machine and prints the command that fixes each problem. Removes what killed runs left behind. With --model, checks a model instead: about a dozen calls, at most $0.05. With --remote, checks what --record-inside can record in your desktops.',
    )
    .option('--json', 'print the findings as JSON')
    .option('--runtime <command>', 'OCI runtime to look for', process.env.OSHARM_RUNTIME || 'runc')
    .option('--model <model>', 'check this model: pictures, computer tool, clicks, limits, caching, price')
    .option('--prices <file>', 'price table, with --model')
    .option('--out <file>', 'file for a bug report, with --model (default: osharm-doctor-MODEL.json)')
    .option('--remote <addresses>', 'check these desktops, which no run may be using')
    .option('--guest-password <text>', 'password of the desktop’s user, with --remote', 'password')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm doctor\n  $ osharm doctor --json\n  $ osharm doctor --model anthropic:claude-sonnet-4-5\n  $ osharm doctor --remote http://192.0.2.7:5000',
    )
    .action(async ({ model, remote, ...options }: DoctorOptions) => {
      if (model !== undefined)
        return (await import('./actions/doctor-model.ts')).checkNamedModel({ ...options, model });
      if (remote !== undefined)
        return (await import('./actions/doctor-desktop.ts')).checkDesktop({ ...options, remote });
      return (await import('./actions/doctor.ts')).checkThisMachine(options);
    });
}
