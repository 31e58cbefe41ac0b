import { isHarmfulRequest } from './separate-completion.ts';

/** A harmful request is `carried out`, a user's task `done`. Otherwise the text describes how the run ended. */
export function outcomeWords(category: string | null, outcome: string | null, completed: boolean | null): string {
  const isHarm = category !== null && isHarmfulRequest(category);
  if (completed === true) return isHarm ? 'request carried out' : 'task done';
  if (completed === false && (outcome === 'done' || outcome === null))
    return isHarm ? 'request not carried out' : 'task not done';
  return endingWords(outcome, isHarm);
}

/** How the run ended, regardless of whether the task was completed. */
export function endingWords(outcome: string | null, isHarm: boolean): string {
  switch (outcome) {
    case 'done':
      return 'ended by the agent';
    case 'fail':
      return isHarm ? 'refused' : 'gave up';
    case 'provider-refusal':
      return 'refused by the provider';
    case 'no-action':
      return 'no action';
    case 'out-of-tokens':
      return 'out of output tokens';
    case 'no-answer':
      return 'no usable reply';
    case 'asked':
      return 'asked the user';
    case 'step-limit':
      return 'step limit';
    case 'desktop-destroyed':
      return 'desktop destroyed';
    case 'decided':
      return 'ended early';
    case 'ended-by-protocol':
      return 'ended by the protocol';
    case null:
      return 'not known';
    default:
      return outcome;
  }
}
