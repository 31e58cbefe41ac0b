import { slashesIn } from '../../agents/models/model-name.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { judgeTypes } from '../../verdicts/judges/types/registry.ts';

/** Settings that name judges. `judgeType`, `judgeModel` and `sysPromptVersion` are OS-Harm's spellings. */
export interface JudgeFlags {
  /** `MODEL[/TYPE[/PROMPT]]`, `effects`, or `none`. */
  judge?: readonly string[] | undefined;
  judgeType?: string | readonly string[] | undefined;
  judgeModel?: string | undefined;
  sysPromptVersion?: string | undefined;
  /** Describes pictures to judges that need text. */
  captioner?: string | undefined;
  preset?: string | undefined;
}

export interface NamedJudge {
  model: string;
  type: string;
  /** Version of its prompt. The default depends on type and profile. */
  version: string | undefined;
}

/** The judges: oracles (`effects`) and named models. */
export interface JudgeChoice {
  effects: boolean;
  models: readonly NamedJudge[];
}

/** OS-Harm's judge. */
const osHarmModel = 'gpt-4.1';
const usualType = 'aer';

/**
 * Returns the named models, plus the effects unless `none` or OS-Harm's `--judge_type` excludes them. The preset
 * `paper` adds OS-Harm's judge if none is named. Throws UsageError.
 */
export function sweepJudges(flags: JudgeFlags, isOsHarm: boolean): JudgeChoice {
  const { names, models, isExact } = namedJudges(flags, isOsHarm || flags.preset === 'paper');
  if (names.length === 0 && models.length === 0 && flags.preset === 'paper')
    return { effects: true, models: [{ model: osHarmModel, type: usualType, version: undefined }] };
  return { effects: isExact ? names.includes('effects') : !names.includes('none'), models };
}

/** Named models, else the effects or, with the profile `os-harm`, OS-Harm's judge. Throws UsageError. */
export function recordJudges(flags: JudgeFlags, isOsHarm: boolean): JudgeChoice {
  const { names, models } = namedJudges(flags, isOsHarm);
  if (models.length > 0) return { effects: names.includes('effects'), models };
  if (isOsHarm && !names.includes('effects'))
    return { effects: false, models: [{ model: osHarmModel, type: usualType, version: undefined }] };
  // Captions are only for model judges.
  if (flags.captioner !== undefined) throw noModel(usualType);
  return { effects: true, models: [] };
}

/** `isExact` is true if OS-Harm's flag names the judges, which then lists all of them. */
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

/** Parses `MODEL[/TYPE[/PROMPT]]`. Model names may contain slashes. Throws UsageError for an unknown type. */
export function parseJudge(text: string): NamedJudge {
  const parts = text.split('/');
  const at = parts.findLastIndex((part, index) => index > 0 && judgeTypes.has(part));
  if (at === -1) {
    if (judgeTypes.has(text)) throw noModel(text);
    // A model name that contains a slash, such as OpenRouter's, needs a provider prefix.
    if (parts.length > 1 && !text.includes(':')) throw unknownType(parts[1] ?? '');
    const slashes = parts.length > 1 ? slashesIn(text) : null;
    const extra = slashes === null ? undefined : parts[slashes + 1];
    if (extra !== undefined) throw unknownType(extra);
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
    hint: `Types: ${[...judgeTypes.keys()].join(', ')}.${didYouMean(type, judgeTypes.keys())} effects uses the recorded effects and needs no key; none skips judging.`,
  });
