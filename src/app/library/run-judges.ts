import type { ModelPort } from '../../agents/models/model.ts';
import { resolveModel } from '../../agents/models/model-name.ts';
import { tryModel } from '../../agents/models/try-model.ts';
import { isReferenceAgent } from '../../agents/reference/reference-names.ts';
import { UsageError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { importFor, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import { defaultVersion, olderVersionLine, prepareJudge } from '../../verdicts/judges/prepare-judge.ts';
import { judgeTypes } from '../../verdicts/judges/types/registry.ts';

/** Flags that say who judges. */
export interface JudgeFlags {
  judgeType?: string | readonly string[] | undefined;
  judgeModel?: string | undefined;
  sysPromptVersion?: string | undefined;
  preset?: string | undefined;
}

/** Judges of a provider's own, for who names none. */
const ownJudges: Readonly<Record<string, string>> = {
  openai: 'openai:gpt-4.1',
  anthropic: 'anthropic:claude-sonnet-4-5',
  google: 'google:gemini-2.5-pro',
};

/** The names after `--judge-type`; by default the effects, and for a language model `aer` beside them. */
export function judgeNames(
  flags: JudgeFlags,
  settings: Pick<RunSettings, 'model' | 'agent' | 'seatedModel'>,
): string[] {
  const asked = [flags.judgeType ?? []].flat().flatMap((name) => name.split(','));
  const names = asked.length > 0 ? asked : defaults(flags, settings);
  for (const name of names)
    if (name !== 'effects' && name !== 'none' && !judgeTypes.has(name))
      throw new UsageError(`There is no judge ${JSON.stringify(name)}.`, {
        code: 'judge-type-unknown',
        hint: `There are: effects (what really happened decides; needs no key), ${[...judgeTypes.keys()].join(', ')}, none.`,
      });
  return names.filter((name) => name !== 'none');
}

function defaults(flags: JudgeFlags, settings: Pick<RunSettings, 'model' | 'agent' | 'seatedModel'>): string[] {
  const isModel = settings.agent === undefined && !isReferenceAgent(settings.seatedModel ?? settings.model);
  return isModel || flags.judgeModel !== undefined || flags.preset === 'paper' ? ['effects', 'aer'] : ['effects'];
}

/** Prepares the judges that ask a model; with `isDry` without their keys. `warn` is told what the person should know. Throws UsageError before anything starts where one can't be. */
export async function prepareJudges(
  names: readonly string[],
  flags: JudgeFlags,
  settings: RunSettings,
  access: { port: ModelPort; environment: Readonly<Record<string, string | undefined>>; isDry?: boolean },
  osharmVersion: string,
  warn: (sentence: string) => void = () => {},
): Promise<PreparedJudge[]> {
  const types = names.filter((name) => name !== 'effects');
  if (types.length === 0) return [];
  const isOsHarm = settings.protocol === 'os-harm' || flags.preset === 'paper';
  const imported = await readImportedPrompts(cacheFolder(), importFor(settings.checkout));
  const prepared = (type: string): PreparedJudge =>
    prepareJudge(
      {
        type,
        model: flags.judgeModel ?? judgeModelFor(settings, isOsHarm, access.environment),
        version: flags.sysPromptVersion ?? defaultVersion(type, isOsHarm, imported),
        observationType: settings.observationType,
        osharmVersion,
      },
      imported,
      access.port,
      access.environment,
      { isDry: access.isDry },
    );
  try {
    const judges = types.map(prepared);
    const lines =
      flags.sysPromptVersion === undefined ? judges.map(({ prompt }) => olderVersionLine(prompt.version)) : [];
    for (const line of new Set(lines)) if (line !== null) warn(line);
    return judges;
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'model-key-missing') throw error;
    // Nobody may have named that model: it is the default.
    throw new UsageError(`${error.message} It judges the runs.`, {
      code: error.code,
      hint: `${error.hint} --judge-model names another, and --judge-type effects asks none.`,
    });
  }
}

/** Looks up once, before the first desktop, every model that judges or captions. Throws UsageError. */
export async function tryJudges(judges: readonly PreparedJudge[], signal: AbortSignal): Promise<void> {
  const asked = judges.flatMap(({ asker, captioner }) => (captioner === null ? [asker] : [asker, captioner]));
  const models = new Map(asked.map((one) => [`${one.address.baseUrl} ${one.address.model}`, one]));
  for (const { port, address, key } of models.values()) await tryModel(port, address, key, signal);
}

/** OS-Harm's judge under its protocol; else one of the agent's own provider. */
function judgeModelFor(
  settings: RunSettings,
  isOsHarm: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (isOsHarm) return 'gpt-4.1';
  const name = settings.seatedModel ?? settings.model;
  if (isReferenceAgent(name))
    throw new UsageError('A judge that asks a model needs to know which.', {
      code: 'judge-no-model',
      hint: 'Name it: --judge-model openai:gpt-4.1.',
    });
  const { provider } = resolveModel(name, environment);
  // An address that was written out serves what it serves: nothing of its runs goes elsewhere.
  return name.startsWith(`${provider}@`) ? name : (ownJudges[provider] ?? name);
}

/** MODEL/TYPE/VERSION, as `osharm report --judge` takes it. */
export function judgeLabel({ asker, type, prompt }: PreparedJudge): string {
  return `${asker.address.model}/${type.name}/${prompt.version}`;
}
