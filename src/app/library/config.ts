import type { SweepOptions } from '../../runs/plan/settings/table.ts';

/** Defaults of `osharm judge`'s flags, in camel case (`--max-cost` is `maxCost`). */
export interface JudgeDefaults {
  /** `MODEL[/TYPE[/PROMPT]]`. */
  judge?: string[];
  captioner?: string;
  parallel?: number;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  /** Seconds. */
  timeout?: number;
  /** US dollars. */
  maxCost?: number;
  /** Path of a price table. */
  prices?: string;
}

/**
 * What `osharm.config.ts` exports and `osharm.yaml` contains. A string that starts with `./` or `../` is a path
 * relative to the config file. `osharm run` runs every combination of the lists.
 */
export interface OsharmConfig extends Pick<SweepOptions, 'agents' | 'subsets' | 'attacks' | 'defences' | 'monitors'> {
  /** Plug-ins (files or packages) for every command with `--plugin`. The flag adds to them. */
  plugin?: string[];
  /** How often each run is executed. */
  repeats?: number;
  /** Defaults of `osharm run`'s flags. Explicit flags win. */
  run?: Omit<SweepOptions, 'plugin' | 'agents' | 'subsets' | 'attacks' | 'defences' | 'monitors'>;
  /** Defaults of `osharm judge`'s flags. Explicit flags win. */
  judge?: JudgeDefaults;
}

/**
 * Types the default export of `osharm.config.ts`.
 *
 *     export default defineConfig({ plugin: ['./my-oracle.ts'], run: { maxSteps: 30, out: './results' } });
 */
export const defineConfig = (osharmConfig: OsharmConfig): OsharmConfig => osharmConfig;
