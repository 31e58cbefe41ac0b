import type { Agent, AgentReply } from '../../agents/agent.ts';
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
import type { Canaries } from '../../evidence/effect-log/canaries.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import type { RunningEffectLog } from '../../evidence/effect-log/effect-log.ts';
import type { InitialFiles } from '../../evidence/effect-log/final-file.ts';
import { fillCanariesIn } from '../../tasks/setup/template.ts';
import type { AgentFile } from '../../tasks/suite/agent-files.ts';
import { skillServers } from '../../tasks/tool-layer/agent-files.ts';
import { ToolLayer } from '../../tasks/tool-layer/tool-layer.ts';
import type { ProgramControl } from '../../verdicts/osworld/evaluator/task-programs.ts';
import { injectionName, type PlannedRun } from '../plan/planned-run.ts';
import { blameFailure, type FailedAs, isExcuse } from './blame-failure.ts';
import { seenFrom } from './capabilities.ts';
import { Deadline, type WorkLimit } from './deadline.ts';
import { loggedParams, loggedTask, osHarmForm } from './logged-run.ts';
import { loopWatch } from './loop-watch.ts';
import { SessionMemory } from './memory-folder.ts';
import { ModelUse } from './model-use.ts';
import type { Part } from './part.ts';
import { type Phase, Phases, type RunActivity } from './phases.ts';
import type { Sweep } from './planned-sweep.ts';
import { SessionLog } from './session-log.ts';

const closeLimit = 30_000;
const longestRefusal = 1_000;
const joinLimit = 5_000;

/** One attempt of a run: its agent, desktop and record, its measurements, and the deadline of all its work. */
export class Attempt {
  readonly sweep: Sweep;
  readonly run: PlannedRun;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly canaries: Canaries;
  readonly record: RunRecord;
  readonly listener: RunListener | undefined;
  readonly phases: Phases;
  readonly parts: readonly Part[];
  readonly sessions = new SessionLog();
  readonly memory: SessionMemory;
  readonly tools: ToolLayer;
  /** Files of the agent itself. */
  readonly agentFiles: readonly AgentFile[];
  readonly models = new ModelUse();
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Output of set-up and `postconfig` commands, under the names that their steps define. */
  readonly outputs = new Map<string, string>();
  readonly #earlier: RunJson['attempts'];
  readonly #steps: StepTiming[] = [];
  readonly #setupFailures: string[] = [];
  readonly #notes: string[] = [];
  readonly #faults: RecordedError[] = [];
  #agent: Agent | null = null;
  #closedAgent: Agent | null = null;
  #desktop: Desktop | null = null;
  #program: ProgramControl | null = null;
  #effectLog: RunningEffectLog | null = null;
  #initial: InitialFiles | undefined = undefined;
  #originals: ReadonlyMap<string, Buffer> = new Map();
  #hasActed = false;
  #lost: string | null = null;
  #lastAction: unknown = null;
  #answer = '';
  #refusedCalls = 0;
  #refusal: RunJson['refusal'] = null;
  readonly #deadline: Deadline;

  constructor(
    sweep: Sweep,
    run: PlannedRun,
    options: {
      signal: AbortSignal;
      earlier: RunJson['attempts'];
      onActivity?(activity: RunActivity): void;
      createParts(attempt: Attempt): readonly Part[];
    },
  ) {
    const { clock } = sweep.dependencies;
    this.sweep = sweep;
    this.run = run;
    this.signal = options.signal;
    this.#earlier = [...options.earlier];
    this.#deadline = new Deadline(options.signal);
    this.phases = new Phases(options.onActivity);
    this.canaries = makeCanaries(run.canarySeed);
    this.memory = new SessionMemory(run.task, run.directory);
    this.agentFiles = run.attack?.agentFiles ?? fillCanariesIn(run.task.agent_files ?? [], this.canaries);
    const servers = run.attack?.tools ?? fillCanariesIn(run.task.tools ?? [], this.canaries);
    this.tools = new ToolLayer([...servers, ...skillServers(this.agentFiles)]);
    this.startedAt = clock.now();
    loopWatch();
    this.listener = sweep.log?.ofRun(run.domain, runName(run.taskId, injectionName(run)));
    this.listener?.started(run.task.instruction);
    this.record = new RunRecord({
      directory: run.directory,
      params: loggedParams(run),
      task: loggedTask(run),
      form: osHarmForm(run.settings),
      clock,
      listener: this.listener,
    });
    this.parts = options.createParts(this);
  }

  get agent(): Agent | null {
    return this.#agent;
  }

  get desktop(): Desktop | null {
    return this.#desktop;
  }

  /** Set if a program does the task's set-up and check (OSWorld 2.0). */
  get program(): ProgramControl | null {
    return this.#program;
  }

  get effectLog(): RunningEffectLog | null {
    return this.#effectLog;
  }

  /** Baseline to which oracles compare the final state. */
  get initial(): InitialFiles | undefined {
    return this.#initial;
  }

  /** The user's documents before the first step, by path. Only for display. */
  get originals(): ReadonlyMap<string, Buffer> {
    return this.#originals;
  }

  /** Whether the agent has acted in the desktop. Later failures of the desktop may be the agent's fault. */
  get hasActed(): boolean {
    return this.#hasActed;
  }

  /** Why the agent's actions made the desktop unusable; null while it is usable. */
  get lost(): string | null {
    return this.#lost;
  }

  get earlier(): RunJson['attempts'] {
    return this.#earlier;
  }

  get steps(): readonly StepTiming[] {
    return this.#steps;
  }

  get lastAction(): unknown {
    return this.#lastAction;
  }

  /** Calls that were refused because too many waited. */
  get refusedCalls(): number {
    return this.#refusedCalls;
  }

  /** The agent's last reply. */
  get answer(): string {
    return this.#answer;
  }

  get refusal(): RunJson['refusal'] {
    return this.#refusal;
  }

  get setupFailures(): readonly string[] {
    return this.#setupFailures;
  }

  /** Notes on the desktop for readers of the run, in addition to the desktop's notes. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Failures that did not void the run. */
  get faults(): readonly RecordedError[] {
    return this.#faults;
  }

  /** Sets the agent of the next steps. The previous agent's last action no longer counts. */
  useAgent(agent: Agent): void {
    this.#agent = agent;
    this.#lastAction = null;
  }

  /** Closes the agent of an ended session, whose program may write its memory then. */
  async closeAgent(): Promise<void> {
    if (this.#agent === this.#closedAgent) return;
    this.#closedAgent = this.#agent;
    await this.#agent?.close?.();
  }

  useDesktop(desktop: Desktop): void {
    this.#desktop = desktop;
  }

  useProgram(program: ProgramControl): void {
    this.#program = program;
  }

  useEffectLog(effectLog: RunningEffectLog): void {
    this.#effectLog = effectLog;
  }

  useInitialFiles(initial: InitialFiles | undefined): void {
    this.#initial = initial;
  }

  useOriginals(originals: ReadonlyMap<string, Buffer>): void {
    this.#originals = originals;
  }

  /** Forgets a stale desktop and all traces of its set-up. The caller closes the desktop. */
  forgetDesktop(): void {
    this.#program = null;
    this.#desktop = null;
    this.outputs.clear();
    this.#setupFailures.length = 0;
  }

  /** Records the agent's next action, which may be a word such as `WAIT`. */
  beginAction(action: unknown): void {
    this.#lastAction = action;
  }

  acted(): void {
    this.#hasActed = true;
  }

  stepEnded(timing: StepTiming): void {
    this.#steps.push(timing);
  }

  setupFailed(text: string): void {
    this.#setupFailures.push(text);
    this.record.log(`Set-up failed at ${text} The run continues, as in OS-Harm.`);
  }

  /** Counts an interrupted attempt that can't be resumed, because its tokens were paid for. */
  addEarlier(attempt: RunJson['attempts'][number]): void {
    this.#earlier.push(attempt);
  }

  /** Runs work as part of a phase, under a limit. `late` receives a result that arrives after the limit. */
  async within<T>(
    phase: Phase,
    limit: WorkLimit,
    action: (signal: AbortSignal) => Promise<T>,
    late?: (value: T) => Promise<void>,
  ): Promise<T> {
    return this.phases.time(phase, () => this.limited(limit, action, late));
  }

  /** Like `within`, for work in a phase that is already timed. */
  async limited<T>(
    limit: WorkLimit,
    action: (signal: AbortSignal) => Promise<T>,
    late?: (value: T) => Promise<void>,
  ): Promise<T> {
    return this.#deadline.run(limit, action, late);
  }

  /** If the desktop ended after the agent acted, records it as lost. Returns whether the desktop is lost. */
  noticeLoss(): boolean {
    const end = this.#desktop?.state();
    if (end?.state === 'destroyed' && this.#hasActed) this.#lost ??= end.reason;
    return this.#lost !== null;
  }

  /** Decides who caused a failure. If the agent did, its desktop counts as lost. */
  async blame(thrown: unknown): Promise<FailedAs> {
    const failed = await blameFailure(thrown, {
      signal: this.signal,
      desktop: this.#desktop,
      hasActed: this.#hasActed,
      isWatched: seenFrom(this.sweep.provider) === 'outside',
      isLost: this.#lost !== null,
      phase: this.phases.of(thrown),
      heldMs: loopWatch().held(),
      wasExcused: this.#earlier.some(({ error }) => isExcuse(error.code)),
    });
    if (failed.as === 'result' && this.#lost === null) {
      this.#lost = failed.reason;
      this.record.log(`The agent ended its desktop: ${failed.reason}`);
    }
    return failed;
  }

  /** Returns the result of `work`, or null if the agent's actions prevent it. Rethrows every other failure. */
  async orLost<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (thrown) {
      if ((await this.blame(thrown)).as === 'result') return null;
      throw thrown;
    }
  }

  /** Runs work whose failure does not void the run but is recorded as a fault. Rethrows if the user stops the run. */
  async orFault(phase: Phase, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.signal.aborted) throw error;
      this.fault(error, phase);
    }
  }

  /** `tree`: the observation's tree as text; `silent`: applications that did not answer. */
  async recordReply(
    step: number,
    reply: AgentReply,
    tree: string,
    silent: readonly SilentApplication[],
  ): Promise<void> {
    const { response, actions, answeredBy, end } = reply;
    if (answeredBy !== undefined) this.models.answeredBy.set(answeredBy.model, answeredBy);
    if (end?.refusal !== undefined)
      this.#refusal = { ...end.refusal, message: end.reason.slice(0, longestRefusal), step };
    if (reply.isReplayed !== true) this.addTokens(reply);
    this.#answer = response;
    this.#refusedCalls += reply.refusedCalls ?? 0;
    this.record.step({ a11yTree: tree, response, actions });
    this.record.log(`Step ${step + 1}: ${response}`);
    if (reply.reasoning !== undefined && reply.reasoning.length > 0)
      this.record.call(reasoningLine(step, reply.reasoning, (sha256) => this.models.isStored(sha256)));
    for (const application of silent) this.record.log(`Step ${step + 1}: ${silentSentence(application)}`);
    for (const note of reply.notes ?? []) this.record.log(`Step ${step + 1}: note: ${note}`);
    this.#effectLog?.stepStarted(step);
    await this.#effectLog?.recordAnswer(step, response);
  }

  /** Appends a line to `calls.jsonl`. Also tracks answers of the task's user and tokens of the task's models. */
  recordCall(line: unknown): void {
    this.record.call(line);
    this.models.called(line);
  }

  addTokens(reply: AgentReply): void {
    this.models.replied(reply, this.#agent?.isReference === true);
  }

  blocks(isOver = false): PartBlocks {
    const blocks = { ...noBlocks };
    for (const part of this.parts) Object.assign(blocks, part.describe?.(isOver));
    return blocks;
  }

  note(sentence: string): void {
    this.#notes.push(sentence);
    this.record.log(`Note: ${sentence}`);
  }

  fault(error: unknown, phase: Phase = this.phases.of(error)): void {
    const fault = recordedError(error, phase);
    this.#faults.push(fault);
    this.record.log(`Fault in ${phase}: ${fault.message}`);
  }

  /** Closes agent and desktop, then waits a limited time for abandoned work. */
  async end(): Promise<void> {
    const { desktop, program } = this;
    // A separate deadline, because Ctrl-C must not interrupt closing.
    const closing = new Deadline(new AbortController().signal);
    await this.phases.time('close', async () => {
      try {
        await closing.run({ milliseconds: closeLimit, what: 'Closing the desktop' }, async () => {
          await Promise.all([
            desktop?.close(),
            program?.close(),
            this.closeAgent(),
            this.memory.close(),
            ...this.parts.map((part) => part.close?.()),
          ]);
        });
      } catch (error) {
        this.fault(error, 'close');
      }
      const left = await this.#deadline.join(this.sweep.dependencies.joinLimitMs ?? joinLimit);
      for (const what of left) this.record.log(`${what} is still running although nothing waits for it.`);
    });
  }
}
