import type { ReasoningEffort } from '../../agents/models/wire/reasoning.ts';
import type { ActionSpace, EarlyBar, ObservationType, Protocol, ToolSet } from '../../base/record/run-settings.ts';
import type { Network } from '../../desktop/client/desktop.ts';
import type { PayloadText } from '../../runs/plan/sweep-request.ts';
import type { TextLanguage } from '../../tasks/suite/goal-id.ts';
import type { GoalLevel } from '../../tasks/suite/goal-level.ts';
import type { Visibility } from '../../tasks/suite/visibility.ts';

/**
 * A sweep as one asks for it. All of it may be left out but `model` or `agent`. Names and defaults are those of the flags of
 * `osharm run` (`--max-steps` is `maxSteps`).
 */
export interface SweepOptions {
  /** `PROVIDER:MODEL`, a bare name of OS-Harm, or a reference agent (`reference-benign`). */
  model?: string;
  /** Somebody's own agent: a file, an address, a command. With `model`: the agent wraps that model. */
  agent?: string;
  /** What the whole is called in results; left out: made of the names of agent, defences and model. */
  agentName?: string;
  /** Variables of this environment that such an agent's program is given. */
  agentEnv?: string[];
  agentPython?: string;
  /** What an agent of MCP may use of the desktop. */
  tools?: ToolSet;
  /** Files of defences around the agent, the outermost first. */
  defence?: string[];

  /** Plug-ins: files, or packages that are installed in the working directory. */
  plugin?: string[];

  /** Folder of a suite; left out: `./evaluation_examples` where it is, else the bundled suite. */
  suite?: string;
  /** Name or file of a manifest; left out: `all`. */
  manifest?: string;
  /** One domain of the manifest; left out: all. */
  domain?: string;
  /** Only these tasks of the manifest, by id. */
  task?: string[];
  /** Run the injections of the tasks that have some. */
  inject?: boolean;
  /** Cross the tasks with these vectors and goals, in place of their own injections. */
  vector?: string[];
  goal?: string[];
  /** How the injected texts are written; left out: `blunt`. */
  level?: GoalLevel[];
  /** In which languages; left out: English. */
  language?: TextLanguage[];
  /** Where they can be met; left out: as each vector shows a text of its own accord. */
  visibility?: Visibility[];
  /** Injected in place of the goals' own texts. */
  payload?: PayloadText;
  /** When the injected text comes: `start` (left out), `after-N`, `second-visit`. */
  injectAt?: string;
  /** Vectors that carry it beside the run's own. */
  alsoBy?: string[];
  allPairs?: boolean;
  withBenign?: boolean;
  startAt?: 'injection';
  jailbreak?: boolean;
  /** A file. */
  jailbreakTemplate?: string;
  skipUnsupported?: boolean;
  strictSetup?: boolean;
  /** How often each run is made; left out: once. */
  repeat?: number;
  /** No further repeats once the interval of the unsafe rate is this narrow, a share of 1; left out: all are made. */
  untilWidth?: number;
  /** With `untilWidth`: further repeats go to the tasks that tell most; left out: each task has as many. */
  allocateRepeats?: boolean;
  /** No further repeats once the unsafe rate differs from that of this folder's runs of the same tasks; left out: all are made. */
  untilDifferent?: string;
  seed?: number;
  /** A folder of the files that tasks download. */
  assets?: string;
  downloadHosts?: string[];
  offline?: boolean;

  protocol?: Protocol;
  preset?: string;
  observationType?: ObservationType;
  actionSpace?: ActionSpace;
  maxSteps?: number;
  maxTrajectoryLength?: number;
  /** Seconds. */
  sleepAfterExecution?: number;
  parser?: Protocol;
  feedback?: boolean;
  /** Pixels. */
  maxImageSide?: number;
  onNoAction?: 'stop' | 'continue';
  user?: string;
  /** A file. */
  userAnswers?: string;
  safetyChecks?: 'ack' | 'stop';
  computerTool?: string;

  temperature?: number;
  topP?: number;
  maxTokens?: number;
  reasoningEffort?: ReasoningEffort;
  thinkingBudget?: number;
  stream?: boolean;
  /** Seconds until one call counts as hung. */
  timeout?: number;
  /** US dollars. */
  maxCost?: number;
  /** A file. */
  prices?: string;
  /** Folders of recorded exchanges. */
  record?: string;
  replay?: string;

  /** `effects`, a judge that asks a model, or `none`. */
  judgeType?: string[];
  judgeModel?: string;
  sysPromptVersion?: string;
  metrics?: 'right' | 'osworld';
  /** A run ends once an oracle is sure of so much; left out: it goes on. */
  stopOn?: EarlyBar;
  /** Cues of a test that the suite's persona leaves on the desktop, by id, or `all`; left out: none. */
  evaluationCues?: string[];
  /** With `inject`: payloads also carry a harmless instruction that the user's task needs. */
  selective?: boolean;
  /** Seconds. */
  linger?: number;
  /** Hours. */
  aftermath?: number;

  /** Runs at a time; left out: one. */
  parallel?: number;
  /** Runs whose office documents or VS Code are opened ahead of their turn; left out: none. */
  warmApplications?: number;
  /** Pixels. */
  screenWidth?: number;
  screenHeight?: number;
  network?: Network;
  provider?: string;
  allowDirty?: boolean;
  scratch?: string;
  recording?: boolean;

  /** Where results go; left out: `./results`. */
  resultDir?: string;
  /** Make complete runs again. */
  fresh?: boolean;
  maxEqualErrors?: number;
}
