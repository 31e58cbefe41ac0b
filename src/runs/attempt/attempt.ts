import type { Agent, AgentReply } from '../../agents/agent.ts';
import type { AnsweringModel } from '../../agents/models/answering-model.ts';
import type { CallLine, PartLine } from '../../agents/models/call-record.ts';
import { isTaskRole } from '../../agents/models/text-model.ts';
import { answeredQuestion } from '../../agents/user.ts';
import { noBlocks, type PartBlocks } from '../../base/record/part-blocks.ts';
import { runName } from '../../base/record/paths.ts';
import { reasoningLine } from '../../base/record/reasoning.ts';
import type { RecordedError, RunJson, StepTiming } from '../../base/record/run-json.ts';
import { RunRecord } from '../../base/record/run-record.ts';
import type { RunListener } from '../../base/record/sweep-log.ts';
import { recordedError } from '../../base/record/typed-error.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { SilentApplication } from '../../desktop/client/protocol.ts';
import { silentSentence } from '../../desktop/client/silent-applications.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import type { Canaries, InitialFiles } from '../../evidence/effect-log/effect.ts';
import type { RunningEffectLog } from '../../evidence/effect-log/effect-log.ts';
import { injectionName, type PlannedRun } from '../plan/planned-run.ts';
import { blameFailure, type FailedAs, isExcuse } from './blame-failure.ts';
import { capabilitiesOf } from './capabilities.ts';
import { Deadline, type WorkLimit } from './deadline.ts';
import { loggedParams, loggedTask } from './logged-run.ts';
import { loopWatch } from './loop-watch.ts';
import type { Part } from './part.ts';
import { type Activity, type Phase, Phases } from './phases.ts';
import type { Sweep } from './planned-sweep.ts';
import type { ProgramControl } from './program-control.ts';
import { noTokens, type RunTokens, withReply } from './run-tokens.ts';

/** How long closing agent and desktop may take, in milliseconds. */
const closeLimit = 30_000;
/** Characters of a refusal that `run.json` keeps. */
const longestRefusal = 1_000;
/** How long abandoned work is waited for, in milliseconds. */
const joinLimit = 5_000;

/** One attempt of a run: what it has brought up, what it has measured, and the one deadline under which all its work is done. */
export class Attempt {
  readonly sweep: Sweep;
  readonly run: PlannedRun;
  /** The person's: aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Earlier attempts of the same run. */
  readonly earlier: RunJson['attempts'];
  readonly canaries: Canaries;
  readonly record: RunRecord;
  readonly listener: RunListener | undefined;
  readonly phases: Phases;
  readonly parts: readonly Part[];
  /** Unix milliseconds. */
  readonly startedAt: number;
  agent: Agent | null = null;
  desktop: Desktop | null = null;
  /** Of a task whose set-up and check are a program's. */
  program: ProgramControl | null = null;
  effectLog: RunningEffectLog | null = null;
  /** What oracles compare the end with. */
  initial: InitialFiles | undefined = undefined;
  /** The agent has acted in the desktop: from now on it may be the cause of what fails there. */
  hasActed = false;
  /** Why nothing more can be had of the desktop, through what the agent did; null: it goes on. */
  lost: string | null = null;
  readonly steps: StepTiming[] = [];
  tokens: RunTokens = noTokens;
  /** What models took that the task calls: `user`, `evaluator`. */
  readonly taskTokens = new Map<string, RunTokens>();
  /** The last action that was executed; null before the first. */
  lastAction: unknown = null;
  /** What the agent asked its user, and what it was answered. */
  readonly questions: { question: string; answer: string }[] = [];
  /** The agent's last reply. */
  answer = '';
  /** Models that answered the agent's calls. */
  readonly answeredBy = new Map<string, AnsweringModel>();
  /** Set once a provider, a gateway or the model refused. */
  refusal: RunJson['refusal'] = null;
  /** What commands of set-up and `postconfig` printed, by the names that their steps gave it. */
  readonly outputs = new Map<string, string>();
  /** Steps of set-up that failed and were passed over, in words. */
  readonly setupFailures: string[] = [];
  /** What a reader of the run should know of its desktop, beside what the desktop itself notes. */
  readonly notes: string[] = [];
  /** What went wrong beside the run and cost it nothing but what the message names. */
  readonly faults: RecordedError[] = [];
  /** Parts that `calls.jsonl` holds, by SHA-256. */
  readonly #storedParts = new Set<string>();
  readonly #deadline: Deadline;

  constructor(
    sweep: Sweep,
    run: PlannedRun,
    options: {
      signal: AbortSignal;
      earlier: RunJson['attempts'];
      onActivity?(activity: Activity): void;
      createParts(attempt: Attempt): readonly Part[];
    },
  ) {
    const { clock } = sweep.dependencies;
    this.sweep = sweep;
    this.run = run;
    this.signal = options.signal;
    this.earlier = options.earlier;
    this.#deadline = new Deadline(options.signal);
    this.phases = new Phases(options.onActivity);
    this.canaries = makeCanaries(run.canarySeed);
    this.startedAt = clock.now();
    loopWatch();
    this.listener = sweep.log?.ofRun(run.domain, runName(run.taskId, injectionName(run)));
    this.listener?.started(run.task.instruction);
    this.record = new RunRecord(run.directory, loggedParams(run), loggedTask(run), clock, this.listener);
    this.parts = options.createParts(this);
  }

  /** Does one piece of work as part of a phase, under its limit. `late` gets what comes when nobody waits any more. */
  async within<T>(
    phase: Phase,
    limit: WorkLimit,
    action: (signal: AbortSignal) => Promise<T>,
    late?: (value: T) => Promise<void>,
  ): Promise<T> {
    return this.phases.time(phase, () => this.limited(limit, action, late));
  }

  /** The same inside a phase that is being timed. */
  async limited<T>(
    limit: WorkLimit,
    action: (signal: AbortSignal) => Promise<T>,
    late?: (value: T) => Promise<void>,
  ): Promise<T> {
    return this.#deadline.run(limit, action, late);
  }

  /** True where the agent has ended its desktop, also where that shows only now. */
  isLost(): boolean {
    const end = this.desktop?.state();
    if (end?.state === 'destroyed' && this.hasActed) this.lost ??= end.reason;
    return this.lost !== null;
  }

  /** Whose a failure is. One that is the agent's own doing loses the desktop. */
  async blame(thrown: unknown): Promise<FailedAs> {
    const failed = await blameFailure(thrown, {
      signal: this.signal,
      desktop: this.desktop,
      hasActed: this.hasActed,
      isWatched: capabilitiesOf(this.sweep.provider).effects,
      isLost: this.lost !== null,
      phase: this.phases.of(thrown),
      heldMs: loopWatch().held(),
      wasExcused: this.earlier.some(({ error }) => isExcuse(error.code)),
    });
    if (failed.as === 'result' && this.lost === null) {
      this.lost = failed.reason;
      this.record.log(`The desktop is lost through what the agent did: ${failed.reason}`);
    }
    return failed;
  }

  /** What `work` gives; null where the agent's own doing keeps it from being had. Throws for every other failure. */
  async orLost<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (thrown) {
      if ((await this.blame(thrown)).as === 'result') return null;
      throw thrown;
    }
  }

  /** Runs what may fail without voiding the run: its failure is a fault in the record. Throws where the person stops the run. */
  async orFault(phase: Phase, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.signal.aborted) throw error;
      this.fault(error, phase);
    }
  }

  /**
   * Records one reply of the agent, before its actions are executed; `tree` is what its observation's tree reads,
   * `silent` what did not answer there.
   */
  async recordReply(
    step: number,
    reply: AgentReply,
    tree: string,
    silent: readonly SilentApplication[],
  ): Promise<void> {
    const { response, actions, answeredBy, end } = reply;
    if (answeredBy !== undefined) this.answeredBy.set(answeredBy.model, answeredBy);
    if (end?.refusal !== undefined)
      this.refusal = { ...end.refusal, message: end.reason.slice(0, longestRefusal), step };
    if (reply.isReplayed !== true) this.addTokens(reply);
    this.answer = response;
    this.record.step({ a11yTree: tree, response, actions });
    this.record.log(`Step ${step + 1}: ${response}`);
    if (reply.reasoning !== undefined && reply.reasoning.length > 0)
      this.record.append(
        'calls.jsonl',
        reasoningLine(step, reply.reasoning, (sha256) => this.#storedParts.has(sha256)),
      );
    for (const application of silent) this.record.log(`Step ${step + 1}: ${silentSentence(application)}`);
    for (const note of reply.notes ?? []) this.record.log(`Step ${step + 1}: note: ${note}`);
    this.effectLog?.stepStarted(step);
    await this.effectLog?.recordAnswer(step, response);
  }

  /** Appends a line to `calls.jsonl`; keeps answers of the task's user, and counts what models took that the task calls. */
  recordCall(line: unknown): void {
    this.record.append('calls.jsonl', line);
    const answered = answeredQuestion(line);
    if (answered !== null) this.questions.push(answered);
    const { sha256 } = line as Partial<PartLine>;
    if (sha256 !== undefined) this.#storedParts.add(sha256);
    const { kind, role = '', error, usage, costUsd = null } = line as Partial<CallLine>;
    if (kind !== 'call' || !isTaskRole(role) || error != null) return;
    const taken = usage == null ? undefined : { ...usage, costUsd };
    this.taskTokens.set(role, withReply(this.taskTokens.get(role) ?? noTokens, { usage: taken }, false));
  }

  /** Counts what a reply took that is neither recorded nor executed. */
  addTokens(reply: AgentReply): void {
    this.tokens = withReply(this.tokens, reply, this.agent?.isReference === true);
  }

  /** The parts' blocks of `run.json` as they are now; `isOver`: the attempt has ended. */
  blocks(isOver = false): PartBlocks {
    const blocks = { ...noBlocks };
    for (const part of this.parts) Object.assign(blocks, part.describe?.(isOver));
    return blocks;
  }

  /** Notes what a reader of the run should know, in its log and in `run.json`. */
  note(sentence: string): void {
    this.notes.push(sentence);
    this.record.log(`Note: ${sentence}`);
  }

  /** Notes what went wrong without voiding the run. */
  fault(error: unknown, phase: Phase = this.phases.of(error)): void {
    const fault = recordedError(error, phase);
    this.faults.push(fault);
    this.record.log(`Fault in ${phase}: ${fault.message}`);
  }

  /** Closes agent and desktop and waits for work that goes on all the same: nothing of this attempt outlives it. */
  async end(): Promise<void> {
    const { desktop, agent, program } = this;
    // A deadline of its own: the person's stop doesn't stop this.
    const closing = new Deadline(new AbortController().signal);
    await this.phases.time('close', async () => {
      try {
        await closing.run({ milliseconds: closeLimit, what: 'Closing the desktop' }, async () => {
          await Promise.all([
            desktop?.close(),
            program?.close(),
            agent?.close?.(),
            ...this.parts.map((part) => part.close?.()),
          ]);
        });
      } catch (error) {
        this.fault(error, 'close');
      }
      const left = await this.#deadline.join(this.sweep.dependencies.joinLimitMs ?? joinLimit);
      for (const what of left) this.record.log(`${what} goes on although nobody waits for it any more.`);
    });
  }
}
