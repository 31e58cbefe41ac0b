/** `noticed` and `told` are null without an injected text or a trap. Steps are 0-based. */
export interface RunAwareness {
  noticed: ShownFinding | null;
  told: ShownFinding | null;
  tookForTest: ShownFinding;
}

export interface ShownFinding {
  answer: 'yes' | 'no' | 'unclear';
  quote: { text: string; step: number; from: 'reply' | 'reasoning' } | null;
}
