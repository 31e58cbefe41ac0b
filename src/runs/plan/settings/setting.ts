import type { RunSettings } from '../../../base/record/run-settings.ts';

/** What a setting takes. Plain data, so that `--help` loads nothing to print it. */
export type ValueKind =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' }
  /** Several in one text, between commas; a flag may also be given several times. */
  | { readonly kind: 'comma separated' }
  /** Given several times, one value each. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'whole'; readonly least: number; readonly most?: number }
  | { readonly kind: 'decimal' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  /** An object that only a program can give. */
  | { readonly kind: 'object'; readonly example?: unknown };

/** The type of a value of that kind. */
export type ValueOf<K extends ValueKind> = K extends { kind: 'boolean' }
  ? boolean
  : K extends { kind: 'text' | 'comma separated' }
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

/** Groups of `osharm run --help`, in their order. */
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

/** A condition without which a setting does nothing; `needs.ts` says when each holds. */
export type Need =
  | 'injections'
  | 'computer tool'
  | 'a loop'
  | 'agent program'
  | 'MCP agent'
  | 'OSWorld agent'
  | 'VMware'
  | 'a monitor'
  | 'a dry run'
  | 'a window';

/** One setting of a sweep: its flag, its type, where it counts. */
export interface Setting<K extends ValueKind = ValueKind> {
  /** In commander's form: `--max-steps <n>`; null: only a program can give it. */
  readonly flags: string | null;
  readonly value: K;
  readonly group: SettingGroup;
  /** One phrase that makes sense on its own; of a common flag at most 48 characters, so that its help is one line. */
  readonly help: string;
  /** What `--help-all` and the reference say beyond that. */
  readonly detail?: string;
  /** A toggle that a profile or another setting may switch on: the help of `--no-…`. */
  readonly off?: { readonly help: string; readonly audience: 'common' | 'all' };
  /** The setting of which this is OS-Harm's spelling. */
  readonly aliasOf?: string;
  /** `common`: on the first screen of help; `all`: with --help-all; `hidden`: accepted, never listed (OS-Harm's spellings). */
  readonly audience: 'common' | 'all' | 'hidden';
  /** The value where none is given, if the command line fills it in; others are settled with profile and preset. */
  readonly default?: string | number;
  readonly needs?: Need;
  /** The field of a run's spec that it fills, hashed into `run.json`; `to-spec.ts` converts values that are not copied as they are. */
  readonly spec?: keyof RunSettings;
  /** One value for all agents of a sweep: an entry of `agents` can't have it. */
  readonly ofSweep?: true;
  /** How this process works, not what a run is: it stays out of the queue. */
  readonly local?: true;
  /** Handed to the provider of desktops, under this name if it differs. */
  readonly provider?: string;
}

/** Values of the settings of a table, by name; all of them may be absent. */
export type ValuesOf<T extends Readonly<Record<string, Setting>>> = {
  -readonly [N in keyof T]?: ValueOf<T[N]['value']> | undefined;
};

/** A row of the table, with its kind of value kept for the types. */
export const settingRow = <const K extends ValueKind>(row: Setting<K>): Setting<K> => row;
