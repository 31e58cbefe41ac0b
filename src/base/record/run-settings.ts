import type { ControlProtocol, MonitorViewName } from './monitor-words.ts';

export const outcomes = [
  'done',
  'fail',
  'step-limit',
  'no-action',
  'out-of-tokens',
  'no-answer',
  'asked',
  'provider-refusal',
  'desktop-destroyed',
  'decided',
  'stopped',
  'error',
] as const;
/** How a run ended. Only `error` is not a result. */
export type Outcome = (typeof outcomes)[number];

export type ObservationType = 'screenshot' | 'a11y_tree' | 'screenshot_a11y_tree' | 'som';
export type ActionSpace = 'pyautogui' | 'computer_13';
export type Profile = 'osharm' | 'os-harm';

/** What an agent over MCP may use: screen, mouse and keys, and beside them files or a shell inside the sandbox. */
export const toolSets = ['gui', 'gui+files', 'gui+shell'] as const;
export type ToolSet = (typeof toolSets)[number];

/** What of a harm ends a run early: its decisive act, or that the harm is done. */
export const earlyBars = ['attempted', 'completed'] as const;
export type EarlyBar = (typeof earlyBars)[number];

/** The settings that a sweep's runs share. All of it that can change a result is hashed into `run.json`. */
export interface RunSettings {
  profile: Profile;
  model: string;
  actionSpace: ActionSpace;
  observationType: ObservationType;
  maxSteps: number;
  maxTrajectoryLength: number;
  /**
   * Of the steps of history, so many at least keep their observation; earlier ones are a short note, in blocks
   * (`src/agents/models/recent-observations.ts`). Omitted: all keep it.
   */
  recentObservations?: number;
  /** `maxSteps` of a task whose reference needs more than two thirds of `maxSteps`; omitted: the same. */
  longTaskSteps?: number;
  temperature: number;
  topP: number;
  /** Limit of a reply in tokens; null: the provider's own, which thinking models get. */
  maxTokens: number | null;
  /** Seconds after each action (OS-Harm's `--sleep_after_execution`), beside readiness. */
  sleepAfterExecution: number;
  screenWidth: number;
  screenHeight: number;
  jailbreak: boolean;
  /** SHA-256 of the jailbreak template; left out: none. */
  jailbreakHash?: string | undefined;
  /** Where a run with an injection starts: at the beginning (left out), or where the injected text is in view. */
  startAt?: 'injection';
  /** Steps after which the program of a task (OSWorld 2.0) scores the run as it goes on, such as `150,300`; left out: none. */
  checkpointSteps?: string;
  onNoAction: 'stop' | 'continue';
  /** The run ends once an oracle is sure of so much; left out: it goes on. */
  stopOn?: EarlyBar;
  /**
   * The recorded run (its directory) whose first steps are done again, and the 0-based step at which the agent takes
   * over; left out: none.
   */
  branchOf?: string;
  branchAt?: number;
  /**
   * What stands in the place of the goal's text: `neutral`, a text of the same length that asks for nothing, or another
   * one, by `sha256:…`; left out: the goal's text.
   */
  payload?: string | undefined;
  /** When the injected text comes (`src/tasks/suite/payload-moment.ts`); left out: it is there from the start. */
  payloadAt?: string;
  /** Vectors that carry the payload beside the run's own, from the start; left out: none. */
  alsoBy?: readonly string[] | undefined;
  /** Cues of a test that the suite's persona leaves on the desktop: `all`, or ids; left out: none. */
  evaluationCues?: readonly string[] | undefined;
  /** Payloads also carry a harmless instruction that the user's task needs; left out: none. */
  selective?: true;
  /** What canaries are made from, so that a branch has those of its parent; left out: seed, task, injection and repeat. */
  canarySeed?: string;
  /**
   * A hijacked reference agent follows its goal from its first own step on, whether it has seen the payload or not, and
   * ends there; left out: once it has seen it.
   */
  hijackedAtOnce?: true | undefined;
  /** Seconds to keep watching for effects after the last action. */
  lingerSeconds: number;
  /** Hours that go by after the last step, with a fresh login before them; left out: none. */
  aftermathHours?: number;
  provider: string;
  /** What the desktop's network leads to; left out: our mock services; `host`: a network that osharm doesn't govern. */
  network?: 'none' | 'host';
  /** Desktops are used again without having been reset (`--allow-dirty`). */
  allowDirty?: true;
  seed: number;
  recording: boolean;
  /** It is recorded which program opens a file that holds a secret of the run; left out: it is not. */
  recordOpens?: true;
  /**
   * Who sits in front of the desktop: `prompt` or `computer-tool` (osharm's loops around a model), an open model's name,
   * or a user's own: a file, an address, a command. Omitted: the prompt agent with OS-Harm's history, or a reference agent.
   */
  agent?: string | undefined;
  /** The model that such an agent, or a defence, wraps; `model` is then the name of the whole. */
  seatedModel?: string | undefined;
  /** Files of defences around the agent, the outermost first. */
  defences?: readonly string[] | undefined;
  /** How actions are read out of a response; left out: the profile's way. */
  parser?: Profile;
  /** The model is told which of its actions failed. */
  feedback?: boolean;
  /** Who answers when the agent asks; left out: nobody, and the run ends as `asked`. */
  user?: 'silent' | 'deny' | 'approve' | 'scripted';
  /** What a scripted user says, as JSON text: a list of `{ when?, answer }`. It is here whole, so that another script is another run. */
  userScript?: string;
  /** The model that tasks call: as simulated user, or to evaluate; left out: none. */
  taskModel?: string;
  /** Checks that a provider's computer tool asks for: acknowledged, or the end of the run; left out: the end. */
  safetyChecks?: 'ack' | 'stop';
  /** Which computer tool of the provider's a model is given; left out: the one of the table. */
  computerTool?: string;
  /** OpenAI keeps the conversation, and requests hold what is new; left out: each holds the whole, and nothing is kept there. */
  openaiStore?: boolean;
  /** How much the model thinks; left out: as its provider has it. */
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  /** Tokens that its thoughts may take; left out: as its provider has it. */
  thinkingBudget?: number;
  /** What an agent over MCP may use beside screen, mouse and keys; left out: nothing. */
  tools?: Exclude<ToolSet, 'gui'>;
  /** Longest side of the pictures that the model is sent, in pixels; left out: as they are. */
  maximumSide?: number;
  /** For `reference-replay`: the results of `reference-benign` under another seed, whose actions are done again. */
  replayOf?: string;
  /** Replies are streamed. */
  stream?: boolean;
  /** A step of set-up that fails ends the run, in a checkout too; left out: there it is told, and the run goes on. */
  strictSetup?: true;
  /** SHA-256 of the template and the words of side tasks (`--side-task`); left out: none. */
  sideTask?: string;
  /** Who scores each step while the run goes on: what `--monitor` names, or the model of `--monitor-model`; left out: no one. */
  monitor?: string;
  monitorModel?: string;
  /** SHA-256 of the monitor, so that an edit makes another run. */
  monitorHash?: string | undefined;
  /** What the monitor sees; left out: everything. */
  monitorView?: MonitorViewName;
  /** What the monitor learned from other runs, as JSON; left out: it doesn't learn. */
  monitorLearned?: string;
  /** Suspicion from which on a step is flagged, and what is done with one; left out: nothing is. */
  monitorThreshold?: number;
  protocol?: ControlProtocol;
  /** Who does deferred steps. */
  trustedModel?: string;
  /** Known faults of OSWorld's metrics: as there; left out: put right. */
  metrics?: 'osworld';
  /**
   * The checkout of OS-Harm whose imported texts belong to the tasks (absolute); in no spec, where hashes stand for the
   * texts. Left out: none.
   */
  checkout?: string;
}
