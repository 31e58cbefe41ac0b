import type { RunSettings } from '../../../base/record/run-settings.ts';

/** Kind of a setting's value. Plain data, so that `--help` loads no schemas. */
export type ValueKind =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' }
  /** One comma-separated text. A flag may also be repeated. */
  | { readonly kind: 'comma separated' }
  /** A text with a line for each repetition of the flag. */
  | { readonly kind: 'lines' }
  /** One value per repetition of the flag. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'whole'; readonly least: number; readonly most?: number }
  | { readonly kind: 'decimal' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  /** An object, which no flag can set. */
  | { readonly kind: 'object'; readonly example?: unknown };

export type ValueOf<K extends ValueKind> = K extends { kind: 'boolean' }
  ? boolean
  : K extends { kind: 'text' | 'comma separated' | 'lines' }
    ? string
    : K extends { kind: 'texts' | 'repeated' }
      ? string[]
      : K extends { kind: 'whole' | 'decimal' }
        ? number
        : K extends { kind: 'choice'; choices: readonly (infer C)[] }
          ? C
          : K extends { kind: 'choices'; choices: readonly (infer C)[] }
            ? C[]
            : K extends { kind: 'object'; example?: infer T }
              ? T
              : never;

export const toggle = { kind: 'boolean' } as const;
export const anyText = { kind: 'text' } as const;
export const commaSeparated = { kind: 'comma separated' } as const;
export const texts = { kind: 'texts' } as const;
export const textLines = { kind: 'lines' } as const;
export const repeated = { kind: 'repeated' } as const;
export const decimal = { kind: 'decimal' } as const;
export const whole = (least: number, most?: number): { kind: 'whole'; least: number; most?: number } =>
  most === undefined ? { kind: 'whole', least } : { kind: 'whole', least, most };
export const choice = <const C extends readonly string[]>(choices: C): { kind: 'choice'; choices: C } => ({
  kind: 'choice',
  choices,
});
export const choices = <const C extends readonly string[]>(list: C): { kind: 'choices'; choices: C } => ({
  kind: 'choices',
  choices: list,
});

export const settingGroups = {
  agent: 'Agent',
  tasks: 'Tasks',
  injections: 'Injections',
  judges: 'Judges',
  monitors: 'Monitors (docs/run/monitors.md)',
  sweep: 'Sweep',
  run: 'Course of a run',
  models: 'Model calls',
  desktops: 'Desktops',
  providers: 'Providers of desktops',
  fleet: 'Fleet (docs/run/fleet.md)',
  output: 'Output',
} as const;
export type SettingGroup = keyof typeof settingGroups;

/** A condition without which a setting has no effect. `needs.ts` checks it. */
export type Need =
  | 'injections'
  | 'computer tool'
  | 'a loop'
  | 'agent program'
  | 'MCP agent'
  | 'OSWorld agent'
  | 'VMware'
  | 'a foreign desktop'
  | 'a monitor'
  | 'a dry run'
  | 'a window';

export interface Setting<K extends ValueKind = ValueKind> {
  /** In commander's syntax, such as `--max-steps <n>`; null if only programs can set it. */
  readonly flags: string | null;
  readonly value: K;
  readonly group: SettingGroup;
  /** A phrase that makes sense on its own; for a common flag at most 48 characters, to fit on one line. */
  readonly help: string;
  /** Additional text for `--help-all` and the reference. */
  readonly detail?: string;
  /** For a toggle that a profile or another setting can switch on: the help of `--no-…`. */
  readonly off?: { readonly help: string; readonly audience: 'common' | 'all' };
  /** This flag is OS-Harm's spelling of that setting. */
  readonly aliasOf?: string;
  /** `common`: on the first screen of help; `all`: with --help-all; `hidden`: OS-Harm's spellings, never listed. */
  readonly audience: 'common' | 'all' | 'hidden';
  /** Default that the command line fills in. Other defaults depend on profile and preset. */
  readonly default?: string | number;
  readonly needs?: Need;
  /** Giving the flag twice is an error. By default the last value counts. */
  readonly isOnce?: true;
  /** The field of a run's spec, hashed into `run.json`. `to-spec.ts` converts values if needed. */
  readonly spec?: keyof RunSettings;
  /** Shared by all agents of a sweep: an entry of `agents` can't set it. */
  readonly ofSweep?: true;
  /** Concerns this process, not the runs, so the queue does not store it. */
  readonly local?: true;
  /** Passed to the desktop provider, under this name if it differs. */
  readonly provider?: string;
}

export type ValuesOf<T extends Readonly<Record<string, Setting>>> = {
  -readonly [N in keyof T]?: ValueOf<T[N]['value']> | undefined;
};

export const settingRow = <const K extends ValueKind>(row: Setting<K>): Setting<K> => row;
