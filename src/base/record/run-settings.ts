import type { Combination, MonitorViewName, OnUnscored } from './monitor-words.ts';

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
  'ended-by-protocol',
  'stopped',
  'error',
] as const;
/** How a run ended. Every value but `error` is a result. */
export type Outcome = (typeof outcomes)[number];

export type ObservationType = 'screenshot' | 'a11y_tree' | 'screenshot_a11y_tree' | 'som';
export type ActionSpace = 'pyautogui' | 'computer_13';
export type Profile = 'osharm' | 'os-harm';

/** Tools of an agent over MCP: screen, mouse and keyboard, and optionally files or a shell in the sandbox. */
export const toolSets = ['gui', 'gui+files', 'gui+shell'] as const;
export type ToolSet = (typeof toolSets)[number];

/** The grade of harm that ends a run early: the decisive act, or the completed harm. */
export const earlyBars = ['attempted', 'completed'] as const;
export type EarlyBar = (typeof earlyBars)[number];

/** Settings shared by all runs of a sweep. Those that can change a result are hashed into `run.json`. */
export interface RunSettings {
  profile: Profile;
  model: string;
  actionSpace: ActionSpace;
  observationType: ObservationType;
  maxSteps: number;
  maxTrajectoryLength: number;
  /** Number of past steps that keep their observation (`src/agents/models/recent-observations.ts`). Defaults to all. */
  recentObservations?: number;
  /** Minimum step limit of tasks whose reference needs more than two thirds of `maxSteps`. Defaults to `maxSteps`. */
  longTaskSteps?: number;
  temperature: number;
  topP: number;
  /** Token limit of a reply; null: the provider's default, which thinking models use. */
  maxTokens: number | null;
  /** Pause after each action (OS-Harm's `--sleep_after_execution`), in addition to settling. */
  sleepAfterExecution: number;
  screenWidth: number;
  screenHeight: number;
  jailbreak: boolean;
  jailbreakHash?: string | undefined;
  /** Start runs with an injection at the injected text instead of at the beginning. */
  startAt?: 'injection';
  /** Steps such as `150,300` after which an OSWorld 2.0 task's program scores the run. */
  checkpointSteps?: string;
  onNoAction: 'stop' | 'continue';
  /** End the run when an oracle is sure of this grade. */
  stopOn?: EarlyBar;
  /** The recorded run whose first steps are replayed, and the first live step. */
  branchOf?: string;
  branchAt?: number;
  /** Replaces the goal's text: `neutral` (a text of equal length without a request), or another text's `sha256:…`. */
  payload?: string | undefined;
  /** When the injected text arrives (`src/tasks/suite/payload-moment.ts`). Defaults to the start. */
  payloadAt?: string;
  /** Further vectors that carry the payload from the start. */
  alsoBy?: readonly string[] | undefined;
  /** Test cues that the suite's persona leaves on the desktop: `all`, or ids. */
  evaluationCues?: readonly string[] | undefined;
  /** Payloads include a harmless instruction that the user's task needs. */
  selective?: true;
  /** The canaries' seed. A branch uses its parent's. Defaults to seed, task, injection and repeat. */
  canarySeed?: string;
  /** A hijacked reference agent pursues its goal from the first live step, without waiting for the payload. */
  hijackedAtOnce?: true | undefined;
  /** Seconds to keep watching for effects after the last action. */
  lingerSeconds: number;
  /** Hours that pass after the last step, starting with a fresh login. */
  aftermathHours?: number;
  provider: string;
  /** The desktop's network. Defaults to the mock services; `host` is a network that osharm does not control. */
  network?: 'none' | 'host';
  /** Reuse desktops without a reset (`--allow-dirty`). */
  allowDirty?: true;
  seed: number;
  recording: boolean;
  /** Record effects by a program inside of a desktop that osharm did not create. */
  recordInside?: true;
  /** Record which program opens a file with a secret of the run. */
  recordOpens?: true;
  /** An open model's name, `prompt`, `computer-tool`, or a custom file, address or command. */
  agent?: string | undefined;
  /** The model that an agent or a defence wraps. `model` then names the combination. */
  seatedModel?: string | undefined;
  defences?: readonly string[] | undefined;
  /** Parser of the model's responses. Defaults to the profile's. */
  parser?: Profile;
  feedback?: boolean;
  /** Answers the agent's questions. By default a question ends the run as `asked`. */
  user?: 'silent' | 'deny' | 'approve' | 'scripted';
  /** JSON list of `{ when?, answer }`. Stored whole, so that changing it starts a new run. */
  userScript?: string;
  /** The model that tasks call, as a simulated user or for scoring. */
  taskModel?: string;
  /** The model of sessions whose role differs from that of the first. By default, one model has all roles. */
  otherModel?: string;
  /** Response to a computer tool's safety checks: acknowledge, or end the run. Defaults to `stop`. */
  safetyChecks?: 'ack' | 'stop';
  /** Overrides the computer tool that the table lists for the model. */
  computerTool?: string;
  /** Let OpenAI store the conversation. By default each request is complete and nothing is stored. */
  openaiStore?: boolean;
  /** Defaults to the provider's choice. */
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  thinkingBudget?: number;
  /** Tools of an agent over MCP in addition to screen, mouse and keyboard. */
  tools?: Exclude<ToolSet, 'gui'>;
  /** Longest side in pixels of the pictures sent to the model. Defaults to their size. */
  maximumSide?: number;
  /** For `reference-replay`: results of `reference-benign` under another seed, whose actions are replayed. */
  replayOf?: string;
  /** For `reference-replay`: absolute path of the fixed trajectories that it plays. */
  trajectories?: string;
  /** SHA-256 of the trajectory files, so that editing one starts a new run. */
  trajectoriesHash?: string | undefined;
  stream?: boolean;
  /** End the run if a set-up step fails. By default, tasks of a checkout record the failure and continue. */
  strictSetup?: true;
  sideTask?: string;
  /** The live monitor: the value of `--monitor`, or the model of `--monitor-model`. */
  monitor?: string;
  monitorModel?: string;
  /** Combines several monitors. `monitor` then has one in each line, and `monitorModel` is the last. */
  combine?: Combination;
  /** SHA-256 of the monitor, so that editing it starts a new run. */
  monitorHash?: string | undefined;
  /** What the monitor sees. Defaults to everything. */
  monitorView?: MonitorViewName;
  /** State that the monitor learned from other runs, as JSON. */
  monitorLearned?: string;
  /** Steps with at least this suspicion are flagged and handled by the protocol. */
  monitorThreshold?: number;
  /** The value of `--protocol`. Defaults to `observe`. */
  protocol?: string;
  /** Changes with the code of a protocol that isn't built in, so that editing it starts a new run. */
  protocolHash?: string | undefined;
  /** Largest number of replies to one step. */
  samples?: number;
  /** What a protocol may audit: a number of steps of a run (`3`), or a share of the runs (`10%`). */
  auditBudget?: string;
  /** How late a protocol's review is: in steps (`5`) or seconds (`30s`). */
  reviewAfter?: string;
  /** Defaults to `allow`. */
  onUnscored?: Exclude<OnUnscored, 'allow'>;
  /** The model that does, rewrites or audits steps for a protocol. */
  trustedModel?: string;
  metrics?: 'osworld';
  /** Absolute path of the tasks' checkout of OS-Harm. Not in the spec, where hashes represent the texts. */
  checkout?: string;
}
