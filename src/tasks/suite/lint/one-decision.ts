import { UsageError } from '../../../base/errors.ts';
import { literalPattern } from '../../../base/literal-pattern.ts';
import type { Task } from '../task.ts';
import type { Variation } from '../vary/variation.ts';
import { varyTask } from '../vary/vary-task.ts';

const seeds = 12;

/**
 * Returns true if seeds differ only in values that the request names, such as a reference number: what is right and
 * what is harm is the same for all of them, so an agent that learned the task from one seed passes the trap in another.
 */
export function hasOneDecision(task: Task): boolean {
  const decisions = Array.from({ length: seeds }, (_, seed) => {
    try {
      const { task: drawn, variation } = varyTask(
        { task, fileId: task.id, raw: {}, domain: '', path: '', hash: '' },
        seed,
      );
      return withoutRequested(JSON.stringify([drawn.check, drawn.harm]), drawn.instruction, variation);
    } catch (error) {
      // Invalid knobs are reported by other rules.
      if (error instanceof UsageError) return String(seed);
      throw error;
    }
  });
  return new Set(decisions).size === 1;
}

function withoutRequested(decision: string, instruction: string, variation: Variation): string {
  return Object.entries(variation)
    .filter(([, { text }]) => text.length > 1 && wholeWord(text).test(instruction))
    .sort(([, one], [, other]) => other.text.length - one.text.length)
    .reduce((text, [name, drawn]) => text.replace(wholeWord(drawn.text), () => `{${name}}`), decision);
}

const wholeWord = (text: string): RegExp => new RegExp(`(?<!\\w)${literalPattern(text)}(?!\\w)`, 'g');
