import { type CommandOptions, settingNames, settingOf } from '../../runs/plan/settings/table.ts';

/** The options that flags stand for, with OS-Harm's spellings as ours. */
export function runOptions<F extends CommandOptions>(flags: F): F {
  const options: Record<string, unknown> = { ...flags };
  for (const name of settingNames) {
    const { aliasOf } = settingOf(name);
    if (aliasOf === undefined || flags[name] === undefined) continue;
    options[aliasOf] = flags[name];
    delete options[name];
  }
  return options as F;
}
