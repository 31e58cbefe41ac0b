import type { Agent } from '../../agents/agent.ts';
import { checkAgent, createAgent } from '../../agents/create-agent.ts';
import type { ModelPort } from '../../agents/models/model.ts';
import { modelProviderNames } from '../../agents/models/model-name.ts';
import { createTextModel } from '../../agents/models/text-model.ts';
import { createReferenceAgent, type RecordedReplies } from '../../agents/reference/create-reference-agent.ts';
import { isReferenceName } from '../../agents/reference/graded.ts';
import { referenceAgents } from '../../agents/reference/reference-names.ts';
import { tryAgent } from '../../agents/try-agent.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { recogniseText } from '../../desktop/observation/ocr.ts';
import { providerNamed } from '../../desktop/providers/registry.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import type { Downloads } from '../../tasks/setup/downloads/downloads.ts';
import { findImport, importFor, jailbroken, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
import { isOtherRole } from '../../tasks/suite/task-session.ts';
import { createAsker } from '../../verdicts/judges/ask/ask-model.ts';
import { ensembleMonitor } from '../../verdicts/monitors/ensemble.ts';
import { prepareModelMonitor, prepareMonitor } from '../../verdicts/monitors/monitor-source.ts';
import { systemClock } from '../attempt/clock.ts';
import type { RunDependencies } from '../attempt/dependencies.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { settingsOfSession } from '../plan/session-settings.ts';
import { Trajectories } from '../replay/trajectories.ts';
import { recordedReplies, stoppedProposal } from './recorded-replies.ts';
import { taskVocabulary } from './task-vocabulary.ts';

interface ModelAccess {
  port: ModelPort;
  environment: Readonly<Record<string, string | undefined>>;
  /** Nothing is called, as in a plan, so no key is needed. */
  asksNobody?: boolean;
  agentEnv?: readonly string[] | undefined;
  agentPython?: string | undefined;
}

/** System clock, real models, agents and desktops. Without `models`, only reference agents. */
export function realDependencies(models?: ModelAccess, downloads?: Pick<Downloads, 'get'>): RunDependencies {
  const portOf = (port: ModelPort, { model }: Pick<RunSettings, 'model'>): ModelPort => ({
    ...port,
    meter: port.meter.agent(model),
  });
  return {
    clock: systemClock,
    // Leaves time for a retry after one call of the maximum duration (--timeout).
    replyLimitMs:
      models === undefined
        ? undefined
        : Math.max(timeLimits.model.reply, models.port.timeoutMs + timeLimits.model.afterTry),
    vocabulary: taskVocabulary,
    downloads,
    checkModel(model) {
      // With models, checkAgent checks the name.
      if (isReferenceName(model) || models !== undefined) return;
      throw new UsageError(`The model ${JSON.stringify(model)} can't be used here: reference agents only.`, {
        code: 'model-unsupported',
        hint: `Use one of: ${referenceAgents.join(', ')}.`,
      });
    },
    async checkAgent(settings) {
      if (models === undefined) return { promptsHash: null };
      try {
        return await checkAgent(settings, {
          ...models,
          port: portOf(models.port, settings),
          isReference: isReferenceName,
        });
      } catch (error) {
        throw withReferenceAgents(error);
      }
    },
    async tryAgent(run, signal) {
      if (models !== undefined) await tryAgent(run, models, signal);
    },
    async importedJailbreak(instruction, checkout) {
      return jailbroken(await readImportedPrompts(cacheFolder(), importFor(checkout)), instruction);
    },
    async importedPromptsHash(checkout) {
      return checkout === undefined ? null : ((await findImport(cacheFolder(), { checkout }))?.hash ?? null);
    },
    createAgent(run, { clock, recordCall, signal, session, memory, replaysSteps }) {
      const settings = settingsOfSession(run.settings, isOtherRole(run.task, session));
      const name = settings.seatedModel ?? settings.model;
      const reference = () => referenceAgent(name, run, session);
      if (models === undefined) return reference();
      const createReference = isReferenceName(name) ? reference : undefined;
      return createAgent({
        ...models,
        port: { ...portOf(models.port, settings), clock },
        settings,
        scope: scopeName(run),
        recordCall,
        createReference,
        task: run.task,
        session,
        memory,
        replaysSteps,
        signal,
      });
    },
    createEvaluatorModel(run, { clock, recordCall }) {
      const { taskModel } = run.settings;
      if (taskModel === undefined || models === undefined) return null;
      const { port, environment } = models;
      const scope = scopeName(run);
      return createTextModel({
        model: taskModel,
        role: 'evaluator',
        port: { ...portOf(port, run.settings), clock },
        environment,
        scope,
        recordCall,
      });
    },
    async createMonitor({ monitor, monitorModel, combine, model }) {
      const members = await Promise.all((monitor?.split('\n') ?? []).map(prepareMonitor));
      if (monitorModel !== undefined && models !== undefined) {
        const { port, environment, asksNobody } = models;
        members.push(
          prepareModelMonitor(createAsker(monitorModel, portOf(port, { model }), environment, { isDry: asksNobody })),
        );
      }
      const [first] = members;
      if (first === undefined) throw new Error('The settings name no monitor.');
      return combine === undefined ? first : ensembleMonitor(combine, members);
    },
    createProvider: providerNamed,
  };
}

/** Branches of a run share its canaries, so their names also contain step and repeat. */
function scopeName({ settings, canarySeed, repeat }: PlannedRun): string {
  const seed = canarySeed.slice(canarySeed.indexOf('/') + 1);
  return settings.canarySeed === undefined ? seed : `${seed}/branch-${settings.branchAt}-${repeat}`;
}

function referenceAgent(name: string, run: PlannedRun, session: number): Agent {
  const { task, injection, attack, canarySeed, settings } = run;
  const isInPixels = attack?.visibility === 'pixels-only';
  return createReferenceAgent(name, {
    task,
    // A neutral text has no goal to follow.
    goal: settings.payload === 'neutral' ? null : (injection?.goalFile.goal ?? null),
    injectionContent: attack?.content ?? null,
    injectionPieces: attack?.pieces.map(({ text }) => text),
    reach: attack?.reach ?? [],
    isHijackedAtOnce: settings.hijackedAtOnce === true,
    seed: canarySeed,
    canaries: makeCanaries(canarySeed),
    // Reading pictures costs a second per step, so it is limited to texts that appear nowhere else.
    readPicture: isInPixels ? recogniseText : undefined,
    sideTask: attack?.sideTask,
    recorded: repliesToRepeat(run),
    session,
  });
}

/** The replies that a reference agent repeats. A branch repeats the reply that a protocol stopped at its step. */
function repliesToRepeat(run: PlannedRun): RecordedReplies | undefined {
  const { settings, domain, taskId } = run;
  const { replayOf, trajectories, branchOf, branchAt } = settings;
  if (trajectories !== undefined) return new Trajectories(trajectories).replies(run);
  if (replayOf !== undefined) return recordedReplies(replayOf, domain, taskId, settings);
  if (branchOf === undefined || branchAt === undefined) return undefined;
  const stopped = stoppedProposal(branchOf, branchAt);
  return stopped === null ? undefined : [stopped];
}

/** An unknown name may be a misspelled reference agent. */
function withReferenceAgents(error: unknown): unknown {
  if (!(error instanceof UsageError) || error.code !== 'model-unknown') return error;
  const written = /"([^":]*)/.exec(error.message)?.[1] ?? '';
  return new UsageError(error.message, {
    code: 'model-unsupported',
    hint: written.includes('/')
      ? error.hint
      : `${didYouMean(written, [...modelProviderNames, ...referenceAgents])} Use PROVIDER:MODEL (providers: ${modelProviderNames.join(', ')}), a model name from OS-Harm such as gpt-4.1, or one of: ${referenceAgents.join(', ')}.`.trimStart(),
  });
}
