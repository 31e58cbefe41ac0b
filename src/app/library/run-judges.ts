import type { ModelPort } from '../../agents/models/model.ts';
import { tryModel } from '../../agents/models/try-model.ts';
import { UsageError } from '../../base/errors.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import type { ImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import type { Pace } from '../../verdicts/judges/ask/pace.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import { defaultVersion, olderVersionLine, prepareJudge } from '../../verdicts/judges/prepare-judge.ts';
import type { NamedJudge } from './judge-choice.ts';

export interface JudgingSettings {
  /** Whether the default prompt is OS-Harm's newest instead of osharm's. */
  isOsHarm: boolean;
  observationType: ObservationType;
  /** OS-Harm's texts for the tasks' checkout; null if none are imported. */
  imported: ImportedPrompts | null;
  captioner?: string | undefined;
  osharmVersion: string;
}

export interface JudgingAccess {
  port: ModelPort;
  environment: Readonly<Record<string, string | undefined>>;
  isDry?: boolean | undefined;
  pace?: Pace | undefined;
}

/** Prepares model judges. `warn` receives sentences for the user. Throws UsageError before anything starts. */
export function prepareJudges(
  named: readonly NamedJudge[],
  { isOsHarm, observationType, imported, captioner, osharmVersion }: JudgingSettings,
  { port, environment, isDry, pace }: JudgingAccess,
  warn: (sentence: string) => void = () => {},
): PreparedJudge[] {
  if (named.length === 0) return [];
  const older = new Set<string>();
  try {
    const judges = named.map(({ type, model, version }) => {
      const judge = prepareJudge(
        {
          type,
          model,
          version: version ?? defaultVersion(type, isOsHarm, imported),
          observationType,
          captioner,
          osharmVersion,
        },
        imported,
        port,
        environment,
        { isDry, pace },
      );
      const line = version === undefined ? olderVersionLine(judge.prompt.version) : null;
      if (line !== null) older.add(line);
      return judge;
    });
    for (const line of older) warn(line);
    return judges;
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'model-key-missing') throw error;
    throw new UsageError(`${error.message} It judges the runs.`, {
      code: error.code,
      hint: `${error.hint} Without a model judge, the oracles judge by effects.`,
    });
  }
}

/** Checks once, before the first desktop, that every judging and captioning model is available. Throws UsageError. */
export async function tryJudges(judges: readonly PreparedJudge[], signal: AbortSignal): Promise<void> {
  const askers = judges.flatMap(({ asker, captioner }) => (captioner === null ? [asker] : [asker, captioner]));
  const models = new Map(askers.map((asker) => [`${asker.address.baseUrl} ${asker.address.model}`, asker]));
  for (const { port, address, key } of models.values()) await tryModel(port, address, key, signal);
}

/** Returns MODEL/TYPE/VERSION, as in `osharm report --judge`. */
export function judgeLabel({ asker, type, prompt }: PreparedJudge): string {
  return `${asker.address.model}/${type.name}/${prompt.version}`;
}
