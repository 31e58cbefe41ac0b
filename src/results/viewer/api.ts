/**
 * What the viewer's server answers and its pages read. Types alone: nothing of the server comes into the pages by it.
 * All addresses are relative to the server's root; `{id}` is a run's id (URL-safe). Errors are `{ error: string }` with a status ≥ 400.
 *
 * | Address | Answers |
 * |---|---|
 * | GET /api/state | ViewerState |
 * | GET /api/overview?{filters} | Overview (api/overview.ts) |
 * | GET /api/cards?ids=,… | RunCard[] (api/overview.ts), at most 12 |
 * | GET /api/run/{id}/changed/{step} | { region: Region or null } (api/overview.ts): where the screen changed |
 * | GET /api/runs?{filters}&sort=&offset=&limit= | RunList |
 * | GET /api/matrix?{filters}&rows=&columns= | Matrix |
 * | GET /api/run/{id}?{filters, for the neighbours} | RunDetail |
 * | GET /api/run/{id}/tree/{step} | { text: string } |
 * | GET /api/run/{id}/request/{step} | StepRequest |
 * | GET /api/run/{id}/part/{sha256} | a picture (PNG) of a request that is no screenshot of the run |
 * | GET /api/run/{id}/file/{name} | the bytes; `?width=480` of a PNG: a thumbnail (WebP) |
 * | GET /api/run/{id}/text/{name}?offset= | { text, offset, bytes } (256,000 bytes of a text file from `offset`; `bytes`: of the whole file) |
 * | GET /api/compare?a=&b= | RunPair |
 * | GET /api/history?{filters}&baseline= | History (api/history.ts) |
 * | GET /api/flips?a=&b=&judge= | Flips (a, b: sweep names) |
 * | GET /api/judges?a=&b= | JudgePair |
 * | GET /api/attacks | ShownAttack[] (api/attacks.ts) |
 * | GET /api/annotate?name=&order=&seed= | AnnotationQueue |
 * | GET /api/annotate/{token}?name= | BlindRun |
 * | GET /api/annotate/{token}/shot/{n} | a picture of a blinded run (addresses stand in BlindRun) |
 * | POST /api/annotate/{token} | Annotation → { done, agreement }; header `x-osharm-token` |
 * | POST /api/note/{id} | RunNote → { note }; header `x-osharm-token` |
 * | GET /api/events | SSE: `state` (ViewerState), `run` ({ id }), `desktop` ({ id, at }) |
 * | GET /api/desktop/{id} | the screen of a running run's desktop as it is now, else its newest screenshot (WebP, 960 wide; header `x-osharm-view`: which) |
 */

import type { RunAwareness } from './api/awareness.ts';

/** k of n with its interval (95 %); null bounds where n is 0. */
export interface RateInterval {
  k: number;
  n: number;
  low: number | null;
  high: number | null;
}

export interface ShownVerdict {
  success: boolean;
  safety: boolean;
  /** 0-based. */
  violationStep: number | null;
}

export interface ViewerState {
  /** The folder that is shown. */
  root: string;
  runs: number;
  /** Indexing: how many of the runs that were found are read. */
  indexed: number;
  isIndexing: boolean;
  /** Of so many runs the texts can be searched; null: of none, they are no part of this copy. */
  searchable: number | null;
  /** The judges whose verdicts there are, most first: `effects/oracle/v1`, `human/NAME` … */
  judges: { name: string; count: number }[];
  /** Values that filters can take, with their counts. */
  facets: Record<FacetName, FacetValue[]>;
  /** Runs that are being made now. */
  running: RunningRun[];
  /** Of the sweep that is being made: runs that it has in all, and those that are complete; null where none is. */
  progress: null | { done: number; planned: number | null; errors: number };
  /** Steps may be annotated and files written; false for a folder that can't be written to. */
  isWritable: boolean;
  /** To be sent back as header `x-osharm-token` of every POST: only a page of this server can know it. */
  postToken: string;
  /** The viewer shows a queue too. */
  hasFleet: boolean;
  /** Trials of `osharm attack` are among the runs. */
  hasAttacks: boolean;
  /** The folder holds several sweeps, one after another. */
  hasHistory: boolean;
  /** Why the tree is no longer read; null while it is. */
  failure: string | null;
}

/** A value of a facet and its runs. */
export interface FacetValue {
  value: string;
  count: number;
  /** What it means, where its name does not say it: a goal's title. */
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

export interface RunningRun {
  id: string;
  model: string;
  taskId: string;
  injection: null | { vector: string; goal: string };
  /** What the injected text asks for, in words; null where nothing says it. */
  goalTitle: string | null;
  step: number;
  startedAt: string;
  title: string;
  /** US dollars so far; null: a price is not known. */
  costUsd: number | null;
  /** The first harm that an oracle is sure of so far (`step`: 0-based); null: none. */
  harm: null | { step: number; oracle: string; reason: string };
  /** What /api/desktop/{id} shows: its desktop as it is now, or, where that can't be looked at, its newest screenshot; null: nothing yet. */
  view: 'desktop' | 'screenshot' | null;
}

/**
 * Filters, each at most once in the query: every facet by its value, `q` (the filter language of query/language.ts), `judge` (whose verdicts
 * count; default: effects, else the most frequent), `safety` (`safe`, `unsafe`, `none`: not known), `completed` (`yes`, `no`, `none`).
 */
export interface RunList {
  /** Runs that the filters leave. */
  total: number;
  /** Of these runs: the values of each facet with their counts, most first, at most 200 each. */
  facets: Record<FacetName, FacetValue[]>;
  /** Of these runs, how many each of the chips above the list would leave: `unsafe`, `rerun` … */
  chips: Record<string, number>;
  judge: string | null;
  /** Of these runs: the tags that people gave them, most first. */
  tags: { value: string; count: number }[];
  rows: RunRow[];
  /** Over all runs that the filters leave. */
  summary: {
    unsafe: RateInterval;
    completed: RateInterval;
    /** Null where no model was asked or a price isn't known. */
    costUsd: number | null;
    /** Of the runs that say how long they took; null where none does. */
    wallMs: number | null;
    /** Runs without a result, by whose fault it was. */
    errors: { blame: string; count: number }[];
    abstained: number;
  };
}

/** How a run differs from the same run of the sweep before. */
export type Change = 'now unsafe' | 'now safe' | 'no longer completed' | 'now completed';

/** What people noted of a run. */
export interface RunNote {
  tags: string[];
  comment: string;
}

export interface RunRow {
  id: string;
  sweep: string;
  taskId: string;
  /** What the task is about, in words. */
  title: string;
  /** Tasks of one family are variants of each other: the base, its benign twin, its warned variant, its injections. */
  family: string;
  /** Why it is unsafe, in one sentence; null where it isn't. */
  cause: string | null;
  /** What the injected text asks for, in words; null where nothing says it. */
  goalTitle: string | null;
  category: string;
  application: string;
  model: string;
  isReference: boolean;
  injection: null | { vector: string; goal: string };
  repeat: number;
  /** An earlier attempt ended in an error. */
  isRerun: boolean;
  /** The verdict may miss something. */
  isDoubtful: boolean;
  /** How it differs from the same run of the sweep before; null: not at all, or there is none. */
  change: Change | null;
  profile: string;
  /** Of the judge that counts; null: it gave none. */
  verdict: ShownVerdict | null;
  /**
   * As in `osharm report`: of the effect judge safety may be known where it gave no verdict, of an injection's task without its attack completion by its
   * own check; null: not known.
   */
  isSafe: boolean | null;
  isCompleted: boolean | null;
  /** How far the harm went by the oracles; null where none of them decided. */
  harm: 'none' | 'initiated' | 'fixed' | 'attempted' | 'completed' | null;
  outcome: string | null;
  /** What became of the task, in words. */
  ended: string;
  errorBlame: string | null;
  errorCode: string | null;
  exposure: 'none' | 'partial' | 'full' | null;
  steps: number;
  wallMs: number | null;
  costUsd: number | null;
  isRunning: boolean;
  tags: string[];
  comment: string;
  /** Damage that the reader met. */
  findings: number;
}

export interface Matrix {
  judge: string | null;
  rows: string[];
  columns: string[];
  /** `cells[row][column]`; null where there is no run. */
  cells: (null | { runs: number; unsafe: RateInterval; completed: RateInterval })[][];
}

/** How far harm went in a step; `fixed`: it was done, and undone before others could see it. */
export type Risk = 'none' | 'exposed' | 'initiated' | 'fixed' | 'attempted' | 'completed';

/** What answers the pages' addresses where they are a static site. Rejects with an error whose message a person can read. */
export interface StaticSite {
  answer(address: string): Promise<unknown>;
}

/** What a step's model was sent and what it said. */
export interface StepRequest {
  messages: ShownMessage[];
  /** All of it as JSON, cut where it is too long. */
  text: string;
  bytes: number;
  isCut: boolean;
}

export interface ShownMessage {
  /** As the provider names it: `system`, `user`, `assistant`, `tool`, `model` … */
  role: string;
  /** The model's answer to the messages above it. */
  isReply: boolean;
  parts: ShownPart[];
}

/** `result` heads the parts of a tool's answer; `other` is JSON of a form that is not known. */
export type ShownPart =
  | { kind: 'text' | 'reasoning' | 'result' | 'other'; text: string }
  | { kind: 'call'; name: string; text: string }
  | { kind: 'picture'; address: string | null; bytes: number | null };

/** A picture of the screen. `full` and `thumbnail` are addresses. */
export interface Shot {
  full: string;
  thumbnail: string;
  width: number;
  height: number;
}

export interface RunDetail {
  row: RunRow;
  /** Neighbours under the query's filters and sort. */
  previous: string | null;
  next: string | null;
  instruction: string | null;
  /** The injected text. */
  payload: string | null;
  /** Where the injected text was, in words: `A web page`; null: there is none. */
  plantedIn: string | null;
  /** How the payload was placed. */
  attack: Record<string, unknown> | null;
  provider: string;
  image: string | null;
  startedAt: string | null;
  error: null | { blame: string; code: string; message: string; hint: string | null };
  score: number | null;
  /** What the task's own check found. */
  check: { holds: boolean; reason: string }[];
  steps: RunStep[];
  /** What the agent knew, by its words; null: it gave no reply. */
  awareness: RunAwareness | null;
  /** The last screen, after the last action. */
  lastShot: Shot | null;
  effects: RunEffect[];
  judgments: RunJudgment[];
  /** Milliseconds by phase. */
  phases: Record<string, number>;
  /** By role (`agent`, `judge` …). */
  spent: Record<
    string,
    { calls: number; inputTokens: number | null; outputTokens: number | null; costUsd: number | null }
  >;
  files: { name: string; bytes: number; isText: boolean }[];
  findings: { file: string; message: string }[];
  /** What a reader should know of the desktop (`desktopNotes` of run.json). */
  desktopNotes: string[];
  /** What went wrong beside the run (`faults` of run.json): a video, closing the desktop. `phase`: where in the run; null: unknown. */
  faults: { code: string; phase: string | null; message: string }[];
  /** Lasting changes beside what the task asks for; null: not scanned. `step`: 0-based; -1 before the first. */
  sideEffects: { kind: string; step: number; sentence: string }[] | null;
  /** Off which run it branches, and what differed where its steps led to another state; null: off none. */
  branch: null | {
    parent: string;
    step: number;
    state: 'same' | 'diverged';
    divergedAt: number | null;
    differences: string[];
  };
  /** Steps of an interrupted run whose replies it used; null: it began anew. */
  resumedSteps: number | null;
  /** Its first steps, done again after another trial of the same attack; null: all are its own. */
  sharedSteps: number | null;
  /** What an oracle's word ended it on; null: nothing did. */
  stoppedEarly: null | { on: string; oracle: string; stepsLeft: number };
  /** Earlier attempts of this run, which failed. */
  attempts: { code: string; blame: string; message: string }[];
  /** Benign run and injected runs of the same task by the same model, other repeats, other models with the same attack. */
  relatives: { id: string; relation: RunRelation; title: string; verdict: ShownVerdict | null }[];
  hasRecording: boolean;
  /** What monitors scored, by step (0 … 1; the higher of before and after it); null: nothing. */
  monitors: { name: string; scores: (number | null)[] }[];
}

/** What another run is to the one that is shown. `step`, `state`: where the branch begins (0-based), and whether doing the recorded steps led to the recorded state. */
export type RunRelation =
  | { kind: 'recorded run' | 'branch'; step: number; state: 'same' | 'diverged' }
  | { kind: 'benign twin' | 'injected twin' | 'other repeat' | 'other model' | 'other sweep' };

export interface RunStep {
  /** 0-based. */
  index: number;
  /** What the agent saw. */
  before: Shot | null;
  /** After each action; the last is the next step's `before`, as a rule. */
  after: Shot[];
  response: string;
  /** The response without thoughts that stand in it. */
  said: string;
  /** What can be read of the model's reasoning; null: nothing. */
  reasoning: string | null;
  /** There is reasoning that only the provider can read. */
  hasEncryptedReasoning: boolean;
  /** Which of the agent's parts acted, by its own words; null: it names none. */
  actor: string | null;
  actions: unknown[];
  hasTree: boolean;
  hasRequest: boolean;
  risk: Risk;
  /** Shares of the payload's words (0 … 1) in the request's text and picture; null where not scanned. */
  exposure: null | { text: number | null; picture: number | null };
  /** Applications that did not answer while the step's tree was read, one sentence each. */
  silent: string[];
  /** Ids of the effects that this step caused. */
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
  /** Set-of-marks as the model saw them, pixels of the screen; empty where there were none. */
  marks: { x: number; y: number; width: number; height: number }[];
}

export interface RunEffect {
  id: string;
  source: string;
  kind: string;
  /** 0-based; -1 before the first. */
  step: number;
  lagMs: number;
  sentence: string;
  /** The fields of the effect log's line, as JSON text. */
  detail: string;
  /** A judge's verdict rests on it. */
  isEvidence: boolean;
  /** Of a file whose text is known: lines that came and went; null: of no such file. */
  change: TextChange | null;
}

/** Lines of a file that changed, with a line around them. */
export interface TextChange {
  /** False: what it said before is not known, and the lines are what it says now. */
  isCompared: boolean;
  lines: { sign: '+' | '-' | ' '; text: string }[];
  linesLeft: number;
}

export interface RunJudgment {
  judge: string;
  verdict: ShownVerdict | null;
  /** Why there is no verdict. */
  abstained: string | null;
  /** Why the verdict may miss something, a sentence each. */
  doubts: string[];
  reasoning: string;
  /** What each claim rests on. */
  claims: { claim: string; steps: number[]; effects: string[] }[];
  costUsd: number | null;
}
