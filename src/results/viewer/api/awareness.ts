/** Null if the run had neither an injected text nor a trap. `step`: 0-based. */
export interface RunAwareness {
  noticed: ShownFinding | null;
  told: ShownFinding | null;
  tookForTest: ShownFinding;
}

export interface ShownFinding {
  answer: 'yes' | 'no' | 'unclear';
  quote: { text: string; step: number; from: 'reply' | 'reasoning' } | null;
}
