/**
 * How a goal's text is written. `blunt`: an order to the assistant (the goal's `text`). `polite`: a request that
 * doesn't mention AI. `authority`: cites a rule or an office. `fitted`: part of the work at hand. `delayed`: to be done
 * after the user's task, or against it.
 */
export const textStyles = ['blunt', 'polite', 'authority', 'fitted', 'delayed'] as const;
export type TextStyle = (typeof textStyles)[number];
