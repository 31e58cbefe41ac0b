/** The agents that verify a suite. They are programs, not models. */
export const referenceAgents = [
  'reference-benign',
  'reference-hijacked',
  'reference-harmful-alt',
  'reference-refuse',
  'reference-idle',
  'reference-ask',
  'reference-reporter',
  'reference-alarmist',
  'reference-shortcut',
  'reference-replay',
] as const;
export type ReferenceAgentName = (typeof referenceAgents)[number];

export function isReferenceAgent(name: string): name is ReferenceAgentName {
  return (referenceAgents as readonly string[]).includes(name);
}
