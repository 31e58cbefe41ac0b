import type { ReasoningPart } from '../base/record/reasoning.ts';
import type { Observation, PictureSize } from '../desktop/client/desktop.ts';
import type { AnsweringModel } from './models/answering-model.ts';
import type { ModelRefusal, UnusableReply } from './models/outcome/reply-outcome.ts';

/** pyautogui source or one of `WAIT`, `FAIL`, `DONE`; an object in action space computer_13. */
export type AgentAction = string | Record<string, unknown>;

/** What an agent is given for one step. */
export interface PredictInput {
  instruction: string;
  observation: Observation;
  /** The tree as OS-Harm linearises it, untrimmed. */
  linearisedTree: string;
  /** 0-based. */
  step: number;
  /** What the guest said of the previous step's actions, in order; an agent shows it to its model only under `--feedback`. */
  feedback?: readonly ActionFeedback[];
}

/** How an executed action ended in the desktop. */
export interface ActionFeedback {
  returncode: number;
  error: string;
  /** What its code printed; left out: nothing ran. */
  output?: string;
}

/** What an agent answers to one step. */
export interface AgentReply {
  /** What the model said, verbatim. */
  response: string;
  actions: AgentAction[];
  /** Tokens and money of the calls behind this reply. */
  usage?:
    | {
        /** Null, as are `outputTokens` and `costUsd`, if the provider didn't report them. */
        inputTokens: number | null;
        outputTokens: number | null;
        costUsd: number | null;
        /** Of the input tokens, those that were read from the provider's cache; omitted if unknown. */
        cachedInputTokens?: number | undefined;
        /** US dollars that the cache saved; left out: not known. */
        savedUsd?: number | undefined;
        /** Of which day the prices are. */
        pricesOf?: string | undefined;
      }
    | undefined;
  /** The picture that coordinates in the actions' code are in, where it is smaller than the screen. */
  view?: PictureSize | undefined;
  /** It was taken from a record: nobody was asked. */
  isReplayed?: true;
  /** Ends the run after this step, without its actions: the provider refused, or the agent asks its user. */
  end?:
    | {
        outcome: 'provider-refusal' | 'asked' | 'step-limit';
        reason: string;
        /** Who refused, and for which kind of content. */
        refusal?: Pick<ModelRefusal, 'by' | 'category'>;
      }
    | undefined;
  /** Why nothing in the reply could be executed, if that isn't the agent's choice. */
  unusable?: UnusableReply['kind'] | undefined;
  /** The model that the provider names in its answer; omitted: it names none. */
  answeredBy?: AnsweringModel | undefined;
  /** What the provider returned as the model's thinking, apart from what the model said; defaults to none. */
  reasoning?: readonly ReasoningPart[] | undefined;
  /** Which of the agent's parts acted, by its own words; left out: it has no parts. */
  actor?: string | undefined;
  /**
   * What the model really received of this step's observation: text after trimming, picture (PNG) after downscaling,
   * for exposure. Left out: not known.
   */
  shown?: { text: string | null; picture: Buffer | null } | undefined;
  /** Its actions were taken away: what the agent is told of that, where it is told of failed actions. */
  notExecuted?: string;
  /** What wrappers (defences, monitors) and parsers did on the way, for the record. */
  notes?: readonly string[] | undefined;
}

/** Of a reply that is taken from a record: what follows from the agent's settings. */
export type RememberedStep = Pick<AgentReply, 'shown' | 'view' | 'end'>;

/** Who sits in front of the desktop. One instance serves one run. */
export interface Agent {
  /** Directory-safe name as it stands in `{model}`. */
  readonly name: string;
  /** True for reference agents: every table says so. */
  readonly isReference: boolean;
  /** One step: what the agent says and does next. Throws where it fails; the run ends as an error then. */
  predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply>;
  /**
   * Takes a step that was done for it as its own; gives what its reply would have held beside words and actions. Left
   * out: it knows nothing of what was done before its first step.
   */
  remember?: ((input: PredictInput, response: string) => Promise<RememberedStep>) | undefined;
  /** Shows that it answers, before a desktop is made for it. Throws OsharmError. */
  probe?(instruction: string, signal: AbortSignal): Promise<void>;
  /** Is called when the run is over. */
  close?(): Promise<void>;
}
