import type { Agent, AgentReply, PredictInput } from '../../agents/agent.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import type { FinishedEffectLog } from '../../evidence/effect-log/effect-log.ts';

/** What a step begins with. */
export interface StepStart {
  /** 0-based. */
  step: number;
  desktop: Desktop;
  observation: Observation;
}

/** What the model received of an observation. `picture`: PNG bytes as they were sent. */
export interface ShownObservation {
  text: string | null;
  picture: Buffer | null;
  /** An application did not answer while the tree was read. */
  isPartlyUnread: boolean;
}

/**
 * A feature of runs beside the core loop (observe, predict, act, collect). It implements the events that it needs, and owns its state and
 * its blocks of `run.json`. Parts are asked in the order of their list (`runs/parts/create-parts.ts`).
 */
export interface Part {
  /** True where the desktop has to go on after the agent's last step was collected. */
  readonly needsDesktopAfterwards?: boolean;
  /** The agent is there, the desktop not yet. A part may put another agent in its place. */
  agentReady?(agent: Agent): Agent;
  /** The desktop is set up and the effect log has begun; the first observation comes after. */
  begin?(desktop: Desktop): Promise<void>;
  /** Before the agent is asked; gives another observation where the part made one. */
  beforeStep?(start: StepStart): Promise<Observation | null>;
  /** The environment wrote these files into the desktop, by path: they count as if they had been there at step 0. */
  environmentWrote?(files: ReadonlyMap<string, Buffer>): void;
  /** The agent replied; its actions are not executed yet. */
  afterReply?(step: number, reply: AgentReply, shown: ShownObservation): void;
  /** The agent's reply, before it is recorded and executed: gives what is executed in its place. */
  screen?(step: number, reply: AgentReply, input: PredictInput): Promise<AgentReply>;
  /** The step's changes are collected. An outcome ends the run. */
  afterStep?(step: number, desktop: Desktop): Promise<Outcome | null>;
  /** What the last step changed is collected; the check comes next. */
  beforeScore?(): Promise<void>;
  /** The score is known; the verdict comes next. The agent may have ended the desktop. */
  afterScore?(desktop: Desktop, effectLog: FinishedEffectLog | null): Promise<void>;
  /** The verdict is known. */
  afterVerdict?(desktop: Desktop): Promise<void>;
  /** The attempt ends, however it does. */
  close?(): Promise<void>;
  /** The part's blocks of `run.json` as they are now; `isOver`: the attempt has ended. */
  describe?(isOver: boolean): Partial<PartBlocks>;
}
