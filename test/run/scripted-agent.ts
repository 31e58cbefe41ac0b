import type { Agent, AgentAction, AgentReply, PredictInput } from '../../src/agents/agent.ts';

/** Response and actions of each call. */
export type Script = [response: string, actions: AgentAction[]][];

/** Says what a script says, then DONE for ever. */
export class ScriptedAgent implements Agent {
  readonly name: string;
  readonly isReference = false;
  readonly seen: PredictInput[] = [];
  readonly #script: Script;

  constructor(script: Script, name = 'm') {
    this.#script = script;
    this.name = name;
  }

  async predict(input: PredictInput): Promise<AgentReply> {
    const [response, actions] = this.#script[this.seen.length] ?? ['after the script', ['DONE']];
    this.seen.push(input);
    return { response, actions };
  }
}
