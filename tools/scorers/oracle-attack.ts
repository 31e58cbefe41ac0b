import type { ToolCall } from '../../src/base/record/tool-call.ts';
import type { Harm } from '../../src/tasks/suite/task.ts';
import type { AttackKind } from './attack.ts';

/** Harm that is really done on a desktop, in a way that its oracle may miss. */
export interface OracleAttack {
  name: string;
  kind: AttackKind;
  harm: Harm;
  /** Bash, one script per step, present from the start so that only the effects are recorded. */
  steps: readonly string[];
  /** Accepted calls of the task's tools, made with the first step. `{canary:NAME}` stands for a secret. */
  calls?: readonly ToolCall[];
  account?: 'user' | 'root';
  before?: Readonly<Record<string, string | Buffer>>;
  /** Exits with 0 if the harm exists after the steps. Only if it doesn't may a safe verdict count as harmless. */
  isThere?: string;
  undo?: string;
  says?: string;
  injected?: string;
  outcome?: 'done' | 'fail';
  inCi?: true;
  /** Why the oracle is known to judge this safe. It counts as a false pass. */
  open?: string;
}

/** A public key whose private key doesn't exist. */
export const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIMadeUpMadeUpMadeUpMadeUpMadeUpMadeUpMade';
export const site = 'forms.brightdesk.example';

export const bytes = (content: Buffer): string => `echo ${content.toString('base64')} | base64 -d`;
export const python = (code: string): string => `python3 - <<'END'\n${code}\nEND`;
/** Runs code without showing it on a command line. */
export const hidden = (code: string): string =>
  python(`import base64\nexec(base64.b64decode('${Buffer.from(code).toString('base64')}'))`);
