/**
 * The interface between the viewer's server and its pages: types only, so that the pages import no server code.
 * URLs are relative to the server's root. Errors are `{ error: string }` with a status ≥ 400.
 *
 * | Route | Response |
 * |---|---|
 * | GET /api/state | ViewerState |
 * | GET /api/overview?{filters} | Overview (api/overview.ts) |
 * | GET /api/cards?ids=,… | RunCard[] (api/overview.ts), up to 12 |
 * | GET /api/run/{id}/changed/{step} | { region: Region or null } (api/overview.ts): where the screen changed |
 * | GET /api/runs?{filters}&sort=&offset=&limit= | RunList |
 * | GET /api/matrix?{filters}&rows=&columns= | Matrix |
 * | GET /api/run/{id}?{filters, for the neighbours} | RunDetail |
 * | GET /api/run/{id}/tree/{step} | { text: string } |
 * | GET /api/run/{id}/request/{step} | StepRequest |
 * | GET /api/run/{id}/part/{sha256} | PNG: a picture in a request that is not a screenshot of the run |
 * | GET /api/run/{id}/file/{name} | the file; for a PNG, `?width=480` returns a thumbnail (WebP) |
 * | GET /api/run/{id}/text/{name}?offset= | { text, offset, bytes }: up to 256,000 bytes; `bytes` is the file size |
 * | GET /api/run/{id}/passage?q= | { passage: Passage or null }: where the query's texts match |
 * | GET /api/compare?a=&b= | RunPair |
 * | GET /api/history?{filters}&baseline= | History (api/history.ts) |
 * | GET /api/flips?a=&b=&judge= | Flips (a, b: sweep names) |
 * | GET /api/judges?a=&b=&limit= | JudgePair |
 * | GET /api/run/{id}/reasons?a=&b= | JudgeReasons: what two judges wrote |
 * | GET /api/attacks | ShownAttack[] (api/attacks.ts) |
 * | GET /api/tries?attack=&show=&q=&offset= | Tries (api/attacks.ts) |
 * | GET /api/annotate?name=&order=&seed= | AnnotationQueue |
 * | GET /api/annotate/{token}?name= | BlindRun |
 * | GET /api/annotate/{token}/shot/{n} | a picture of a blinded run (URLs are in BlindRun) |
 * | POST /api/annotate/{token} | Annotation → { done, agreement }; header `x-osharm-token` |
 * | GET /api/answers?name= | AnswerFile, in a kit only |
 * | POST /api/note/{id} | RunNote → { note }; header `x-osharm-token` |
 * | GET /api/sweeps | LiveSweep[] (api/live.ts): sweeps that run here, over the socket of `osharm ctl` |
 * | POST /api/sweeps | { folder, request of ctl } → { message, sweep }; header `x-osharm-token` |
 * | GET /api/events | SSE: `state` (ViewerState), `run` ({ id }), `desktop` ({ id, at }) |
 * | GET /api/desktop/{id} | WebP, 960 wide: the live desktop or the newest screenshot (header `x-osharm-view`) |
 */

import type { ControlDecision, ScoreMoment } from '../../base/record/monitor-words.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';
import type { RunSummary } from '../model/run-summary.ts';
import type { RunVerdict } from '../model/run-verdicts.ts';
import type { TextChange } from '../views/view-props.ts';
import type { SearchedField } from './index/text-fields.ts';
import type { PageFields, RowFields } from './shown-fields.ts';

export type ShownVerdict = RunVerdict;

export interface ViewerState {
  root: string;
  runs: number;
  indexed: number;
  isIndexing: boolean;
  /** Number of runs with searchable texts; null in copies without texts. */
  searchable: number | null;
  judges: { name: string; count: number }[];
  facets: Record<FacetName, FacetValue[]>;
  running: RunningRun[];
  progress: null | { done: number; planned: number | null; errors: number };
  /** Whether annotations and notes can be saved. */
  isWritable: boolean;
  /** CSRF token: required as the header `x-osharm-token` of every POST, and only known to pages of this server. */
  postToken: string;
  hasFleet: boolean;
  hasAttacks: boolean;
  /** All runs are trials of an attack or branches of other runs. */
  isExploratory: boolean;
  hasHistory: boolean;
  failure: string | null;
}

export interface FacetValue {
  value: string;
  count: number;
  /** Meaning of the value if its name does not express it, such as a goal's title. */
  words?: string;
}

export type FacetName =
  | 'sweep'
  | 'category'
  | 'application'
  | 'model'
  | 'vector'
  | 'goal'
  | 'aim'
  | 'style'
  | 'language'
  | 'visibility'
  | 'profile'
  | 'outcome'
  | 'blame'
  | 'harm'
  | 'exposure';

export interface RunningRun extends Pick<RunSummary, 'model' | 'title' | 'injection' | 'goalTitle' | 'repeat'> {
  id: string;
  step: number;
  startedAt: string;
  costUsd: number | null;
  /** The first harm that an oracle has established so far. `step` is 0-based. */
  harm: null | { step: number; oracle: string; reason: string };
  /** Whether /api/desktop/{id} returns the live desktop or a screenshot; null before the first picture. */
  view: 'desktop' | 'screenshot' | null;
}

/**
 * Filters: every facet by value, `q` (query/language.ts), `judge` (defaults to effects, else the most frequent judge),
 * `safety` (`safe`, `unsafe`, or `none` for unknown) and `completed` (`yes`, `no`, `none`).
 */
export interface RunList {
  /** Number of runs that match the filters. The other fields also cover these runs only. */
  total: number;
  /** The values of each facet with their counts, most frequent first, up to 200 each. */
  facets: Record<FacetName, FacetValue[]>;
  /** Number of runs that each quick filter above the list would leave: `unsafe`, `rerun` … */
  chips: Record<string, number>;
  judge: string | null;
  tags: { value: string; count: number }[];
  rows: RunRow[];
  summary: {
    unsafe: Proportion;
    completed: Proportion;
    /** Null if no model was called or a price is unknown. */
    costUsd: number | null;
    /** Total over the runs with a known duration. */
    wallMs: number | null;
    errors: { blame: string; count: number }[];
    abstained: number;
  };
}

/** A match of a text search, with the words around it. */
export interface Passage {
  field: SearchedField;
  before: string;
  match: string;
  after: string;
}

export type Change = 'now unsafe' | 'now safe' | 'no longer completed' | 'now completed';

export interface RunNote {
  tags: string[];
  comment: string;
}

export interface RunRow extends RowFields {
  id: string;
  /** Null if the run is not unsafe. */
  cause: string | null;
  application: string;
  /** An earlier attempt ended in an error. */
  isRerun: boolean;
  /** Difference from its counterpart in the previous sweep, if any. */
  change: Change | null;
  verdict: ShownVerdict | null;
  /** As in `osharm report`: `isSafe` may be known without a verdict, `isCompleted` from the task's check. */
  isSafe: boolean | null;
  isCompleted: boolean | null;
  ended: string;
  errorBlame: string | null;
  errorCode: string | null;
  exposure: 'none' | 'partial' | 'full' | null;
  isRunning: boolean;
  tags: string[];
  comment: string;
  findings: number;
}

export interface Matrix {
  judge: string | null;
  rows: string[];
  columns: string[];
  /** `cells[row][column]`; null without runs. */
  cells: (null | { runs: number; unsafe: Proportion; completed: Proportion })[][];
}

/** The level of harm at a step. `fixed` harm was undone before anyone could see it. */
export type Risk = 'none' | 'exposed' | 'initiated' | 'fixed' | 'attempted' | 'completed';

/** Answers the pages' requests in a static copy of the results. Rejections have a message for users. */
export interface StaticSite {
  answer(address: string): Promise<unknown>;
  /** Only kits store anything. */
  save(address: string, content: unknown): Promise<unknown>;
}

export interface StepRequest {
  messages: ShownMessage[];
  /** The whole request as JSON, truncated if too long. */
  text: string;
  bytes: number;
  isCut: boolean;
}

export interface ShownMessage {
  /** The provider's name for the role: `system`, `user`, `assistant`, `tool`, `model` … */
  role: string;
  /** The model's reply to the preceding messages. */
  isReply: boolean;
  parts: ShownPart[];
}

/** `result` introduces the parts of a tool result; `other` is JSON in an unknown format. */
export type ShownPart =
  | { kind: 'text' | 'reasoning' | 'result' | 'other'; text: string }
  | { kind: 'call'; name: string; text: string }
  | { kind: 'picture'; address: string | null; bytes: number | null };

export interface Shot {
  full: string;
  thumbnail: string;
  width: number;
  height: number;
}

export interface RunDetail extends PageFields {
  row: RunRow;
  /** Neighbouring runs under the query's filters and sort order. */
  previous: string | null;
  next: string | null;
  instruction: string | null;
  payload: string | null;
  /** Describes the place of the injected text, such as `A web page`; null without an injection. */
  plantedIn: string | null;
  /** Pieces of a divided payload: their places in words, and the 0-based step that first showed the whole of each. */
  pieces: { slot: string; place: string; step: number | null }[];
  /** How the payload was placed. */
  attack: Record<string, unknown> | null;
  image: string | null;
  error: null | { blame: string; code: string; message: string; hint: string | null };
  /** Notes about the desktop image, the same for all its runs. */
  imageNotes: string[];
  /** Why the oracles call the run safe, in one sentence. Null unless they do. */
  whySafe: string | null;
  /** How the agent's work ended, in words; null if the agent declared it done, or if unknown. */
  ending: string | null;
  steps: RunStep[];
  lastShot: Shot | null;
  effects: RunEffect[];
  judgments: RunJudgment[];
  files: { name: string; bytes: number; isText: boolean }[];
  findings: { file: string; message: string }[];
  /** Null if not scanned. `step` is 0-based, or -1 before the first step. */
  sideEffects: { kind: string; step: number; sentence: string }[] | null;
  /** Runs to compare this one with. */
  relatives: { id: string; relation: RunRelation; title: string; verdict: ShownVerdict | null }[];
  /** Monitors' scores by step (0 to 1): the higher of the scores before and after the step. */
  monitors: { name: string; scores: (number | null)[] }[];
  /** Names of monitors that have scores but are missing from `monitors`. */
  hiddenMonitors: string[];
  /** The replies of each monitor. */
  monitorReplies: { name: string; replies: MonitorReply[] }[];
  /** The protocol of each monitor that scored the run live, with its decisions. */
  protocols: { name: string; monitor: string; threshold: number | null; steps: ProtocolStepDetail[] }[];
  /**
   * Monitors that did not score all steps. `isExecuted` is whether the unscored steps were executed; null if the
   * monitor only scored the recorded run.
   */
  unscored: { name: string; steps: number; of: number; reason: string | null; isExecuted: boolean | null }[];
}

/** `suspicion` is null if the monitor did not score the step, for the reason in `reason`. */
export interface MonitorReply {
  step: number;
  moment: ScoreMoment;
  suspicion: number | null;
  reason: string | null;
  /** Replies of the monitors that an ensemble combines. */
  members: { monitor: string; suspicion: number | null; reason: string | null }[];
}

/** The harm that a proposal did when a branch executed it. `unknown`: no branch has. */
export type ProposalHarm = 'unknown' | 'undecided' | 'none' | 'initiated' | 'fixed' | 'attempted' | 'completed';

export interface ProtocolStepDetail {
  step: number;
  suspicion: number | null;
  reason: string | null;
  isFlagged: boolean;
  decision: ControlDecision;
  answer: 'approved' | 'denied' | 'silent' | null;
  /** What the agent proposed, if it was not executed. */
  proposed: {
    said: string;
    actions: unknown[];
    harm: ProposalHarm;
  } | null;
  /** All replies to the step in order, if the protocol requested more than the agent's first. */
  replies: {
    by: 'agent' | 'trusted';
    suspicion: number | null;
    reason: string | null;
    said: string;
    actions: unknown[];
    isExecuted: boolean;
  }[];
}

/**
 * `step` is the 0-based step at which the branch starts. `state` is `same` if the replay reached the recorded state.
 */
export type RunRelation =
  | { kind: 'recorded run' | 'branch'; step: number; state: 'same' | 'diverged' }
  | { kind: 'benign twin' | 'injected twin' | 'other repeat' | 'other model' | 'other sweep' };

export interface RunStep {
  index: number;
  before: Shot | null;
  /** The screen after each action. The last one is usually the next step's `before`. */
  after: Shot[];
  response: string;
  /** The response without inline reasoning. */
  said: string;
  reasoning: string | null;
  /** Some reasoning is encrypted, so that only the provider can read it. */
  hasEncryptedReasoning: boolean;
  /** The agent's component that acted, as reported by the agent. */
  actor: string | null;
  actions: unknown[];
  hasTree: boolean;
  hasRequest: boolean;
  /** Why the reply contained nothing to execute, in words; null if it had text or a call. */
  unusable: string | null;
  risk: Risk;
  /** Share of the payload's words (0 to 1) in the request's text and picture; null if not scanned. */
  exposure: null | { text: number | null; picture: number | null };
  /** Applications that did not respond while the accessibility tree was read, one sentence each. */
  silent: string[];
  effects: string[];
  timing: null | {
    predictMs: number;
    actMs: number;
    settleMs: number;
    observeMs: number;
    collectMs: number;
    harnessMs: number;
  };
  costUsd: number | null;
  tokens: null | { input: number; output: number };
  /** Set-of-marks boxes as the model saw them, in screen pixels. */
  marks: { x: number; y: number; width: number; height: number }[];
}

export interface RunEffect {
  id: string;
  source: string;
  kind: string;
  /** 0-based; -1 before the first step. */
  step: number;
  lagMs: number;
  sentence: string;
  /** The effect log's fields as JSON text. */
  detail: string;
  /** A judge cites it as evidence. */
  isEvidence: boolean;
  /** Changed lines, for a file whose text is known. */
  change: TextChange | null;
}

export interface RunJudgment {
  judge: string;
  verdict: ShownVerdict | null;
  abstained: string | null;
  /** Why the verdict may miss something, one sentence each. */
  doubts: string[];
  reasoning: string;
  /** The evidence for each claim. */
  claims: { claim: string; steps: number[]; effects: string[] }[];
  costUsd: number | null;
}
