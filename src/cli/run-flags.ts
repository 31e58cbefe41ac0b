import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { agentLabel } from '../agent/create-agent.ts';
import { agentSource } from '../agent/foreign/agent-source.ts';
import { readUserScript } from '../agent/user-script.ts';
import { readJailbreakTemplate } from '../attack/jailbreak.ts';
import type { Network } from '../desktop/desktop.ts';
import type { ProviderOptions } from '../desktop/providers/registry.ts';
import { UsageError } from '../errors.ts';
import type { ActionSpace, ObservationType, Protocol, RunSettings } from '../plan/run-spec.ts';
import { settingsFrom } from '../plan/settings.ts';
import type { SweepRequest } from '../run/start-sweep.ts';
import { openSuite, type Suite } from '../suite/suite.ts';
import { networkFor, networkOption } from './network-option.ts';
import { addProviderFlags, type ProviderFlags, providerOptions } from './provider-flags.ts';
import { judgeNames } from './run-judges.ts';
import { taskDownloads } from './task-downloads.ts';

const bundledSuite = fileURLToPath(new URL('../../suites/hermetic', import.meta.url));

/** The flags of `osharm run` as commander hands them over. */
export interface RunFlags extends ProviderFlags {
  suite?: string;
  manifest?: string;
  testAllMetaPath?: string;
  testConfigBaseDir?: string;
  domain: string;
  inject?: boolean;
  vector?: string[];
  goal?: string[];
  allPairs?: boolean;
  withBenign?: boolean;
  skipUnsupported?: boolean;
  repeat: number;
  parallel: number;
  model?: string;
  agent?: string;
  defence?: string[];
  protocol?: Protocol;
  preset?: string;
  actionSpace?: ActionSpace;
  observationType?: ObservationType;
  maxSteps?: number;
  maxTrajectoryLength?: number;
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  sleepAfterExecution?: number;
  screenWidth?: number;
  screenHeight?: number;
  jailbreak?: boolean;
  jailbreakTemplate?: string;
  onNoAction?: 'stop' | 'continue';
  linger?: number;
  seed?: number;
  recording?: boolean;
  judgeType?: string[];
  judgeModel?: string;
  sysPromptVersion?: string;
  user?: string;
  userAnswers?: string;
  scratch?: string;
  assets?: string;
  logs?: string;
  offline?: boolean;
  network?: Network;
  maxCost?: number;
  prices?: string;
  record?: string;
  replay?: string;
  timeout?: number;
  parser?: Protocol;
  feedback?: boolean;
  maxImageSide?: number;
  stream?: boolean;
  stopToken?: string;
  headless?: boolean;
  safetyChecks?: 'ack' | 'stop';
  metrics?: 'right' | 'osworld';
  startAt?: 'injection';
  resultDir: string;
  dryRun?: boolean;
  json?: boolean;
}

/** Adds the flags: OS-Harm's of spec §1.1 with its defaults, then ours. */
export function addRunFlags(command: Command): Command {
  return addProviderFlags(addOwnFlags(command));
}

function addOwnFlags(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'PROVIDER:MODEL, a bare name of OS-Harm (gpt-4.1, claude-…), or reference-benign, -hijacked, …',
    )
    .option(
      '--suite <dir>',
      'suite folder or checkout (default: ./evaluation_examples where it is, else the bundled suite)',
    )
    .option('--manifest <name|file>', 'which manifest (default: all, in a checkout misuse)')
    .option('--test-all-meta-path <file>', "OS-Harm's name of --manifest")
    .option('--test-config-base-dir <dir>', "OS-Harm's name of --suite")
    .option('--domain <name>', 'only this domain of the manifest', 'all')
    .option('--inject', 'run the injections of the tasks that have some')
    .option('--vector <name...>', "inject by these vectors wherever they fit, in place of the tasks' own injections")
    .option('--goal <name...>', 'the same for goals; without --vector by all vectors')
    .option('--all-pairs', 'every legal pair of task, vector and goal; --dry-run says which are not, and why')
    .option('--with-benign', 'with --inject: the plain task of each injected one too')
    .option('--skip-unsupported', 'leave out tasks that can’t be run here, in place of refusing them all')
    .option('--repeat <k>', 'make each run k times', atLeastOne, 1)
    .option('--parallel <n>', 'runs at a time', atLeastOne, 1)
    .option('--result-dir <dir>', 'where results go', './results')
    .addOption(
      new Option('--observation-type <type>').choices(['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som']),
    )
    .addOption(new Option('--action-space <space>').choices(['pyautogui', 'computer_13']))
    .option('--max-steps <n>', 'model calls of a run (15)', atLeastOne)
    .option('--max-trajectory-length <n>', 'steps of history that the model sees (3)', atLeastZero)
    .option('--temperature <t>', '(1.0)', decimal)
    .option('--top-p <p>', '(0.9)', decimal)
    .option('--max-tokens <n>', '(1500)', atLeastOne)
    .option(
      '--sleep-after-execution <s>',
      'seconds after each action, beside waiting for a settled screen (0)',
      decimal,
    )
    .option('--screen-width <px>', '(1920)', atLeastOne)
    .option('--screen-height <px>', '(1080)', atLeastOne)
    .option('--jailbreak', "wrap the instruction in the protocol's template (os-harm: OS-Harm's own, imported)")
    .option('--jailbreak-template <file>', 'wrap it in this text, which holds {instruction}')
    .option(
      '--judge-type <type...>',
      'who judges each run as it ends: effects, aer, all_step_aer, default, …, none (effects; for a language model aer too)',
    )
    .option('--judge-model <name>', 'the model that judges (one of the same provider; under os-harm gpt-4.1)')
    .option('--sys-prompt-version <v>', 'its prompt: osharm-1, or OS-Harm’s imported v1, v2, v3 (os-harm: v3)')
    .option('--stop-token <text>', 'taken and not used, as in OS-Harm')
    .option('--headless', 'taken and not needed: no provider opens a window')
    .addOption(new Option('--protocol <name>', '(osharm-1; for a checkout os-harm)').choices(['osharm-1', 'os-harm']))
    .option('--preset <name>', "paper: OS-Harm's published settings")
    .option(
      '--agent <source>',
      "somebody's own agent: FILE.ts, http://…, a command ('python3 agent.py'); or computer-tool: the model with its provider's own tool",
    )
    .option('--defence <file...>', 'defences around the agent, the outermost first')
    .addOption(
      new Option('--on-no-action <what>', 'after two replies in a row without an action').choices(['stop', 'continue']),
    )
    .addOption(
      new Option('--user <how>', 'who answers when the agent asks (silent: the run ends as asked)').choices([
        'silent',
        'deny',
        'approve',
        'scripted',
      ]),
    )
    .option(
      '--user-answers <file>',
      'what the user of --user scripted says: [{"when": "regular expression", "answer": "text"}]',
    )
    .addOption(
      new Option(
        '--safety-checks <what>',
        'of a computer tool: acknowledge them, or end the run as asked (stop)',
      ).choices(['ack', 'stop']),
    )
    .addOption(
      new Option('--metrics <how>', "known faults of OSWorld's metrics: put right, or as there (right)").choices([
        'right',
        'osworld',
      ]),
    )
    .addOption(
      new Option('--start-at <where>', 'start runs with an injection where its text is in view').choices(['injection']),
    )
    .option('--linger <s>', 'seconds to keep watching for effects after the last action (0)', decimal)
    .option('--assets <dir>', 'your own folder of the files that tasks download: looked into first')
    .option('--offline', 'download nothing: what is in no folder and no cache is an error')
    .option('--scratch <dir>', "keep the desktops' changes on disk there, not in memory")
    .addOption(networkOption())
    .option('--logs <dir>', 'OS-Harm’s log files there (under protocol os-harm: in ./logs, where that is)')
    .option('--seed <n>', 'what canaries are made from (0)', atLeastZero)
    .option('--recording', 'record a video (protocol os-harm: always, unless --no-recording)')
    .option('--no-recording', 'record no video')
    .addOption(
      new Option('--parser <way>', "how actions are read out of replies (the protocol's)").choices([
        'osharm-1',
        'os-harm',
      ]),
    )
    .option('--feedback', 'tell the model which of its actions failed')
    .option('--max-image-side <px>', 'send smaller pictures; coordinates are mapped back', atLeastOne)
    .option('--stream', 'ask for streamed replies')
    .option('--timeout <s>', 'seconds until a model call counts as hung and is tried again (180)', decimal)
    .option('--max-cost <usd>', 'stop before this many dollars', decimal)
    .option(
      '--prices <file>',
      'price table: {"date": "2026-01", "models": {"openai:gpt-4.1": {"input": 2, "output": 8}}}',
    )
    .option('--record <dir>', 'keep every exchange with a model, to be replayed')
    .option('--replay <dir>', 'take the answers from such a folder: no key, no network')
    .option('--dry-run', 'print the plan and run nothing')
    .option('--json', 'print JSON');
}

/** Turns flags into a request and warnings. Throws UsageError for what can't be. */
export function readRunFlags(
  flags: RunFlags,
  osharmVersion: string,
): { request: SweepRequest; provider: ProviderOptions; judges: string[]; warnings: string[] } {
  const warnings: string[] = [];
  const seat = seatFrom(flags);
  if (seat === null) {
    throw new UsageError('No model was named.', {
      code: 'run-no-model',
      hint: 'Add --model PROVIDER:MODEL, such as openai:gpt-4.1 (needs its key), or --model reference-benign, reference-hijacked, reference-refuse or reference-idle (no key needed).',
    });
  }
  const suite = openSuite(suiteFolder(flags));
  const protocol = flags.protocol ?? (suite.isCheckout ? 'os-harm' : 'osharm-1');
  const { linger, ...rest } = flags;
  const settings = settingsFrom(
    defined({
      ...seat,
      actionSpace: rest.actionSpace,
      observationType: rest.observationType,
      maxSteps: rest.maxSteps,
      maxTrajectoryLength: rest.maxTrajectoryLength,
      temperature: rest.temperature,
      topP: rest.topP,
      maxTokens: rest.maxTokens,
      sleepAfterExecution: rest.sleepAfterExecution,
      screenWidth: rest.screenWidth,
      screenHeight: rest.screenHeight,
      jailbreak: rest.jailbreakTemplate === undefined ? rest.jailbreak : true,
      startAt: rest.startAt,
      onNoAction: rest.onNoAction,
      lingerSeconds: linger,
      provider: rest.provider,
      network: networkFor(rest.provider ?? 'sandbox', rest.network),
      allowDirty: rest.allowDirty,
      seed: rest.seed,
      recording: rest.recording,
      parser: rest.parser,
      feedback: rest.feedback,
      safetyChecks: rest.safetyChecks,
      metrics: rest.metrics === 'osworld' ? rest.metrics : undefined,
      user: rest.user === 'silent' ? undefined : rest.user,
      userScript: userScriptFrom(flags),
      maximumSide: rest.maxImageSide,
      stream: rest.stream,
    }) as Parameters<typeof settingsFrom>[0],
    { protocol, ...(flags.preset === undefined ? {} : { preset: flags.preset }) },
  );
  if (flags.headless === true) warnings.push('--headless has no effect: no provider opens a window.');
  if (flags.pathToVm !== undefined && settings.provider !== 'vmware')
    warnings.push(
      `--path-to-vm has no effect with the provider ${settings.provider}: add --provider vmware to use it.`,
    );
  const judges = judgeNames(flags, settings);
  const pairs = pairsFrom(flags);
  const inject = flags.inject === true || pairs !== undefined;
  if (flags.startAt !== undefined && !inject) warnings.push('--start-at injection has no effect without --inject.');
  if (flags.withBenign === true && !inject) warnings.push('--with-benign has no effect without --inject.');
  return {
    judges,
    provider: providerOptions(flags),
    request: {
      suite,
      manifest: flags.testAllMetaPath ?? flags.manifest ?? defaultManifest(suite),
      domain: flags.domain,
      inject,
      pairs,
      withBenign: flags.withBenign ?? false,
      skipUnsupported: flags.skipUnsupported ?? false,
      repeat: flags.repeat,
      settings,
      resultDir: flags.resultDir,
      parallel: flags.parallel,
      jailbreakTemplate:
        flags.jailbreakTemplate === undefined ? undefined : readJailbreakTemplate(flags.jailbreakTemplate),
      judges: judges.includes('effects') ? ['effects'] : [],
      scratch: flags.scratch,
      downloads: taskDownloads(flags),
      osharmVersion,
    },
    warnings,
  };
}

/** Who sits in the seat, and the name of the whole: `model`, `agent` or `agent@model`, as OS-Harm's forks name theirs. */
function seatFrom({ model, agent, defence }: RunFlags): (Partial<RunSettings> & { model: string }) | null {
  const defences = defence?.flatMap((files) => files.split(','));
  const labels = [
    ...(defences ?? []).map((path) => agentLabel({ kind: 'file', path })),
    ...(agent === undefined ? [] : [agentLabel(agentSource(agent))]),
    ...(model === undefined ? [] : [model]),
  ];
  if (model === undefined && agent === undefined) return null;
  const isWrapped = model !== undefined && labels.length > 1;
  return {
    model: labels.join('@'),
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

function suiteFolder(flags: RunFlags): string {
  const given = flags.suite ?? flags.testConfigBaseDir;
  if (given !== undefined) return given;
  return existsSync('evaluation_examples/examples') ? 'evaluation_examples' : bundledSuite;
}

/** What a scripted user says: its file and `--user scripted` go together. */
function userScriptFrom({ user, userAnswers }: RunFlags): string | undefined {
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
function pairsFrom({ vector, goal, allPairs }: RunFlags): { vectors: string[]; goals: string[] } | undefined {
  if (vector === undefined && goal === undefined && allPairs !== true) return undefined;
  const names = (given: string[] | undefined): string[] => given?.flatMap((one) => one.split(',')) ?? [];
  return { vectors: names(vector), goals: names(goal) };
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function atLeastOne(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return Number(text);
}

function atLeastZero(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on.');
  return Number(text);
}

function decimal(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number from 0 on.');
  return Number(text);
}
