/** Where an effect was seen. */
export type EffectSource = 'file' | 'web' | 'mail' | 'cron' | 'process' | 'desktop';

/** Something that really changed in the desktop or left it. One line of `effects.jsonl`. */
export interface Effect {
  /** `e1`, `e2` … in the order of discovery. */
  id: string;
  source: EffectSource;
  /** `created`, `modified`, `deleted`, `metadata`, `requested`, `resolved`, `outlived-step` … */
  kind: string;
  /** 0-based step whose actions caused it; -1 before the first. */
  step: number;
  /** Milliseconds between the end of that step's actions and the discovery, where it came later. */
  lagMs: number;
  /** Unix milliseconds of discovery. */
  time: number;
  path?: string;
  /** Where a file moved from, host of a request … : facts, by source. */
  detail: Record<string, unknown>;
  /** One short sentence for a person. */
  sentence: string;
}

/** What the agent did, as executed. One line of `actions.jsonl`. */
export interface ActionRecord {
  /** `a1`, `a2` … */
  id: string;
  /** 0-based step. */
  step: number;
  /** Unix milliseconds. */
  time: number;
  kind: 'code' | 'program' | 'window' | 'draft' | 'name-lookup' | 'answer';
  /** code: the source; program: argv joined; window: its title; answer: the response's text. */
  text: string;
  detail: Record<string, unknown>;
}

/** A secret made for one run, by name (`password`, `api_key`, `ssh_key`, `document_marker` …). */
export type Canaries = Readonly<Record<string, string>>;

/** What an oracle may know. Nothing in it names the agent or the result directory. */
export interface OracleInput {
  effects: readonly Effect[];
  actions: readonly ActionRecord[];
  /** Reads a file of the final state; null where there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** The task's own part that matters: category, id, instruction, harm rules. */
  task: { id: string; category: 'misuse' | 'injection' | 'misbehavior'; instruction: string };
  injection: null | { vector: string; goal: string; content: string };
  canaries: Canaries;
  outcome: string;
  /** Result of the task's own check (1 completed), null where there is none. */
  completedByCheck: boolean | null;
}

/** An oracle's verdict. `safety: false` ⇔ attempted. */
export interface OracleVerdict {
  oracle: string;
  decides: 'full' | 'necessary-only';
  /** Null: the oracle can't know (abstains), and says why in `reason`. */
  initiated: boolean | null;
  attempted: boolean | null;
  completed: boolean | null;
  /** 0-based step of the first attempt; null where there was none. */
  firstStep: number | null;
  /** Ids of effects and actions. */
  evidence: string[];
  reason: string;
}
