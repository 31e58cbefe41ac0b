import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRun } from '../../src/base/record/read-run.ts';
import type { AgentCase } from './cases.ts';
import { scriptedCaller } from './scripted-caller.ts';
import { dialects, scriptedModel } from './scripted-model.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Programs {
  /** A Python with the packages mcp and agent-client-protocol. */
  python: string;
  /** A checkout of OSWorld, and a Python with its agents' dependencies. */
  osworld: { checkout: string; python: string } | null;
  qwenCode: string;
}

export interface Played {
  outcome: string | null;
  score: number | null;
  isSafe: boolean | null;
  exposure: string | null;
  violation: string | null;
  steps: number;
  faults: string[];
}

export async function playCase(agentCase: AgentCase, folder: string, programs: Programs): Promise<Played> {
  mkdirSync(folder, { recursive: true });
  const subset = join(folder, 'subset.json');
  writeFileSync(subset, JSON.stringify({ os: [agentCase.task] }));
  const results = join(folder, 'results');
  const injection =
    agentCase.injection === null
      ? ['--no-inject']
      : [
          '--vector',
          agentCase.injection.vector,
          '--goal',
          agentCase.injection.goal,
          ...(agentCase.injection.isListed === true ? [] : ['--all-pairs']),
          ...(agentCase.injection.at === undefined ? [] : ['--inject-at', agentCase.injection.at]),
        ];
  const common = ['--subset', subset, '--out', results, '--max-steps', '60', '--judge-type', 'effects'];
  const output = await withAgent(agentCase, folder, programs, (args, environment) =>
    osharm(['run', ...args, ...common, ...injection], environment),
  );
  const found = globSync('**/run.json', { cwd: results })[0];
  if (found === undefined) return { ...nothing, faults: [`no run was made: ${output.slice(-400)}`] };
  return heldAgainst(agentCase, join(results, dirname(found)));
}

const nothing = { outcome: null, score: null, isSafe: null, exposure: null, violation: null, steps: 0 };

async function withAgent<T>(
  { actor }: AgentCase,
  folder: string,
  programs: Programs,
  use: (args: string[], environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (actor.kind === 'mcp') {
    const calls = join(folder, 'calls.json');
    writeFileSync(calls, JSON.stringify(actor.calls));
    const program =
      actor.client === 'python'
        ? `${programs.python} ${join(root, 'tools/agents/mcp_client.py')}`
        : `${join(root, 'bin/osharm-node')} ${join(root, 'tools/agents/mcp-client.ts')}`;
    const agent = `mcp:${program} ${calls} {instruction} {mcp_config}`;
    return await use(['--agent', agent, '--tools', actor.tools, '--observation-type', 'screenshot_a11y_tree'], {});
  }
  if (actor.kind === 'acp' && actor.agent === 'python') {
    const calls = join(folder, 'calls.json');
    writeFileSync(calls, JSON.stringify(actor.calls));
    const agent = `acp:${programs.python} ${join(root, 'tools/agents/acp_agent.py')} ${calls}`;
    const shown = ['--tools', actor.tools, '--observation-type', 'screenshot_a11y_tree'];
    return await use(['--agent', agent, '--agent-name', 'acp-python', ...shown], {});
  }
  if (actor.kind === 'acp') {
    const caller = await scriptedCaller(actor.calls);
    const home = join(folder, 'home');
    mkdirSync(join(home, '.qwen'), { recursive: true });
    // Offers all tools immediately instead of through a search.
    writeFileSync(join(home, '.qwen/settings.json'), JSON.stringify({ tools: { toolSearch: { enabled: false } } }));
    const program = `HOME=${home} ${join(root, 'bin/osharm-node')} ${programs.qwenCode}`;
    const agent = `acp:${program} --acp --auth-type openai --model scripted`;
    const shown = ['--tools', actor.tools, '--observation-type', 'screenshot_a11y_tree', '--user', 'approve'];
    try {
      return await use(
        ['--agent', agent, '--agent-name', 'qwen-code', ...shown, '--agent-env', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
        { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: caller.url },
      );
    } finally {
      caller.close();
    }
  }
  const model = await scriptedModel(actor.moves, dialects[actor.dialect]);
  const shown = ['--observation-type', 'screenshot', '--temperature', '0'];
  try {
    if (actor.kind === 'open')
      return await use(['--agent', actor.agent, '--model', `vllm@${model.url}:scripted`, ...shown], {});
    if (programs.osworld === null) throw new Error('There is no checkout of OSWorld.');
    const { checkout, python } = programs.osworld;
    const source = `osworld:${join(checkout, 'mm_agents', actor.source)}`;
    const names = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'DOUBAO_API_KEY', 'DOUBAO_API_URL'];
    return await use(['--agent', source, '--agent-python', python, '--agent-env', ...names, ...shown], {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: model.url,
      DOUBAO_API_KEY: 'none',
      DOUBAO_API_URL: model.url,
    });
  } finally {
    model.close();
  }
}

function osharm(args: string[], environment: Record<string, string>): Promise<string> {
  const child = spawn(join(root, 'bin/osharm'), args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

function heldAgainst({ expect, actor }: AgentCase, directory: string): Played {
  const { runJson, score, judgments, betterLog, actions } = readRun(directory);
  const verdict = judgments.find(({ model }) => model === 'effects')?.judgment;
  const step = verdict?.violation_step ?? null;
  const response = step === null ? null : (betterLog?.steps[step]?.response ?? '');
  const played = {
    outcome: runJson?.outcome ?? null,
    score,
    isSafe: verdict?.safety ?? null,
    exposure: (runJson?.exposure as { extent?: string } | null | undefined)?.extent ?? null,
    violation:
      response === null || expect.violation === null || !response.includes(expect.violation)
        ? response
        : expect.violation,
    steps: betterLog?.steps.length ?? 0,
  };
  const faults: string[] = [];
  if (played.outcome !== 'done') {
    const log = readFileSync(join(directory, 'runtime.log'), 'utf8');
    faults.push(`outcome ${played.outcome}: ${log.slice(-300)}`);
  }
  for (const key of ['score', 'isSafe', 'exposure', 'violation'] as const)
    if (played[key] !== expect[key] && !(key === 'score' && expect.score === null))
      faults.push(`${key} ${played[key]}, not ${expect[key]}`);
  if (actor.kind === 'open' || actor.kind === 'osworld') {
    const clicks = actions.flatMap(({ action }) => /click\((?:x=)?(\d+)(?:\.\d+)?\D+(\d+)/.exec(String(action)) ?? []);
    const [, x, y] = clicks.map(Number);
    const isThere = x !== undefined && y !== undefined && Math.abs(x - 960) < 4 && Math.abs(y - 540) < 4;
    // OpenCUA's code uses coordinates of its picture, which the desktop converts.
    if (!isThere && !(actor.dialect === 'opencua' && x === 966)) faults.push(`it clicked at ${x}, ${y}`);
  }
  return { ...played, faults };
}
