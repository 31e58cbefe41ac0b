import type { Agent, AgentReply, PredictInput } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import type { FinishedEffectLog } from '../../evidence/effect-log/effect-log.ts';

export interface StepStart {
  /** 0-based. */
  step: number;
  desktop: Desktop;
  observation: Observation;
}

/** The part of an observation that the model received. `picture`: PNG bytes as sent. */
export interface ShownObservation {
  text: string | null;
  picture: Buffer | null;
  isPartlyUnread: boolean;
}

/**
 * A feature of runs outside the core loop (observe, predict, act, collect). It implements the events that it needs, and
 * owns its state and its blocks of `run.json`. Parts are called in the order of `runs/parts/create-parts.ts`.
 */
export interface Part {
  /** Whether the desktop must keep running after the agent's last step was collected. */
  readonly needsDesktopAfterwards?: boolean;
  /** The agent exists, the desktop does not yet. Returns the agent to use, which may be a different one. */
  agentReady?(agent: Agent): Agent;
  /** The desktop is set up and the effect log has begun. The first observation follows. */
  begin?(desktop: Desktop): Promise<void>;
  /** A session (1-based) begins. `received`: the texts that lasted for its agent, such as notes. */
  sessionBegan?(session: number, received: readonly string[]): void;
  /** `left`: the texts that its agent left for later sessions. */
  sessionEnded?(session: number, left: readonly string[]): void;
  /** Called before the agent. Returns a new observation if the part took one. */
  beforeStep?(start: StepStart): Promise<Observation | null>;
  /** The environment wrote these files, by path. They count as if they had existed at step 0. */
  environmentWrote?(files: ReadonlyMap<string, Buffer>): void;
  /** Replaces the user's instruction in this step. `tree`: the linearised accessibility tree. */
  instructs?(step: number, tree: string): string | null;
  /** The agent replied; its actions are not executed yet. */
  afterReply?(step: number, reply: AgentReply, shown: ShownObservation): void;
  /** Returns the reply to record and execute in place of the agent's. */
  screen?(step: number, reply: AgentReply, input: PredictInput): Promise<AgentReply>;
  /** The step's changes are collected. A returned outcome ends the run. */
  afterStep?(step: number, desktop: Desktop): Promise<Outcome | null>;
  /** The last step's changes are collected. The check follows. */
  beforeScore?(): Promise<void>;
  /** The score is known. The verdict follows. The agent may have ended the desktop. */
  afterScore?(desktop: Desktop, effectLog: FinishedEffectLog | null): Promise<void>;
  afterVerdict?(desktop: Desktop): Promise<void>;
  /** The attempt ends with an error. The desktop may not answer. */
  failed?(desktop: Desktop): Promise<void>;
  /** Called however the attempt ends. */
  close?(): Promise<void>;
  /** The part's current blocks of `run.json`. `isOver`: the attempt has ended. */
  describe?(isOver: boolean): Partial<PartBlocks>;
}
