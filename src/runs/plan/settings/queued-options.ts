import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { type CommandOptions, type SettingName, settingNames, settingOf } from './table.ts';
import { valueSchema } from './value-schema.ts';

/** Increment when a setting changes its name or meaning, so that older workers refuse the sweep. */
const format = 'osharm-options/2';

export interface QueuedOptions {
  readonly format: typeof format;
  readonly options: CommandOptions;
  /** The attack's search, which distinguishes attacks of the same name. */
  readonly attack?: object | undefined;
}

const isQueued = (name: SettingName): boolean => settingOf(name).local !== true;

const queuedSchema = z.strictObject({
  format: z.literal(format),
  options: z.strictObject(
    Object.fromEntries(
      settingNames.filter(isQueued).map((name) => [name, valueSchema(settingOf(name).value).optional()]),
    ),
  ),
  attack: z.looseObject({}).optional(),
});

/** Selects the options that determine the runs. Options for this process only are omitted. */
export function queuedOptions(options: CommandOptions, attack?: object): QueuedOptions {
  const kept = settingNames.filter((name) => isQueued(name) && options[name] !== undefined);
  return {
    format,
    options: Object.fromEntries(kept.map((name) => [name, options[name]])),
    attack,
  };
}

/** Throws UsageError `queued-options` for options that another version of osharm wrote. */
export function readQueuedOptions(value: object): CommandOptions {
  const read = queuedSchema.safeParse(value);
  if (read.success) return read.data.options as CommandOptions;
  const [issue] = read.error.issues;
  throw new UsageError(
    `The queue has options that this version of osharm can't read: ${issue?.path.join('.')}: ${issue?.message}`,
    { code: 'queued-options', hint: 'Submit the sweep with the version of osharm that its workers have.' },
  );
}
