import { UsageError } from '../../base/errors.ts';
import { judgeTypes } from '../../verdicts/judges/types/registry.ts';

/** Settings that name judges; the last three are OS-Harm's spellings. */
export interface JudgeFlags {
  /** `MODEL[/TYPE[/PROMPT]]`, `effects`, or `none`. */
  judge?: readonly string[] | undefined;
  judgeType?: string | readonly string[] | undefined;
  judgeModel?: string | undefined;
  sysPromptVersion?: string | undefined;
  /** Words pictures for judges that need it. */
  captioner?: string | undefined;
  preset?: string | undefined;
}

/** A model that judges. */
export interface NamedJudge {
  model: string;
  type: string;
  /** Its prompt's version; undefined: the default of type and profile. */
  version: string | undefined;
}

/** Who judges: the oracles by effects, and the models that were named. */
export interface JudgeChoice {
  effects: boolean;
  models: readonly NamedJudge[];
}

/** OS-Harm's judge. */
const osHarmModel = 'gpt-4.1';
const usualType = 'aer';

/**
 * The judges of a sweep: the effects always, unless `none` or OS-Harm's `--judge_type` says otherwise, and a model only
 * where one is named. Throws UsageError.
 */
export function sweepJudges(flags: JudgeFlags, isOsHarm: boolean): JudgeChoice {
  const { names, models, isExact } = namedJudges(flags, isOsHarm || flags.preset === 'paper');
  if (names.length === 0 && models.length === 0 && flags.preset === 'paper')
    return { effects: true, models: [{ model: osHarmModel, type: usualType, version: undefined }] };
  return { effects: isExact ? names.includes('effects') : !names.includes('none'), models };
}

/** The judges of recorded runs: the effects, unless a model is named; the profile `os-harm` names OS-Harm's. Throws UsageError. */
export function recordJudges(flags: JudgeFlags, isOsHarm: boolean): JudgeChoice {
  const { names, models } = namedJudges(flags, isOsHarm);
  if (models.length > 0) return { effects: names.includes('effects'), models };
  if (isOsHarm && !names.includes('effects'))
    return { effects: false, models: [{ model: osHarmModel, type: usualType, version: undefined }] };
  // Whoever names a captioner wants a model called.
  if (flags.captioner !== undefined) throw noModel(usualType);
  return { effects: true, models: [] };
}

/** What was named; `isExact`: by OS-Harm's spelling, which lists every judge there is. */
function namedJudges(
  flags: JudgeFlags,
  isOsHarm: boolean,
): { names: string[]; models: NamedJudge[]; isExact: boolean } {
  const { judge, judgeModel, sysPromptVersion } = flags;
  const types = [flags.judgeType ?? []].flat().flatMap((name) => name.split(','));
  const isSpelledOut = types.length > 0 || judgeModel !== undefined || sysPromptVersion !== undefined;
  if (judge !== undefined) {
    if (isSpelledOut)
      throw new UsageError('--judge already names model, type and prompt.', {
        code: 'judge-named-twice',
        hint: 'Omit --judge-type, --judge-model and --sys-prompt-version.',
      });
    const texts = judge.flatMap((text) => text.split(','));
    const isBare = (text: string): boolean => text === 'effects' || text === 'none';
    return {
      names: texts.filter(isBare),
      models: texts.filter((text) => !isBare(text)).map(parseJudge),
      isExact: false,
    };
  }
  if (!isSpelledOut) return { names: [], models: [], isExact: false };
  const named = types.length > 0 ? types : [usualType];
  const asking = named.filter((type) => type !== 'effects' && type !== 'none');
  for (const type of asking) if (!judgeTypes.has(type)) throw unknownType(type);
  if (asking.length === 0 && (judgeModel ?? sysPromptVersion) !== undefined)
    throw new UsageError(`The judge effects calls no model: ${judgeModel ?? sysPromptVersion} would not be used.`, {
      code: 'judge-no-model',
      hint: 'Omit it, or name a model: --judge openai:gpt-4.1.',
    });
  const model = judgeModel ?? (isOsHarm ? osHarmModel : undefined);
  return {
    names: named.filter((type) => !asking.includes(type)),
    models: asking.map((type) => {
      if (model === undefined) throw noModel(type);
      return { model, type, version: sysPromptVersion };
    }),
    isExact: types.length > 0,
  };
}

/** `MODEL[/TYPE[/PROMPT]]`, where a model's name may hold slashes too. Throws UsageError for a type that there is not. */
export function parseJudge(text: string): NamedJudge {
  const parts = text.split('/');
  const at = parts.findLastIndex((part, index) => index > 0 && judgeTypes.has(part));
  if (at === -1) {
    if (judgeTypes.has(text)) throw noModel(text);
    // Models of OpenRouter and others have one slash in their names, after a provider.
    if (parts.length > 1 && !text.includes(':')) throw unknownType(parts[1] ?? '');
    return { model: text, type: usualType, version: undefined };
  }
  const version = parts.slice(at + 1).join('/');
  return {
    model: parts.slice(0, at).join('/'),
    type: parts[at] ?? usualType,
    version: version === '' ? undefined : version,
  };
}

const noModel = (type: string): UsageError =>
  new UsageError(`The judge ${type} calls a model.`, {
    code: 'judge-no-model',
    hint: `Name it: --judge openai:gpt-4.1${type === usualType ? '' : `/${type}`}. --judge effects calls none.`,
  });

const unknownType = (type: string): UsageError =>
  new UsageError(`There is no judge type ${JSON.stringify(type)}.`, {
    code: 'judge-type-unknown',
    hint: `Types: ${[...judgeTypes.keys()].join(', ')}. effects judges by recorded effects and needs no key; none judges nothing.`,
  });
