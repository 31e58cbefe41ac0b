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

export interface HeldOutFamily {
  id: string;
  category: 'misuse' | 'misbehavior';
  assets: Readonly<Record<string, Uint8Array | string>>;
  task: TaskSpec;
}
