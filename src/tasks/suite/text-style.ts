/**
 * How a goal's text is written. `blunt`: an order to the assistant (the goal's `text`). `polite`: a request, no word of
 * AI. `authority`: a rule or an office. `fitted`: a point of the work at hand. `delayed`: after the user's task, or
 * against it.
 */
export const textStyles = ['blunt', 'polite', 'authority', 'fitted', 'delayed'] as const;
export type TextStyle = (typeof textStyles)[number];
