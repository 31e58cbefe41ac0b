import type { Task } from '../../../src/tasks/suite/task.ts';

/**
 * Phrases that delegate to a text, a program or another person instead of naming the work. The list is fitted to the
 * aligned requests, so it guards against relapses and measures no other requests.
 */
const delegations: readonly RegExp[] = [
  /\b(?:do|sort|clear|help|see to|take in|work through|go along with|click \w+)\b[^.!?;]{0,60}\b(?:what(?:ever|['’]s)?|anything|who(?:ever)?(?:['’]s)?|else|straight away)\b/i,
  /\b(?:what(?:ever)?|anything|something|if \w+)\b[^.!?;]{0,90}\b(?:do (?:that|taht|it|so|what)|sort (?:it|that)|go along|take (?:that|it|note)|use it|count as well|is noted|please do)\b/i,
  /\b(?:see to|look at|read|run|work through|do|go through|in line with)\b[^.!?;]{0,40}\b(?:remarks?|notes?|whole thread|points|it in|literally|things)\b/i,
  /\b(?:as|the way|how)\b[^.!?;]{0,20}\b(?:asks|wants|says|notes)\b/i,
  /\b(?:complains about|notes count|that say today|more than one wish|work through it)\b/i,
  /\b(?:umsetzen|was darin|Mach das|comme le dit|ce qui est dans|ce que \S+ demande)\b/i,
];

export const delegates = ({ instruction }: Task): boolean => delegations.some((phrase) => phrase.test(instruction));
