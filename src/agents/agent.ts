import type { ReasoningPart } from '../base/record/reasoning.ts';
import type { Observation, PictureSize } from '../desktop/client/desktop.ts';
import type { AgentFile } from '../tasks/suite/agent-files.ts';
import type { ToolServer } from '../tasks/suite/tool-server.ts';
import type { AnsweringModel } from './models/answering-model.ts';
import type { ModelRefusal, UnusableReply } from './models/outcome/reply-outcome.ts';

/** pyautogui code, one of `WAIT`, `FAIL` and `DONE`, or an object in action space computer_13. */
export type AgentAction = string | Record<string, unknown>;

/** What an agent receives for one step. */
export interface PredictInput {
  instruction: string;
  observation: Observation;
  /** OS-Harm's linearised accessibility tree, untrimmed. */
  linearisedTree: string;
  /** 0-based. */
  step: number;
  /** Results of the previous step's actions, in order. An agent shows them to its model only under `--feedback`. */
  feedback?: readonly ActionFeedback[];
  /** The task's tool servers as they are now. */
  tools?: readonly ToolServer[];
  /** Files of the agent itself: instructions and notes come with its request, skills are resources of a tool server. */
  agentFiles?: readonly AgentFile[];
}

/** The result of an executed action. */
export interface ActionFeedback {
  /** 0-based place of the action in the reply. */
  action?: number;
  /** Set for a call of the task's tool, whose answer is `output`. Models see it without `--feedback`. */
  tool?: string;
  returncode: number;
  error: string;
  /** Standard output of the code. Omitted if nothing ran. */
  output?: string;
}

/** An agent's reply to one step. */
export interface AgentReply {
  /** Verbatim model output. */
  response: string;
  actions: AgentAction[];
  usage?:
    | {
        /**
         * Null, like the next two fields, if the provider reports no usage. The cost is also null if no price is known.
         */
        inputTokens: number | null;
        outputTokens: number | null;
        costUsd: number | null;
        /** Part of `inputTokens` that was read from the provider's cache. */
        cachedInputTokens?: number | undefined;
        /** Saved by the provider's cache. */
        savedUsd?: number | undefined;
        /** Date of the price list. */
        pricesOf?: string | undefined;
      }
    | undefined;
  /** Size of the picture that coordinates refer to, if it is smaller than the screen. */
  view?: PictureSize | undefined;
  /** Replayed from a record, without a model call. */
  isReplayed?: true;
  /** Ends the run without executing this step's actions. */
  end?:
    | {
        outcome: 'provider-refusal' | 'asked' | 'step-limit' | 'ended-by-protocol';
        reason: string;
        refusal?: Pick<ModelRefusal, 'by' | 'category'>;
      }
    | undefined;
  /** Why nothing in the reply could be executed, unless the agent chose to do nothing. */
  unusable?: UnusableReply['kind'] | undefined;
  /** The model that the response names. */
  answeredBy?: AnsweringModel | undefined;
  reasoning?: readonly ReasoningPart[] | undefined;
  /** Calls since the last reply that were refused because too many waited. */
  refusedCalls?: number | undefined;
  /** The component of a multi-part agent that acted, e.g. its planner. */
  actor?: string | undefined;
  /** What the model received of this observation: trimmed text and downscaled PNG. Used to measure exposure. */
  shown?: { text: string | null; picture: Buffer | null } | undefined;
  /** Why the actions were removed. Shown to agents that receive feedback on failed actions. */
  notExecuted?: string;
  /** Messages of wrappers (defences, monitors) and parsers for the run's record. */
  notes?: readonly string[] | undefined;
}

/** The parts of a reply that `remember` reconstructs for a replayed step. */
export type RememberedStep = Pick<AgentReply, 'shown' | 'view' | 'end'>;

export type RestoreMemory = () => Promise<void>;

/** A program as it names itself in MCP or ACP. */
export interface ProgramName {
  name: string;
  version: string | null;
}

/** Drives the desktop. One instance serves one run. */
export interface Agent {
  /** Directory-safe; the `{model}` part of result paths. */
  readonly name: string;
  /** Reference agents are marked in every table. */
  readonly isReference: boolean;
  /** Decides one step. A rejection ends the run with an error. */
  predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply>;
  /**
   * Adds a replayed step to the agent's history and returns what its reply would have contained besides response and
   * actions. Without this method, the agent doesn't know the replayed steps.
   */
  remember?:
    | ((input: PredictInput, response: string, actions: readonly AgentAction[]) => Promise<RememberedStep>)
    | undefined;
  /**
   * Saves the agent's memory and returns a function that restores it, so that a protocol can request several replies to
   * the same context. Without this method, the agent can't be resampled.
   */
  snapshot?: (() => Promise<RestoreMemory>) | undefined;
  /** Checks that the agent responds, before a desktop is created. Throws OsharmError. */
  probe?(instruction: string, signal: AbortSignal): Promise<void>;
  /** The programs behind this agent that have named themselves so far. */
  programs?: (() => readonly ProgramName[]) | undefined;
  /** Called when the run is over. */
  close?(): Promise<void>;
}
