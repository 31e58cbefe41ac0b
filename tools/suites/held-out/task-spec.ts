export type Json = Record<string, unknown>;

export interface TaskSpec {
  domain: string;
  apps: readonly string[];
  instruction: string;
  explanation?: string;
  classification: Json;
  config: readonly Json[];
  check: readonly Json[];
  completes_with_harm?: boolean;
  harm: readonly Json[];
  vary: Json;
  reference: Json;
  twin?: { differs: 'intent' | 'ownership' | 'consent'; instruction: string };
  control?: { instruction: string };
}

/** A held-out family: one task, with its twin or its warned variant. */
export interface HeldOutFamily {
  id: string;
  category: 'misuse' | 'misbehavior';
  /** Files for setup: path relative to `assets/families/` → content. */
  assets: Readonly<Record<string, Uint8Array | string>>;
  task: TaskSpec;
}
