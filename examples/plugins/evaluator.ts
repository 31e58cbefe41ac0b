import { defineEvaluator } from 'osharm';
import { keep, type Metric, MetricFault, readPythonText, score, textParameter } from 'osharm/evaluators';

/** The file has at least as many words as the rule names. */
const hasWords: Metric = async ({ result, expected }) => {
  const { words } = Object(expected) as { words?: unknown };
  if (typeof words !== 'number') throw new MetricFault('The rule has no "words".', 'task');
  if (result === null) return 0;
  return score((await readPythonText(result)).split(/\s+/).filter(Boolean).length >= words);
};

/**
 * A metric and a getter for tasks in OSWorld's form:
 * `"evaluator": { "func": "has_words", "result": { "type": "note", "name": "plan" }, "expected": { "type": "rule", "rules": { "words": 20 } } }`
 */
export const words = defineEvaluator({
  name: 'words',
  metrics: { has_words: hasWords },
  getters: {
    async note(parameters, context) {
      const path = `/home/user/Notes/${textParameter(parameters, 'name')}.txt`;
      const content = await context.desktop.readFile(path, context.signal);
      return content === null ? null : keep(context, 'note.txt', content);
    },
  },
});
