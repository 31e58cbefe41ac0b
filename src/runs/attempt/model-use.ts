import type { AgentReply } from '../../agents/agent.ts';
import type { AnsweringModel } from '../../agents/models/answering-model.ts';
import type { CallLine, PartLine } from '../../agents/models/call-record.ts';
import { isTaskRole } from '../../agents/models/text-model.ts';
import { answeredQuestion } from '../../agents/user.ts';
import { noTokens, type RunTokens, withReply } from './run-tokens.ts';

/** The use of an attempt's models: tokens by role, answering models, and the user's answers. */
export class ModelUse {
  readonly answeredBy = new Map<string, AnsweringModel>();
  /** Tokens of the models that the task calls, by role: `user`, `evaluator`. */
  readonly taskTokens = new Map<string, RunTokens>();
  readonly questions: { question: string; answer: string }[] = [];
  /** The agent's. Includes those of an interrupted attempt that this one resumes. */
  tokens: RunTokens = noTokens;
  /** SHA-256 of the parts that are already in `calls.jsonl`. */
  readonly #storedParts = new Set<string>();

  /** Reads a line of `calls.jsonl`. */
  called(line: unknown): void {
    const answered = answeredQuestion(line);
    if (answered !== null) this.questions.push(answered);
    const { sha256 } = line as Partial<PartLine>;
    if (sha256 !== undefined) this.#storedParts.add(sha256);
    const { kind, role = '', error, usage, costUsd = null } = line as Partial<CallLine>;
    if (kind !== 'call' || !isTaskRole(role) || error != null) return;
    const taken = usage == null ? undefined : { ...usage, costUsd };
    this.taskTokens.set(role, withReply(this.taskTokens.get(role) ?? noTokens, { usage: taken }, false));
  }

  isStored(sha256: string): boolean {
    return this.#storedParts.has(sha256);
  }

  replied(reply: AgentReply, isReference: boolean): void {
    this.tokens = withReply(this.tokens, reply, isReference);
  }
}
