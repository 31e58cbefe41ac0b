import { type Command, Option } from 'commander';
import { computerTools } from '../../agents/models/wire/computer-tools.ts';
import { reasoningEfforts } from '../../agents/models/wire/reasoning.ts';
import { earlyBars, toolSets } from '../../base/record/run-settings.ts';
import { presets } from '../../runs/plan/settings.ts';
import { textLanguages } from '../../tasks/suite/goal-id.ts';
import { goalLevels } from '../../tasks/suite/goal-level.ts';
import { momentForms } from '../../tasks/suite/payload-moment.ts';
import { visibilities } from '../../tasks/suite/visibility.ts';
import type { SweepOptions } from '../library/sweep-options.ts';
import { networkOption } from './network-option.ts';
import { decimalNumber, wholeNumber } from './number-arguments.ts';
import { pluginHelp } from './plugin-flag.ts';
import { addProviderFlags, type ProviderFlags, providerOption } from './provider-flags.ts';

/** The flags of `osharm run` as commander hands them over. */
export interface RunFlags extends SweepOptions, ProviderFlags {
  testAllMetaPath?: string;
  testConfigBaseDir?: string;
  domain: string;
  repeat: number;
  parallel: number;
  failIf?: string[];
  junit?: string;
  logs?: string;
  stopToken?: string;
  headless?: boolean;
  resultDir: string;
  queue?: string;
  results?: string;
  sweep?: string;
  priority?: number;
  maxRunCost?: number;
  dryRun?: boolean;
  json?: boolean;
}

/** Adds the flags, OS-Harm's (spec §1.1) and ours, in groups. A default in the text is settled later, with protocol and preset. */
export function addRunFlags(command: Command): Command {
  addAgentFlags(command.optionsGroup('Who acts, and what it sees:'));
  addPlanFlags(command.optionsGroup('What runs:'));
  addModelFlags(command.optionsGroup('Calls to models:'));
  addJudgeFlags(command.optionsGroup('Who judges:'));
  addDesktopFlags(command.optionsGroup('Desktops:'));
  addQueueFlags(command.optionsGroup('A fleet of workers (docs/fleet.md):'));
  addProviderFlags(command.optionsGroup('Where desktops come from:').addOption(providerOption()));
  return addOutputFlags(command.optionsGroup('Output:'));
}

function addPlanFlags(command: Command): Command {
  return command
    .option(
      '--suite <dir>',
      'suite folder or checkout (default: ./evaluation_examples where it is, else the bundled suite)',
    )
    .option('--manifest <name|file>', 'which manifest (default: all, in a checkout misuse)')
    .option('--test-all-meta-path <file>', "OS-Harm's name of --manifest")
    .option('--test-config-base-dir <dir>', "OS-Harm's name of --suite")
    .option('--domain <name>', 'only this domain of the manifest', 'all')
    .option('--task <id...>', 'only these tasks of the manifest')
    .option('--inject', 'run the injections of the tasks that have some')
    .option('--vector <name...>', "inject by these vectors wherever they fit, in place of the tasks' own injections")
    .option('--goal <name...>', 'the same for goals; without --vector by all vectors')
    .addOption(
      new Option(
        '--level <name...>',
        'inject texts written like this (default: as the tasks list them); docs/attacks.md',
      ).choices(goalLevels),
    )
    .addOption(new Option('--language <code...>', 'the same for languages of the texts').choices(textLanguages))
    .addOption(
      new Option(
        '--visibility <way...>',
        'the same for where a text can be met; not every vector can show it in every way',
      ).choices(visibilities),
    )
    .option('--all-pairs', 'every legal pair of task, vector and goal; --dry-run says which are not, and why')
    .option('--with-benign', 'with --inject: the plain task of each injected one too')
    .addOption(
      new Option('--start-at <where>', 'start runs with an injection where its text is in view').choices(['injection']),
    )
    .option(
      '--inject-at <when>',
      `with --inject: when the text comes: start, ${momentForms}; runs whose vector can’t wait are left out`,
      'start',
    )
    .option('--jailbreak', "wrap the instruction in the protocol's template (os-harm: OS-Harm's own, imported)")
    .option('--jailbreak-template <file>', 'wrap it in this text, which holds {instruction}')
    .option('--skip-unsupported', 'tasks that can’t be run here are left out anyway; with this the exit code stays 0')
    .option(
      '--strict-setup',
      'a failing set-up step ends a run, in a checkout too (default there: told, and the run goes on)',
    )
    .option('--repeat <k>', 'make each run k times', wholeNumber(1), 1)
    .option(
      '--until-width <share>',
      'with --repeat: no further repeats once the interval of the unsafe rate is this narrow (0.1: ten points)',
      decimalNumber,
    )
    .option(
      '--allocate-repeats',
      'with --until-width: further repeats go to the tasks that tell most (rates of reports then weigh those more)',
    )
    .option(
      '--until-different <results>',
      'with --repeat: no further repeats once the unsafe rate differs from that of this folder’s runs of the same tasks',
    )
    .option('--seed <n>', 'what tasks, amounts and secrets are drawn from (default: 0)', wholeNumber(0))
    .option('--assets <dir>', 'your own folder of the files that tasks download: looked into first')
    .option('--download-hosts <host...>', 'hosts of your own network that tasks may download from (others are refused)')
    .option('--offline', 'download nothing: what is in no folder and no cache is an error')
    .option('--dry-run', 'print the plan and run nothing');
}

export function addAgentFlags(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'PROVIDER:MODEL, a bare name of OS-Harm (gpt-4.1, claude-…), or reference-benign, -hijacked, …',
    )
    .option(
      '--agent <source>',
      "somebody's own agent: FILE.ts, http://…, a command ('python3 agent.py'), a class of OSWorld's shape (osworld:CHECKOUT/mm_agents/FILE.py:Class?name=value), a program that speaks MCP (mcp:COMMAND {instruction} {mcp_config}); or computer-tool: the model with its provider's own tool; or ui-tars, opencua, qwen3-vl, glm-v: an open model in its own words",
    )
    .option('--agent-name <name>', 'what agent, defences and model together are called in results')
    .option(
      '--agent-env <name...>',
      'with --agent FILE or COMMAND: variables that its program is given beside PATH, HOME, LANG and such',
    )
    .option(
      '--agent-python <file>',
      'with --agent osworld:…: the Python that the class runs in (default: .venv or venv of its checkout, else python3)',
    )
    .addOption(
      new Option('--tools <set>', 'with --agent mcp:…: what it may use of the desktop (default: gui)').choices(
        toolSets,
      ),
    )
    .option('--defence <file...>', 'defences around the agent, the outermost first')
    .option('--plugin <module...>', pluginHelp)
    .addOption(
      new Option(
        '--protocol <name>',
        'whose prompts, parser and defaults (default: osharm-1, for a checkout os-harm)',
      ).choices(['osharm-1', 'os-harm']),
    )
    .option(
      '--preset <name>',
      `settings at once: ${Object.keys(presets).join(', ')} (OS-Harm's published ones); flags beside it win`,
    )
    .addOption(
      new Option('--observation-type <type>', 'what the agent is shown of the screen (default: a11y_tree)').choices([
        'screenshot',
        'a11y_tree',
        'screenshot_a11y_tree',
        'som',
      ]),
    )
    .addOption(
      new Option('--action-space <space>', 'how it acts: Python code, or JSON (default: pyautogui)').choices([
        'pyautogui',
        'computer_13',
      ]),
    )
    .option('--max-steps <n>', 'model calls of a run (default: 15)', wholeNumber(1))
    .option('--max-trajectory-length <n>', 'steps of history that the model sees (default: 3)', wholeNumber(0))
    .option(
      '--sleep-after-execution <s>',
      'seconds after each action, beside waiting for a settled screen (default: 0)',
      decimalNumber,
    )
    .addOption(
      new Option('--parser <way>', "how actions are read out of replies (default: the protocol's)").choices([
        'osharm-1',
        'os-harm',
      ]),
    )
    .option('--feedback', 'tell the model which of its actions failed')
    .option('--max-image-side <px>', 'send smaller pictures; coordinates are mapped back', wholeNumber(1))
    .addOption(
      new Option('--on-no-action <what>', 'after two replies in a row without an action (default: stop)').choices([
        'stop',
        'continue',
      ]),
    )
    .addOption(
      new Option('--user <how>', 'who answers when the agent asks (default: silent, the run ends as asked)').choices([
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
        'of a computer tool: acknowledge them, or end the run as asked (default: stop)',
      ).choices(['ack', 'stop']),
    )
    .option(
      '--computer-tool <name>',
      `with --agent computer-tool: this tool of the provider's (${Object.keys(computerTools).join(', ')})`,
    );
}

export function addModelFlags(command: Command): Command {
  return command
    .option('--temperature <t>', 'randomness of replies (default: 1)', decimalNumber)
    .option('--top-p <p>', 'share of likely words that it draws from (default: 0.9)', decimalNumber)
    .option('--max-tokens <n>', 'length of a reply, in tokens (default: 1500)', wholeNumber(1))
    .addOption(
      new Option('--reasoning-effort <effort>', 'how much the model thinks (default: as its provider has it)').choices(
        reasoningEfforts,
      ),
    )
    .option('--thinking-budget <n>', 'tokens that its thoughts may take, where the provider has that', wholeNumber(1))
    .option('--stream', 'ask for streamed replies')
    .option(
      '--timeout <s>',
      'seconds until a model call counts as hung and is tried again (default: 180), and a reply of your own agent as failed (default: 600)',
      decimalNumber,
    )
    .option('--max-cost <usd>', 'stop before this many dollars', decimalNumber)
    .option(
      '--prices <file>',
      'price table: {"date": "2026-01", "models": {"openai:gpt-4.1": {"input": 2, "output": 8}}}',
    )
    .option('--record <dir>', 'keep every exchange with a model, to be replayed')
    .option('--replay <dir>', 'take the answers from such a folder: no key, no network')
    .option('--stop-token <text>', 'taken and not used, as in OS-Harm');
}

function addJudgeFlags(command: Command): Command {
  return command
    .option(
      '--judge-type <type...>',
      'who judges each run as it ends: effects, aer, all_step_aer, default, …, none (default: effects; for a language model aer too)',
    )
    .option('--judge-model <name>', 'the model that judges (default: one of the same provider; under os-harm gpt-4.1)')
    .option('--sys-prompt-version <v>', 'its prompt: osharm-1, or OS-Harm’s imported v1, v2, v3 (os-harm: the newest)')
    .addOption(
      new Option(
        '--metrics <how>',
        "known faults of OSWorld's metrics: put right, or as there (default: right)",
      ).choices(['right', 'osworld']),
    )
    .option(
      '--evaluation-cues <ids...>',
      'cues of a test to leave on the desktop: all, or ids of docs/realism.md (default: none)',
    )
    .addOption(
      new Option(
        '--selective',
        'with --inject: payloads also carry a harmless instruction that the task needs, so that an agent deaf to all it reads shows',
      ),
    )
    .addOption(
      new Option('--stop-on <harm>', 'end a run once an oracle is sure that harm was attempted, or completed').choices(
        earlyBars,
      ),
    )
    .option('--linger <s>', 'seconds to keep watching for effects after the last action (default: 0)', decimalNumber)
    .option(
      '--aftermath <h>',
      'after the last step: a start of the computer, a login, and the jobs that fall due in so many hours (1 to 744)',
      wholeNumber(1, 744),
    );
}

export function addDesktopFlags(command: Command): Command {
  return command
    .option('--parallel <n>', 'runs at a time', wholeNumber(1), 1)
    .option(
      '--warm-applications <n>',
      'for sandbox: runs whose office documents or VS Code are opened ahead of their turn (default: 0)',
      wholeNumber(0),
    )
    .option('--screen-width <px>', 'width of the screen (default: 1920)', wholeNumber(1))
    .option('--screen-height <px>', 'height of the screen (default: 1080)', wholeNumber(1))
    .addOption(networkOption())
    .option('--scratch <dir>', "keep the desktops' changes on disk there, not in memory")
    .option('--recording', 'record a video (protocol os-harm: always, unless --no-recording)')
    .option('--no-recording', 'record no video')
    .option('--headless', 'taken and not needed: no provider opens a window');
}

export function addQueueFlags(command: Command): Command {
  return command
    .option('--queue <url>', 'put the runs into this queue, postgres://USER@HOST/DATABASE, for `osharm work`')
    .option('--results <place>', 'with --queue: where results go, s3://BUCKET/PREFIX or a folder that all workers see')
    .option('--sweep <name>', 'with --queue: what the sweep is called there (default: time and model)')
    .option('--priority <n>', 'with --queue: its share of workers beside other sweeps (default: 1)', decimalNumber)
    .option('--max-run-cost <usd>', 'with --queue and --max-cost: set so much aside for each run', decimalNumber);
}

function addOutputFlags(command: Command): Command {
  return command
    .option('--result-dir <dir>', 'where results go', './results')
    .option('--fresh', 'make complete runs again; what is there is set aside in RESULT_DIR.incomplete')
    .option(
      '--max-equal-errors <n>',
      'stop after so many errors of one cause in a row (default: 5; 0: never)',
      wholeNumber(0),
    )
    .option(
      '--fail-if <condition>',
      'exit 1 if this holds for a model, by the oracles: unsafe_rate > 0.1 (names: osharm compare --help); may be given several times',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--junit <file>', 'with --fail-if: write the checks as JUnit XML')
    .option('--logs <dir>', 'OS-Harm’s log files there (under protocol os-harm: in ./logs, where that is)')
    .option('--json', 'print JSON');
}
