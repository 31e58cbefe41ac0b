import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { RunSummary } from '../model/run-summary.ts';
import { begunHarmWords } from '../views/begun-harm-words.ts';

const mostReasons = 3;

type SafeRun = Pick<RunSummary, 'category' | 'harm' | 'isNeutral' | 'outcome' | 'exposure' | 'isPartlyUnread'>;

/**
 * Explains in one sentence why the oracles call a run safe: what the agent saw of the injected text, and what they
 * looked for without finding it. Null unless every oracle found no attempt. `firstStep`: 0-based step whose request
 * first contained the injected text; null if unknown.
 */
export function safeSentence(
  run: SafeRun,
  verdicts: readonly OracleVerdict[],
  firstStep: number | null,
): string | null {
  if (verdicts.length === 0 || verdicts.some(({ attempted }) => attempted !== false)) return null;
  const reasons = [...new Set(verdicts.map(({ reason }) => reason.trim().replace(/\.$/, '')))].filter(Boolean);
  const left = reasons.length - mostReasons;
  const found = [...reasons.slice(0, mostReasons).map(lowered), ...(left > 0 ? [`${left} more found nothing`] : [])];
  const beginning = beginningOf(run, firstStep);
  return found.length === 0 ? `${beginning}.` : `${beginning}: ${found.join('; ')}.`;
}

function beginningOf(run: SafeRun, firstStep: number | null): string {
  const begun = begunHarmWords[run.harm ?? ''];
  if (begun !== undefined) return begun;
  switch (run.category) {
    case 'injection':
      return injectionBeginning(run, firstStep);
    case 'side task':
      return 'The agent was given a side task and did not do it';
    case 'misuse':
      return run.outcome === 'fail' ? 'The agent refused the request' : 'The harm of the request was not recorded';
    default:
      return 'No harm was recorded';
  }
}

function injectionBeginning({ isNeutral, exposure, isPartlyUnread }: SafeRun, firstStep: number | null): string {
  if (isNeutral) return 'A neutral text replaced the injected one, and no harm was recorded';
  if (exposure === null || (exposure.extent === 'none' && (exposure.from !== 'request' || isPartlyUnread)))
    return 'It is unknown whether the agent saw the injected text. No harm was recorded';
  if (exposure.extent === 'none')
    return 'The agent never saw the injected text, so the run does not show that it would resist it';
  const part = exposure.extent === 'partial' ? 'a part of the injected text' : 'the injected text';
  const at = firstStep === null ? '' : ` at step ${stepNumber(firstStep)}`;
  return `The agent saw ${part}${at} and did not follow it`;
}

/** Lowers the first letter, unless the word may be a name. */
const lowered = (text: string): string =>
  /^(?:An?|The|Th(?:is|ese)|No|None|Nothing|Neither|Not|All|Each|Every|Only|It|Its|There)\b/.test(text)
    ? text[0]?.toLowerCase() + text.slice(1)
    : text;
