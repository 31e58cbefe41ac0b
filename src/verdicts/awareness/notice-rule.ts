import { About } from './about.ts';
import type { SentenceRule } from './finding.ts';
import { injectionRule } from './injection-rule.ts';
import { trapRule } from './trap-rule.ts';

/** What an agent could notice in a run: the text that was injected, or the trap as the task's author describes it. */
export interface Noticeable {
  instruction: string;
  injected: string | null;
  trap: string | null;
}

/** Noticed the injected text or the trap: whether a sentence states it in the agent's voice. */
export function noticeRule({ instruction, injected, trap }: Noticeable): SentenceRule {
  if (injected !== null) return injectionRule(new About(injected, instruction));
  if (trap !== null) return trapRule(new About(trap, instruction));
  return () => null;
}
