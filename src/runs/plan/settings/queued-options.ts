import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { type CommandOptions, type SettingName, settingNames, settingOf } from './table.ts';
import { valueSchema } from './value-schema.ts';

/** Goes up when a setting changes its name or meaning, so that an older worker refuses the sweep. */
const format = 'osharm-options/2';

/** What a queue keeps of a sweep's options, as JSON. */
export interface QueuedOptions {
  readonly format: typeof format;
  readonly options: CommandOptions;
  /** What an attack searches for, which tells two attacks of one name apart. */
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

/** The options that decide what a run is; those that say how this process works stay here. */
export function queuedOptions(options: CommandOptions, attack?: object): QueuedOptions {
  const kept = settingNames.filter((name) => isQueued(name) && options[name] !== undefined);
  return {
    format,
    options: Object.fromEntries(kept.map((name) => [name, options[name]])),
    attack,
  };
}

/** The options of a sweep in the queue. Throws UsageError `queued-options` for what another version of osharm put there. */
export function readQueuedOptions(value: object): CommandOptions {
  const read = queuedSchema.safeParse(value);
  if (read.success) return read.data.options as CommandOptions;
  const [issue] = read.error.issues;
  throw new UsageError(
    `The queue has options that this version of osharm can't read: ${issue?.path.join('.')}: ${issue?.message}`,
    { code: 'queued-options', hint: 'Submit the sweep with the version of osharm that its workers have.' },
  );
}
