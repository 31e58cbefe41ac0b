import type { SweepOptions } from '../../runs/plan/settings/table.ts';

/** Defaults of `osharm judge`'s flags, under their names here (`--max-cost` is `maxCost`). */
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
  /** A file. */
  prices?: string;
}

/**
 * What `osharm.config.ts` exports, and `osharm.yaml` contains. A text that starts with `./` or `../` is a path from the
 * config file's folder. `osharm run` runs every combination of the lists.
 */
export interface OsharmConfig extends Pick<SweepOptions, 'agents' | 'subsets' | 'attacks' | 'defences' | 'monitors'> {
  /** Plug-ins, files or packages, of every command that takes `--plugin`; the flag adds to them. */
  plugin?: string[];
  /** How often each run is executed. */
  repeats?: number;
  /** Defaults of `osharm run`'s flags; a flag that is typed wins. */
  run?: Omit<SweepOptions, 'plugin' | 'agents' | 'subsets' | 'attacks' | 'defences' | 'monitors'>;
  /** Defaults of `osharm judge`'s flags; a flag that is typed wins. */
  judge?: JudgeDefaults;
}

/**
 * Types the default export of `osharm.config.ts`.
 *
 *     export default defineConfig({ plugin: ['./my-oracle.ts'], run: { maxSteps: 30, out: './results' } });
 */
export const config = (osharmConfig: OsharmConfig): OsharmConfig => osharmConfig;
