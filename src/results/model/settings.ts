import { openAgentNames } from '../../agents/open/open-names.ts';
import type { ReadRun } from '../../base/record/read-run.ts';
import { runFields } from '../../runs/plan/spec-hash.ts';

/** Setting → value. */
export type Settings = Readonly<Record<string, string>>;

const ofOneRun: ReadonlySet<string> = new Set([...runFields, 'model', 'jailbreak', 'image', 'provider', 'profile']);
/** Runs that differ in one of these settings are never pooled. */
const setups = {
  observationType: 'observation',
  actionSpace: 'actions',
  defences: 'defences',
  startAt: 'start at',
  user: 'user',
  network: 'network',
  recordInside: 'effects recorded inside',
  otherModel: 'with',
} as const;
/** Built-in agent loops. Runs with different loops are separate setups, whatever the agent is called. */
const builtInLoops: ReadonlySet<string> = new Set(['prompt', 'computer-tool', ...openAgentNames]);
/** Hashes that differ between the runs of a sweep. */
const versions = ['taskHash', 'goalHash'] as const;
/** Settings that can't change a result. */
const idle = new Set(['recording']);

export function settingsOf({ runJson, path }: Pick<ReadRun, 'runJson' | 'path'>): Settings {
  const fromPath = path === null ? {} : { observationType: path.observationType, actionSpace: path.actionSpace };
  const entries = Object.entries(runJson?.spec ?? {}).filter(([name, value]) => !ofOneRun.has(name) && value !== null);
  return { ...fromPath, ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
}

export const suiteName = ({ suite, suiteVersion }: { suite: string; suiteVersion: string | null }): string =>
  suiteVersion === null ? suite : `${suite} ${suiteVersion}`;

/** Example: `observation a11y_tree · actions pyautogui`. */
export function setupText(settings: Settings): string {
  const { agent } = settings;
  const loop = agent !== undefined && builtInLoops.has(agent) ? [`loop ${agent}`] : [];
  const others = Object.entries(setups).flatMap(([name, word]) => {
    const value = settings[name] ?? (name === 'observationType' || name === 'actionSpace' ? 'unknown' : null);
    return value === null ? [] : [`${word} ${value}`];
  });
  return [...loop, ...others].join(' · ');
}

export interface MixedSetting {
  model: string;
  setting: string;
  /** Sorted; `–` for runs that do not record it. */
  values: string[];
}

/** Settings outside the setup that differ between runs of one model. Skips runs of other programs: they record none. */
export function mixedSettings(results: readonly { model: string; settings: Settings }[]): MixedSetting[] {
  const left = new Set<string>([...Object.keys(setups), ...versions, ...idle]);
  return [...Map.groupBy(results, (item) => item.model)].flatMap(([model, list]) => {
    const limited = list.filter(({ settings }) => settings.maxSteps !== undefined);
    const names = [...new Set(limited.flatMap(({ settings }) => Object.keys(settings)))].filter(
      (name) => !left.has(name),
    );
    return names.sort().flatMap((setting) => {
      const values = [...new Set(limited.map(({ settings }) => settings[setting] ?? '–'))].sort();
      return values.length > 1 ? [{ model, setting, values }] : [];
    });
  });
}

/** `maxSteps 15 or 50`, and for hashes `2 versions of the monitor`. */
export function mixedText({ setting, values }: MixedSetting): string {
  const hashed = /^(.+)Hash$/.exec(setting)?.[1];
  if (hashed !== undefined) return `${values.length} versions of the ${hashed}`;
  return `${setting} ${values.map((value) => value.slice(0, 40)).join(' or ')}`;
}

/** An unknown version does not count as different. */
export function isOtherVersion(first: Settings, second: Settings): boolean {
  return versions.some((name) => (first[name] ?? second[name]) !== (second[name] ?? first[name]));
}
