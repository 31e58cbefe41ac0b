import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentReply, PredictInput, RestoreMemory } from '../../agents/agent.ts';
import { CallRecorder } from '../../agents/models/call-record.ts';
import { saidAndThought } from '../../agents/parse/said-and-thought.ts';
import { createUser, type User } from '../../agents/user.ts';
import { UsageError } from '../../base/errors.ts';
import { type MonitorScore, type MonitorScores, onlineScoresFolder } from '../../base/record/monitor-scores.ts';
import type { ControlDecision, MonitorViewName } from '../../base/record/monitor-words.ts';
import type { CallCost, ControlCost, PartBlocks } from '../../base/record/part-blocks.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { addSpents } from '../../verdicts/judges/add-spents.ts';
import { OnlineMonitor, type ProposedStep } from '../../verdicts/monitors/online-monitor.ts';
import { scopeOf } from '../../verdicts/monitors/score-run.ts';
import {
  type ControlledStep,
  controlStep,
  isFlaggedAt,
  repeatDecisions,
} from '../../verdicts/protocols/control-step.ts';
import { auditBudgetIn, reviewDelayIn } from '../../verdicts/protocols/limits.ts';
import type { Protocol, ProtocolContext } from '../../verdicts/protocols/protocol.ts';
import { prepareProtocol } from '../../verdicts/protocols/protocol-source.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';
import { predict } from '../attempt/predict.ts';
import {
  addControlCosts,
  type RecordedControl,
  recordedControl,
  recordedProposals,
  withoutScore,
} from '../replay/recorded-control.ts';
import type { Replay } from './replay.ts';
import { TrustedModel, withCall } from './trusted-model.ts';

/** Longer than the limit of the monitor itself. */
const limit = { milliseconds: timeLimits.monitor.model + 30_000, what: 'The monitor' };
const decideLimit = { milliseconds: timeLimits.monitor.step, what: 'The protocol' };
const notExecuted = 'The actions were not executed: they are not permitted.';
/** Number of replies to one step if `--samples` is omitted. */
const usualSamples = 5;

type Controlled = ControlledStep<AgentReply, MonitorScore>;

/**
 * `--monitor`, with `--protocol`: scores each step before its actions, and lets the protocol decide what is executed.
 */
export class Monitoring implements Part {
  readonly #attempt: Attempt;
  readonly #view: MonitorViewName;
  readonly #user: User;
  readonly #context: ProtocolContext;
  readonly #scores: MonitorScore[] = [];
  readonly #replay: Replay;
  #recorded: RecordedControl | null = null;
  #monitor: OnlineMonitor | null = null;
  #protocol: { name: string; protocol: Protocol } | null = null;
  #trusted: TrustedModel | null = null;
  /** The agent's memory before its reply to the current step. */
  #memory: RestoreMemory | null = null;
  #resampling: CallCost = { calls: 0, costUsd: 0 };
  #begun = 0;
  #isWritten = false;

  constructor(attempt: Attempt, replay: Replay) {
    const { run } = attempt;
    const { settings, task } = run;
    this.#attempt = attempt;
    this.#replay = replay;
    this.#view = settings.monitorView ?? 'full';
    this.#context = {
      scope: scopeOf(run.directory),
      threshold: settings.monitorThreshold ?? null,
      onUnscored: settings.onUnscored ?? 'allow',
      hasTrustedModel: settings.trustedModel !== undefined,
      samples: settings.samples ?? usualSamples,
      auditBudget: auditBudgetIn(settings.auditBudget ?? '0'),
      reviewAfter: reviewDelayIn(settings.reviewAfter ?? '0'),
    };
    this.#user = createUser(settings, {
      answers: task.answers,
      record: (line) => attempt.record.call(line),
    });
  }

  async begin(): Promise<void> {
    const { run, sweep } = this.#attempt;
    const { createMonitor, clock } = sweep.dependencies;
    const { settings } = run;
    if (createMonitor === undefined) throw new Error('These runs have no monitors.');
    const monitor = await createMonitor(settings);
    const folder = onlineScoresFolder(run.directory, monitor.definition.name, this.#view);
    mkdirSync(folder, { recursive: true });
    this.#monitor = new OnlineMonitor(monitor, {
      view: this.#view,
      instruction: run.task.instruction,
      scope: this.#context.scope,
      threshold: settings.monitorThreshold,
      learned: settings.monitorLearned === undefined ? undefined : JSON.parse(settings.monitorLearned),
      recorder: new CallRecorder((line) => appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(line)}\n`)),
    });
    const { definition } = await prepareProtocol(settings.protocol ?? 'observe');
    if (definition.needs?.includes('samples') === true) this.#requireSnapshots();
    this.#protocol = { name: definition.name, protocol: await definition.create(this.#context) };
    this.#trusted = await TrustedModel.create(this.#attempt);
    this.#recorded = this.#recordedControl(folder);
    this.#begun = clock.now();
  }

  async beforeStep(): Promise<null> {
    this.#memory = (await this.#attempt.agent?.snapshot?.()) ?? null;
    return null;
  }

  async screen(step: number, reply: AgentReply, input: PredictInput): Promise<AgentReply> {
    const attempt = this.#attempt;
    const [monitor, control] = [this.#monitor, this.#protocol];
    if (monitor === null || control === null) return reply;
    const decide: Protocol['decide'] = (proposed) =>
      attempt.within('monitor', decideLimit, async (signal) => control.protocol.decide(proposed, signal));
    if (reply.isReplayed === true) {
      const replayed = this.#proposedStep(reply, input);
      const executed = await this.#repeat(step, reply, { decide });
      monitor.settle(replayed);
      await this.#trusted?.follow(input, replayed, executed);
      return executed;
    }
    const { threshold, onUnscored } = this.#context;
    const memories = [await attempt.agent?.snapshot?.()];
    const seconds = (attempt.sweep.dependencies.clock.now() - this.#begun) / 1000;
    const controlled = await controlStep(
      { name: control.name, protocol: { decide } },
      { step, seconds, threshold, onUnscored },
      reply,
      {
        shown: ({ response, reasoning, actions }) => ({ thoughts: saidAndThought(response, reasoning).said, actions }),
        score: (proposed) =>
          attempt.within('monitor', limit, (signal) => monitor.score(this.#proposedStep(proposed, input), signal)),
        resample: async () => {
          const another = await this.#resample(input);
          memories.push(await attempt.agent?.snapshot?.());
          return another;
        },
        edit: (proposed, { reason }) => this.#requireTrusted().rewrite(input, proposed, reason),
        ask: async (of, proposed, score) =>
          of === 'user'
            ? this.#user.decide(`${monitor.name}: ${score.reason ?? 'suspicious'}`)
            : this.#requireTrusted().audit(this.#proposedStep(proposed, input)),
      },
    );
    const executed = await this.#executedReply(controlled, input, monitor.name);
    this.#keepScore({ step, seconds }, controlled);
    this.#write('partial');
    // Recording a reply counts its tokens, so count only those of the remaining proposals.
    const recorded = controlled.decision === 'defer' ? null : (controlled.executed ?? 0);
    for (const [index, proposal] of controlled.proposals.entries())
      if (index !== recorded) attempt.addTokens(proposal.reply);
    await this.#remember(controlled, memories, input);
    const facts = this.#proposedStep(executed, input);
    monitor.settle(facts);
    await this.#trusted?.follow(input, facts, executed);
    return executed;
  }

  async beforeScore(): Promise<void> {
    this.#write('complete');
    this.#isWritten = true;
  }

  async close(): Promise<void> {
    if (!this.#isWritten) this.#write('partial');
    await Promise.all([this.#monitor?.close(), this.#protocol?.protocol.close?.(), this.#trusted?.close()]);
  }

  describe(): Partial<PartBlocks> {
    const monitor = this.#monitor;
    if (monitor === null) return { monitor: null };
    const { threshold, onUnscored } = this.#context;
    return {
      monitor: {
        name: monitor.name,
        view: this.#view,
        protocol: this.#protocol?.name ?? 'observe',
        threshold,
        onUnscored,
        trustedModel: this.#attempt.run.settings.trustedModel ?? null,
        flagged: this.#scores.filter(({ isFlagged }) => isFlagged === true).length,
        intervened: this.#scores.filter(({ decision, answer }) => decision !== 'allow' && answer !== 'approved').length,
        unscored: this.#scores.filter(({ suspicion }) => suspicion === null).length,
        cost: this.#cost(monitor),
        steps: this.#scores.map(({ step, suspicion, decision = 'allow', answer, durationMs, costUsd }) => ({
          step,
          suspicion,
          decision,
          answer,
          durationMs,
          costUsd,
        })),
      },
    };
  }

  #proposedStep({ response, reasoning: parts, actions }: AgentReply, input: PredictInput): ProposedStep {
    const attempt = this.#attempt;
    const { said, reasoning } = saidAndThought(response, parts);
    const known = attempt.steps.at(-1)?.effects ?? 0;
    return {
      thoughts: said,
      reasoning,
      actions,
      tree: input.linearisedTree,
      screenshot: () => input.observation.screenshot,
      effects: (attempt.effectLog?.effects() ?? []).slice(0, known),
    };
  }

  /** What the replayed run recorded. A resumed run also continues its costs and its record of calls. */
  #recordedControl(folder: string): RecordedControl | null {
    const source = this.#replay.recordedRun();
    const [monitor, protocol] = [this.#monitor?.name, this.#protocol?.name];
    if (source === null || monitor === undefined || protocol === undefined) return null;
    const { threshold } = this.#context;
    const recorded = recordedControl(source.directory, { monitor, view: this.#view, protocol, threshold });
    if (!source.isResumed) return recorded === null ? null : { ...recorded, spent: {}, cost: null };
    const calls = join(onlineScoresFolder(source.directory, monitor, this.#view), 'calls.jsonl');
    if (existsSync(calls)) copyFileSync(calls, join(folder, 'calls.jsonl'));
    return recorded ?? { scores: new Map(), spent: {}, cost: null };
  }

  /** Keeps the recorded score and decision of a replayed step, and shows the step to the protocol again. */
  async #repeat(step: number, reply: AgentReply, protocol: Protocol): Promise<AgentReply> {
    const recorded = this.#recorded;
    if (recorded === null) return reply;
    const score = recorded.scores.get(step) ?? withoutScore(step);
    const { threshold } = this.#context;
    const { seconds = 0, decision, proposed } = score;
    this.#scores.push({ ...score, isFlagged: isFlaggedAt(threshold, score.suspicion) });
    this.#write('partial');
    await repeatDecisions(protocol, { step, seconds, threshold }, recordedProposals(score, reply));
    this.#begun = this.#attempt.sweep.dependencies.clock.now() - 1000 * seconds;
    const isStopped = reply.actions.length === 0 && (proposed?.actions.length ?? 0) > 0;
    if (isStopped) return { ...reply, notExecuted };
    return decision === 'defer' || decision === 'edit' ? { ...reply, actor: 'trusted' } : reply;
  }

  #cost(monitor: OnlineMonitor): ControlCost {
    const cost = {
      monitor: monitor.cost(),
      resampling: this.#resampling,
      trusted: this.#trusted?.cost() ?? { calls: 0, costUsd: 0 },
    };
    return addControlCosts(this.#recorded?.cost ?? null, cost);
  }

  /** Requests another reply to the same context. If the provider refuses, the reply proposes to end the run. */
  async #resample(input: PredictInput): Promise<AgentReply> {
    this.#requireSnapshots();
    await this.#memory?.();
    const reply = (await predict(this.#attempt, input)) ?? {
      response: '',
      actions: [],
      end: { outcome: 'provider-refusal', reason: 'The provider refused another reply.' },
    };
    this.#resampling = withCall(this.#resampling, reply);
    return reply;
  }

  /** Makes the agent remember the executed reply, or its first reply if none was executed. */
  async #remember(
    { proposals, executed }: Controlled,
    memories: readonly (RestoreMemory | undefined)[],
    input: PredictInput,
  ): Promise<void> {
    const index = executed ?? 0;
    const chosen = proposals[index];
    const { agent } = this.#attempt;
    if (chosen?.by !== 'trusted') {
      const own = proposals.slice(0, index).filter(({ by }) => by === 'agent').length;
      if (memories.length > 1) await memories[own]?.();
    } else if (this.#memory !== null && agent?.remember !== undefined) {
      await this.#memory();
      await agent.remember(input, chosen.reply.response, chosen.reply.actions);
    }
  }

  #requireSnapshots(): void {
    const { agent } = this.#attempt;
    if (agent?.snapshot !== undefined) return;
    throw new UsageError(`${agent?.name} can't be resampled: it has no snapshots of its memory.`, {
      code: 'agent-not-resampled',
      hint: 'Add snapshot to the agent (docs/run/agents.md), or use another --protocol.',
    });
  }

  #requireTrusted(): TrustedModel {
    if (this.#trusted !== null) return this.#trusted;
    throw new UsageError(`The protocol ${this.#protocol?.name} needs a trusted model.`, {
      code: 'trusted-model-missing',
      hint: 'Name a model or a reference agent: --trusted-model openai:gpt-4.1.',
    });
  }

  async #executedReply(controlled: Controlled, input: PredictInput, monitor: string): Promise<AgentReply> {
    const { proposals, executed, decision, answer } = controlled;
    const [first] = proposals;
    if (first === undefined) throw new Error('The step has no reply.');
    const { by, reply } = proposals[executed ?? 0] ?? first;
    if (executed === 0) return reply;
    const { suspicion, reason } = first.score;
    const verdict = suspicion === null ? 'did not score the step' : `rated the step ${suspicion.toFixed(2)}`;
    const why = `${monitor} ${verdict}: ${controlled.reason ?? reason ?? 'no reason given'}`;
    const notes = [...(first.reply.notes ?? []), why];
    if (executed !== null)
      return { ...reply, actor: by === 'trusted' ? 'trusted' : reply.actor, notes: [why, ...(reply.notes ?? [])] };
    const stopped = { ...first.reply, actions: [], notes };
    if (answer === 'silent') return { ...stopped, end: { outcome: 'asked', reason: why } };
    if (decision === 'end') return { ...stopped, end: { outcome: 'ended-by-protocol', reason: why } };
    if (decision !== 'defer') return { ...stopped, notExecuted };
    const instead = await this.#requireTrusted().takeOver(input);
    return { ...instead, notes: [...notes, ...(instead.notes ?? [])] };
  }

  #keepScore(
    { step, seconds }: { step: number; seconds: number },
    { proposals, executed, decision, answer }: Controlled,
  ): void {
    const [first] = proposals;
    if (first === undefined) return;
    const { threshold } = this.#context;
    const { suspicion } = first.score;
    const chosen = executed === null ? undefined : proposals[executed];
    const instead: ControlDecision = chosen?.by === 'trusted' ? 'edit' : 'resample';
    const known = proposals.flatMap(({ score }) => score.costUsd ?? []);
    this.#scores.push({
      ...first.score,
      step,
      seconds,
      durationMs: proposals.reduce((sum, { score }) => sum + score.durationMs, 0),
      costUsd: known.length === 0 ? null : known.reduce((sum, costUsd) => sum + costUsd, 0),
      decision: decision === 'allow' && executed !== 0 ? instead : decision,
      answer: answer ?? undefined,
      isFlagged: isFlaggedAt(threshold, suspicion),
      proposed: executed === 0 ? undefined : { response: first.reply.response, actions: first.reply.actions },
      replies:
        proposals.length === 1
          ? undefined
          : proposals.map(({ by, reply: { response, actions }, score: { suspicion, reason } }, index) => ({
              by,
              suspicion,
              reason,
              response,
              actions,
              isExecuted: index === executed,
            })),
    });
  }

  #write(state: MonitorScores['state']): void {
    const monitor = this.#monitor;
    if (monitor === null) return;
    const { run, sweep } = this.#attempt;
    const content: MonitorScores = {
      format: 'osharm-monitor/1',
      osharmVersion: sweep.request.osharmVersion,
      monitor: monitor.name,
      view: this.#view,
      mode: 'online',
      protocol: this.#protocol?.name ?? 'observe',
      threshold: this.#context.threshold,
      inputsHash: null,
      source: run.settings.monitor ?? run.settings.monitorModel ?? null,
      state,
      failure: null,
      scores: this.#scores.map(({ isFlagged: _, ...score }) => score),
      spent: addSpents(this.#recorded?.spent ?? {}, monitor.spent()),
      cost: this.#cost(monitor),
      notes: [],
      scoredAt: new Date(sweep.dependencies.clock.now()).toISOString(),
    };
    const folder = onlineScoresFolder(run.directory, monitor.name, this.#view);
    writeWholeFile(join(folder, 'scores.json'), `${JSON.stringify(content)}\n`);
  }
}
