import { Command, type ErrorOptions } from 'commander';

/** Advice on flags of OSWorld's runners and OS-Harm's forks that have another name or no use in osharm. */
const foreignFlags: Readonly<Record<string, string>> = {
  'num-envs': '--parallel N is the number of desktops at a time.',
  'provider-name': '--provider NAME chooses what supplies desktops (docs/compatibility/providers.md).',
  region: 'Only OSWorld’s cloud providers have regions: omit it.',
  'client-password': 'The desktop’s password is `password`: omit it.',
  'os-type': 'Desktops are Linux: omit it.',
  'log-level': 'Omit it; --logs DIR writes OS-Harm’s log files.',
  'max-trajectory': '--max-trajectory-length N is the number of steps that the model sees.',
  'skip-judge': '--judge-type none judges no run.',
  'use-classified-data': '--subset and --domain choose the tasks.',
  'result-suffix': '--agent-name NAME names the agent in results.',
  'enable-safety-check': 'Write the guard as a defence, then add --defence FILE (docs/run/defences.md).',
  'safety-system': 'Write the guard as a defence, then add --defence FILE (docs/run/defences.md).',
  'enable-policy-prompt':
    'Write the change of the prompt as a defence, then add --defence FILE (docs/run/defences.md).',
  'enable-generic-defense':
    'Write the change of the prompt as a defence, then add --defence FILE (docs/run/defences.md).',
  resume: 'Omit it: the same command in the same --out runs only what is missing.',
  epochs: '--repeat K runs each task K times.',
  twins: '--with-benign adds the benign twins of the chosen tasks.',
  'max-connections': '--parallel N is the number of desktops at a time.',
  'max-samples': '--parallel N is the number of desktops at a time.',
  model: 'osharm judge names its model with --judge PROVIDER:MODEL.',
  T: '--subset, --task and --limit choose the tasks.',
  M: '--model PROVIDER:MODEL names the model; --help lists its settings.',
};

/** Also accepts flags with underscores (`--max_steps`), as in OS-Harm. */
export class UnderscoreCommand extends Command {
  override parseOptions(argv: string[]): { operands: string[]; unknown: string[] } {
    return super.parseOptions(argv.map(dashed));
  }

  override error(message: string, options?: ErrorOptions): never {
    const flag = options?.code === 'commander.unknownOption' ? /'--?([\w-]+)/.exec(message)?.[1] : undefined;
    const hint = flag !== undefined && Object.hasOwn(foreignFlags, flag) ? foreignFlags[flag] : undefined;
    // Commander suggests only flags with a similar spelling.
    return super.error(hint === undefined ? message : `${message.split('\n')[0]}\n  → ${hint}`, options);
  }
}

/** `--max_steps=3` → `--max-steps=3`. Values are unchanged. */
function dashed(argument: string): string {
  const name = /^--[A-Za-z][\w-]*(?==|$)/.exec(argument)?.[0];
  return name === undefined ? argument : name.replaceAll('_', '-') + argument.slice(name.length);
}
