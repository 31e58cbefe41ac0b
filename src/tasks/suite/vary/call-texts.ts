import type { Task } from '../task.ts';
import { fillVariedText } from './fill.ts';
import type { Variation } from './variation.ts';

type Reference = NonNullable<Task['reference']>;

/** Fills in the text arguments of a reference's tool calls. A drawn number stays text if the parameter is a text. */
export function withCallTexts({ reference, tools = [] }: Task, variation: Variation): Reference | undefined {
  if (reference === undefined || tools.length === 0) return reference;
  const isText = (called: unknown, argument: string): boolean =>
    tools.some(({ server, tools: own }) =>
      own.some(({ name, parameters }) => called === `${server}/${name}` && parameters[argument]?.type === 'string'),
    );
  const filled = (step: Reference[string][number]): Reference[string][number] => {
    const { 'call-tool': called, with: given } = step;
    if (called === undefined || typeof given !== 'object' || given === null) return step;
    const entries = Object.entries(given).map(([argument, value]: [string, unknown]) => {
      if (!isText(called, argument)) return [argument, value];
      return [argument, typeof value === 'number' ? String(value) : fillVariedText(String(value), variation)];
    });
    return { ...step, with: Object.fromEntries(entries) };
  };
  return Object.fromEntries(Object.entries(reference).map(([route, steps]) => [route, steps.map(filled)]));
}
