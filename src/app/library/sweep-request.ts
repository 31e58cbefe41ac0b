import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { agentLabel } from '../../agents/create-agent.ts';
import { agentSource } from '../../agents/foreign/agent-source.ts';
import { isReferenceAgent } from '../../agents/reference/reference-names.ts';
import { readUserScript } from '../../agents/user-script.ts';
import { UsageError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { payloadHash } from '../../runs/attack-search/genome.ts';
import { settingsFrom } from '../../runs/plan/settings.ts';
import type { PayloadText, SweepRequest } from '../../runs/plan/sweep-request.ts';
import { readJailbreakTemplate } from '../../tasks/injection/jailbreak.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { personaCues } from '../../tasks/suite/evaluation-cues.ts';
import { momentForms, parseMoment } from '../../tasks/suite/payload-moment.ts';
import { openSuite, type Suite } from '../../tasks/suite/suite.ts';
import { networkFor } from './network.ts';
import { judgeNames } from './run-judges.ts';
import type { SweepOptions } from './sweep-options.ts';

/** What options ask for: the request, who judges by name, and what the person should know. Throws UsageError for what can't be. */
export function sweepRequest(
  flags: SweepOptions,
  osharmVersion: string,
): { request: SweepRequest; judges: string[]; warnings: string[] } {
  const warnings: string[] = [];
  const chosen = modelAndAgent(flags);
  if (chosen === null) {
    throw new UsageError('No model was named.', {
      code: 'run-no-model',
      hint: 'Add --model PROVIDER:MODEL, such as openai:gpt-4.1 (needs its key), or --model reference-benign, reference-hijacked, reference-refuse or reference-idle (no key needed).',
    });
  }
  const suite = openSuite(suiteFolder(flags));
  const protocol = flags.protocol ?? (suite.isCheckout ? 'os-harm' : 'osharm-1');
  const { linger, aftermath, ...rest } = flags;
  const settings = settingsFrom(
    defined({
      ...chosen,
      actionSpace: rest.actionSpace,
      observationType: rest.observationType,
      maxSteps: rest.maxSteps,
      maxTrajectoryLength: rest.maxTrajectoryLength,
      temperature: rest.temperature,
      topP: rest.topP,
      maxTokens: rest.maxTokens,
      reasoningEffort: rest.reasoningEffort,
      thinkingBudget: rest.thinkingBudget,
      sleepAfterExecution: rest.sleepAfterExecution,
      screenWidth: rest.screenWidth,
      screenHeight: rest.screenHeight,
      jailbreak: rest.jailbreakTemplate === undefined ? rest.jailbreak : true,
      startAt: rest.startAt,
      onNoAction: rest.onNoAction,
      stopOn: rest.stopOn,
      evaluationCues: cuesFrom(rest.evaluationCues, suite, warnings),
      selective: rest.selective === true ? true : undefined,
      lingerSeconds: linger,
      aftermathHours: aftermath,
      provider: rest.provider,
      network: networkFor(rest.provider ?? 'sandbox', rest.network),
      allowDirty: rest.allowDirty,
      seed: rest.seed,
      recording: rest.recording,
      parser: rest.parser,
      feedback: rest.feedback,
      safetyChecks: rest.safetyChecks,
      computerTool: rest.computerTool,
      metrics: rest.metrics === 'osworld' ? rest.metrics : undefined,
      strictSetup: rest.strictSetup === true && suite.isCheckout ? true : undefined,
      user: rest.user === 'silent' ? undefined : rest.user,
      userScript: userScriptFrom(flags),
      maximumSide: rest.maxImageSide,
      stream: rest.stream,
      tools: rest.tools === 'gui' ? undefined : rest.tools,
      payload: rest.payload === undefined ? undefined : `sha256:${hashOf(rest.payload)}`,
      payloadAt: momentFrom(rest),
      alsoBy: rest.alsoBy === undefined || rest.alsoBy.length === 0 ? undefined : rest.alsoBy.join(','),
    }) as Parameters<typeof settingsFrom>[0],
    { protocol, ...(flags.preset === undefined ? {} : { preset: flags.preset }) },
  );
  const judges = judgeNames(flags, settings);
  const pairs = pairsFrom(flags);
  const inject = flags.inject === true || pairs !== undefined;
  if (flags.startAt !== undefined && !inject) warnings.push('--start-at injection has no effect without --inject.');
  if (settings.payloadAt !== undefined && !inject) warnings.push('--inject-at has no effect without --inject.');
  if (flags.selective === true && !inject) warnings.push('--selective has no effect without --inject.');
  if (flags.computerTool !== undefined && flags.agent !== 'computer-tool')
    warnings.push('--computer-tool has no effect without --agent computer-tool.');
  const agentKind = flags.agent === undefined ? null : agentSource(flags.agent).kind;
  if (
    flags.agentEnv !== undefined &&
    agentKind !== 'command' &&
    agentKind !== 'file' &&
    agentKind !== 'osworld' &&
    agentKind !== 'mcp'
  )
    warnings.push('--agent-env has no effect without an --agent that is a file, a command or a class.');
  if (flags.tools !== undefined && agentKind !== 'mcp') warnings.push('--tools has no effect without --agent mcp:….');
  if (flags.agentPython !== undefined && agentKind !== 'osworld')
    warnings.push('--agent-python has no effect without --agent osworld:….');
  for (const name of ['level', 'language', 'visibility'] as const)
    if (flags[name] !== undefined && !inject) warnings.push(`--${name} has no effect without --inject.`);
  if (flags.withBenign === true && !inject) warnings.push('--with-benign has no effect without --inject.');
  return {
    judges,
    request: {
      suite,
      manifest: flags.manifest ?? defaultManifest(suite),
      domain: flags.domain ?? 'all',
      tasks: flags.task,
      inject,
      pairs,
      forms: { levels: flags.level, languages: flags.language, visibilities: flags.visibility },
      withBenign: flags.withBenign ?? false,
      skipUnsupported: flags.skipUnsupported ?? false,
      repeat: flags.repeat ?? 1,
      payload: flags.payload,
      untilWidth: widthFrom(flags, judges),
      allocateRepeats: flags.allocateRepeats,
      untilDifferent: comparedFrom(flags, judges),
      settings,
      resultDir: resolve(flags.resultDir ?? './results'),
      parallel: flags.parallel ?? 1,
      ahead: flags.warmApplications,
      jailbreakTemplate:
        flags.jailbreakTemplate === undefined ? undefined : readJailbreakTemplate(flags.jailbreakTemplate),
      judges: judges.includes('effects') ? ['effects'] : [],
      scratch: flags.scratch,
      fresh: flags.fresh ?? false,
      maxEqualErrors: flags.maxEqualErrors,
      agentTimeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
      osharmVersion,
    },
    warnings,
  };
}

/** When the injected text comes; undefined: from the start. Throws UsageError for what is no moment. */
function momentFrom({ injectAt = 'start', startAt }: SweepOptions): string | undefined {
  const moment = parseMoment(injectAt);
  if (moment === null)
    throw new UsageError(`--inject-at ${injectAt} is no moment.`, {
      code: 'inject-at-unknown',
      hint: `Write one of: start, ${momentForms}.`,
    });
  if (moment.kind === 'start') return undefined;
  if (startAt !== undefined)
    throw new UsageError('--start-at injection begins where the text is, and --inject-at has it come later.', {
      code: 'inject-at-and-start-at',
      hint: 'Leave one of them out.',
    });
  return injectAt;
}

/** SHA-256 of what is injected: of the text, or of all texts where several carriers have different ones. */
function hashOf({ text, also = {} }: PayloadText): string {
  const others = Object.entries(also).sort(([one], [other]) => (one < other ? -1 : 1));
  return payloadHash(others.length === 0 ? text : JSON.stringify([text, others]));
}

/** The cues to leave, in one order. Throws UsageError for an unknown one. */
function cuesFrom(
  given: readonly string[] | undefined,
  { persona, name }: Suite,
  warnings: string[],
): string | undefined {
  if (given === undefined) return undefined;
  if (persona === undefined) warnings.push(`--evaluation-cues has no effect: the suite ${name} has no persona.`);
  const ids = given.flatMap((text) => text.split(','));
  if (ids.includes('all')) return 'all';
  const unknown = ids.find((id) => !personaCues.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`${JSON.stringify(unknown)} is no cue that can be left on.`, {
      code: 'evaluation-cue-unknown',
      hint: `Cues: all, ${personaCues.join(', ')}.`,
    });
  return [...new Set(ids)].sort().join(',');
}

/** The width that ends a sweep. Throws UsageError where nothing could be as narrow, or nobody would see it. */
function widthFrom(
  { untilWidth, allocateRepeats, repeat = 1 }: SweepOptions,
  judges: readonly string[],
): number | undefined {
  const wrong = (message: string, hint: string): UsageError => new UsageError(message, { code: 'until-width', hint });
  if (allocateRepeats === true && untilWidth === undefined)
    throw wrong('--allocate-repeats needs a width that the repeats are to come to.', 'Add --until-width 0.1.');
  if (untilWidth === undefined) return undefined;
  if (untilWidth <= 0 || untilWidth >= 1)
    throw wrong(`--until-width ${untilWidth} is no width between 0 and 1.`, 'Write 0.1 for ten percentage points.');
  if (repeat < 2) throw wrong('--until-width has no repeats to spare.', 'Say how many there may be: --repeat 20.');
  if (!judges.includes('effects'))
    throw wrong('--until-width counts what the oracles decide.', 'Add --judge-type effects.');
  return untilWidth;
}

/** The folder that a sweep is compared with while it goes on. Throws UsageError where that could end nothing, or nobody would see it. */
function comparedFrom(
  { untilDifferent, untilWidth, repeat = 1 }: SweepOptions,
  judges: readonly string[],
): string | undefined {
  if (untilDifferent === undefined) return undefined;
  const wrong = (message: string, hint: string): UsageError =>
    new UsageError(message, { code: 'until-different', hint });
  if (untilWidth !== undefined) throw wrong('--until-different and --until-width end a sweep each.', 'Leave one out.');
  if (repeat < 2) throw wrong('--until-different has no repeats to spare.', 'Say how many there may be: --repeat 20.');
  if (!judges.includes('effects'))
    throw wrong('--until-different counts what the oracles decide.', 'Add --judge-type effects.');
  return resolve(untilDifferent);
}

/** Which agent or model, and the name of the whole: `model`, `agent` or `agent@model`, as OS-Harm's forks name theirs. */
export function modelAndAgent({
  model,
  agent,
  agentName,
  defence,
}: Pick<SweepOptions, 'model' | 'agent' | 'agentName' | 'defence'>): (Partial<RunSettings> & { model: string }) | null {
  const defences = defence?.flatMap((files) => files.split(','));
  const labels = [
    ...(defences ?? []).map((path) => agentLabel({ kind: 'file', path })),
    ...(agent === undefined ? [] : [agentLabel(agentSource(agent))]),
    ...(model === undefined ? [] : [model]),
  ];
  if (model === undefined && agent === undefined) return null;
  if (agentName !== undefined && (agentName.trim() === '' || isReferenceAgent(agentName)))
    throw new UsageError(`${JSON.stringify(agentName)} is no name for an agent.`, {
      code: 'agent-name',
      hint: 'Choose a name that is not a reference agent’s.',
    });
  const isWrapped = model !== undefined && (labels.length > 1 || agentName !== undefined);
  return {
    model: agentName ?? labels.join('@'),
    ...(agent === undefined ? {} : { agent }),
    ...(isWrapped ? { seatedModel: model } : {}),
    ...(defences === undefined ? {} : { defences: defences.join(',') }),
  };
}

/** OS-Harm's own default in a checkout of it; else all that there is. */
function defaultManifest({ manifests, isCheckout }: Suite): string {
  const wanted = isCheckout ? ['misuse', 'all'] : ['all', 'misuse'];
  return wanted.find((name) => manifests.includes(name)) ?? 'misuse';
}

function suiteFolder(flags: SweepOptions): string {
  const given = flags.suite;
  if (given !== undefined) return given;
  return existsSync('evaluation_examples/examples') ? 'evaluation_examples' : bundledSuite;
}

/** What a scripted user says: its file and `--user scripted` go together. */
function userScriptFrom({ user, userAnswers }: SweepOptions): string | undefined {
  if ((user === 'scripted') === (userAnswers !== undefined))
    return userAnswers === undefined ? undefined : readUserScript(userAnswers);
  throw new UsageError(
    userAnswers === undefined
      ? '--user scripted needs the answers that the user gives.'
      : '--user-answers is what a scripted user says, and the user is not scripted.',
    { code: 'user-answers-and-user', hint: 'Give both: --user scripted --user-answers FILE.' },
  );
}

/** What is crossed with the tasks; undefined: their own injections are run. Empty lists stand for all. */
function pairsFrom({ vector, goal, allPairs }: SweepOptions): { vectors: string[]; goals: string[] } | undefined {
  if (vector === undefined && goal === undefined && allPairs !== true) return undefined;
  const names = (given: string[] | undefined): string[] => given?.flatMap((one) => one.split(',')) ?? [];
  return { vectors: names(vector), goals: names(goal) };
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
