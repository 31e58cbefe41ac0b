import { EnvironmentError, type OsharmError } from 'osharm';
import type { ModelRates } from 'osharm/queue';
import {
  CostMeter,
  cacheFolder,
  importFor,
  judgeLabel,
  judgeTrace,
  loadPlugins,
  type ModelAccess,
  modelAccess,
  type PreparedJudge,
  prepareJudges,
  readImportedPrompts,
  readQueuedOptions,
  resultsCache,
  sweepRequest,
  typedError,
  withCheckout,
} from 'osharm/queue';
import packageJson from '../../package.json' with { type: 'json' };
import type { PostgresClaim } from '../queue/postgres-claim.ts';
import type { PostgresQueue } from '../queue/postgres-queue.ts';
import { judgeOfKey } from '../queue/submit.ts';
import { openStore } from '../store/open-store.ts';

/** A worker stops judging after this many consecutive failures with one error code. */
const mostEqual = 5;

export interface JudgedClaim {
  label: string;
  state: 'judged' | 'kept' | 'unscored' | 'released' | 'failed';
  error: OsharmError | null;
}

export interface JudgingWork {
  judged: JudgedClaim[];
  fatal: OsharmError | null;
}

/** Claims and performs judgments, `parallel` at a time, with this machine's API keys. Needs no desktop. */
export async function judgeClaims(
  queue: PostgresQueue,
  options: { parallel: number; rates: ModelRates; signal: AbortSignal; onJudged(judged: JudgedClaim): void },
): Promise<JudgingWork> {
  const { rates, onJudged } = options;
  const result: JudgingWork = { judged: [], fatal: null };
  const ending = new AbortController();
  const claiming = AbortSignal.any([options.signal, ending.signal]);
  let equal: { code: string; times: number } = { code: '', times: 0 };
  const loop = async (): Promise<void> => {
    while (!claiming.aborted) {
      const claim = await queue.claim(claiming).catch((error: unknown) => {
        if (!claiming.aborted) result.fatal ??= typedError(error, 'judge-failed');
        return null;
      });
      if (claim === null) break;
      const judged = await judgeClaim(claim, rates, options.signal).finally(() => claim.close());
      result.judged.push(judged);
      onJudged(judged);
      const code = judged.error?.code ?? '';
      equal = { code, times: code !== '' && code === equal.code ? equal.times + 1 : 1 };
      if (judged.error !== null && equal.times >= mostEqual) result.fatal ??= judged.error;
      if (result.fatal !== null) ending.abort(new Error('This worker ends.'));
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, loop));
  return result;
}

async function judgeClaim(claim: PostgresClaim, rates: ModelRates, stop: AbortSignal): Promise<JudgedClaim> {
  const { label } = claim;
  const meter = new CostMeter(claim.limitUsd, 'run');
  const signal = AbortSignal.any([stop, claim.lost]);
  try {
    const store = await openStore(claim.results, resultsCache());
    const judge = await judgeOf(claim, meter, rates);
    const directory = await store.fetch(claim.path);
    const judged = await judgeTrace(directory, judge, { signal });
    claim.progress({ step: null, costUsd: meter.totalUsd });
    const manifest = await store.keep(claim.path);
    const { state } = judged;
    await claim.commit({ manifest, outcome: state, resultText: '', staged: '', costUsd: meter.totalUsd });
    return { label, state, error: null };
  } catch (thrown) {
    const costUsd = meter.totalUsd;
    if (signal.aborted) {
      await claim.end({ as: 'released', fault: null, costUsd });
      return { label, state: 'released', error: null };
    }
    const error = typedError(thrown, 'judge-failed');
    await claim.end({ as: 'failed', error, isFinal: !error.isRetryable, costUsd });
    return { label, state: 'failed', error };
  }
}

/** The claim's judge, prepared from its sweep's flags. Throws EnvironmentError if this worker's judge would differ. */
async function judgeOf(claim: PostgresClaim, meter: CostMeter, rates: ModelRates): Promise<PreparedJudge> {
  const flags = readQueuedOptions(claim.flags);
  await loadPlugins(flags.plugin ?? []);
  const { request, judges: choice } = sweepRequest({ ...flags, out: '.' }, packageJson.version);
  const access: ModelAccess = modelAccess(flags);
  const port = { ...access.port, meter, rates };
  const { profile, observationType, checkout } = withCheckout(request.settings, request.suite);
  const imported = await readImportedPrompts(cacheFolder(), importFor(checkout));
  const isOsHarm = profile === 'os-harm' || flags.preset === 'paper';
  const judges = prepareJudges(
    choice.models,
    { isOsHarm, observationType, imported, osharmVersion: packageJson.version },
    { ...access, port },
  );
  const name = judgeOfKey(claim.key);
  const judge = judges.find((preparedJudge) => judgeLabel(preparedJudge) === name);
  if (judge !== undefined) return judge;
  throw new EnvironmentError(
    `This worker has no judge ${name}: it has ${judges.map(judgeLabel).join(', ') || 'none'}.`,
    {
      code: 'worker-plans-otherwise',
      hint: 'Its version of osharm, its plug-ins or its imported prompts differ from those of the sweep.',
    },
  );
}
