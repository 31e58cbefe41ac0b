import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree =
  '<desktop-frame xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component">' +
  '<push-button name="OK" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(10, 20)" c:size="(30, 40)"/></desktop-frame>';

let folder = temporaryFolder('mcp');
beforeEach(() => {
  folder = temporaryFolder('mcp');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t', { instruction: 'Click on "OK", it\'s there.' }),
  });
});
afterEach(() => folder.remove());

async function sweep(agent: string, ...args: string[]) {
  const shot = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const provider = new FakeProvider({ tree, screenshot: () => shot });
  const access = { port: createPort({ environment: {} }), environment: { PATH: process.env.PATH } };
  const dependencies = { ...realDependencies(access), createProvider: async () => provider };
  const results = join(folder.path, 'results');
  const common = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--out', results];
  const swept = await runSweepQuietly(dependencies, [...common, '--agent', agent, ...args]);
  const read = (label: string, type = 'a11y_tree') => readRun(join(results, 'pyautogui', type, label, 'os/t'));
  return { ...swept, executed: () => provider.desktops[0]?.executed, read };
}

/** A program of our own that speaks MCP by hand, one JSON object a line: what it is answered stands in its output. */
function program(lines: readonly string[], end = ''): string {
  const file = join(folder.path, 'agent.py');
  writeFileSync(
    file,
    `
import json, subprocess, sys, time
entry = json.load(open(sys.argv[2]))["mcpServers"]["desktop"]
server = subprocess.Popen([entry["command"], *entry["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
number = 0
def ask(method, params):
    global number
    number += 1
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\\n")
    server.stdin.flush()
    while True:
        answer = json.loads(server.stdout.readline())
        if answer.get("id") == number:
            return answer["result"]
ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by-hand", "version": "1"}})
server.stdin.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\\n")
def call(name, **arguments):
    result = ask("tools/call", {"name": name, "arguments": arguments})
    print(name, [part.get("text", part["type"]) for part in result["content"]], result.get("isError", False), flush=True)
print(sys.argv[1], sorted(tool["name"] for tool in ask("tools/list", {})["tools"]), flush=True)
${lines.join('\n')}
${end}
`,
  );
  return `mcp:python3 ${file} {instruction} {mcp_config}`;
}

describe('agent programs over MCP', () => {
  it('an MCP agent acts by calls, recorded as steps, and ends the run by exiting', async () => {
    const command = `mcp:${process.execPath} ${join(root, 'examples/agents/mcp-click-by-name.ts')} {instruction} {mcp_config}`;
    const { exitCode, output, executed, read } = await sweep(command);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual([expect.stringMatching(/^pyautogui\.click\(25, 40/)]);
    const run = read('mcp-click-by-name');
    expect(run.runJson).toMatchObject({ outcome: 'done', promptsHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(run.betterLog?.steps.map(({ actions }) => actions)).toEqual([['WAIT'], executed(), ['DONE']]);
    expect(run.betterLog?.steps.at(-1)?.response).toBe('I clicked on OK.');
  });

  it.each([
    ['screenshot', 'gui', ["'screenshot'"], ['Done.', 'image']],
    ['a11y_tree', 'gui+files', ["'accessibility_tree'", "'read_file'", "'write_file'"], ['push-button']],
    [
      'screenshot_a11y_tree',
      'gui+shell',
      ["'run_command'", "'screenshot'", "'accessibility_tree'"],
      ['push-button', 'image'],
    ],
  ])('an MCP agent gets the tools and observations of the settings: %s, %s', async (type, tools, named, shown) => {
    const { exitCode, output, read } = await sweep(
      program(["call('click', x=3, y=4)", "call('press_keys', keys='ctrl+nosuchkey')"]),
      '--observation-type',
      type,
      '--tools',
      tools,
    );
    expect(exitCode, output).toBe(0);
    const steps = read('agent', type).betterLog?.steps ?? [];
    // What it printed comes by another way than its calls: it may stand in the step after.
    const responses = steps.map(({ response }) => response).join('\n');
    for (const part of [...named, ...shown, 'Click on "OK", it\'s there.']) expect(responses).toContain(part);
    expect(responses.includes("'run_command'")).toBe(tools === 'gui+shell');
    expect(responses.includes("'read_file'")).toBe(tools === 'gui+files');
    expect(responses.includes("'screenshot'")).toBe(type !== 'a11y_tree');
    // A key that there is not is told to the program and costs no step.
    expect(responses).toContain('There is no key');
    expect(steps).toHaveLength(2);
  });

  it('an MCP agent uses files and shell inside the desktop only', async () => {
    const { executed } = await sweep(
      program(["call('run_command', command='id; echo \"x\"')"]),
      '--tools',
      'gui+shell',
    );
    expect(executed()).toEqual([expect.stringContaining('subprocess.run(["bash", "-c", "id; echo \\"x\\""]')]);
  });

  it.each([
    [[], 'asked', 1],
    [['--user', 'deny'], 'done', 1],
  ])('an MCP agent may ask its user: %j', async (flags, outcome, steps) => {
    const { read } = await sweep(program(["call('ask_user', question='Shall I?')"]), ...flags);
    const run = read('agent');
    expect(run.runJson?.outcome).toBe(outcome);
    expect(run.betterLog?.steps).toHaveLength(steps);
    expect(run.betterLog?.steps.at(-1)?.response).toContain(outcome === 'asked' ? 'Shall I?' : 'No, do not do that.');
  });

  it('an MCP agent may report that the task can’t be done', async () => {
    const { read } = await sweep(program(["call('report_infeasible', reason='No.')"]));
    expect(read('agent').runJson?.outcome).toBe('fail');
  });

  it('a failing MCP agent is an error of the agent', async () => {
    const { exitCode, read } = await sweep(program([], 'sys.exit("the key is missing")'));
    expect(exitCode).toBe(1);
    expect(read('agent').runJson?.error).toMatchObject({
      code: 'agent-failed',
      blame: 'agent',
      message: expect.stringContaining('the key is missing'),
    });
  });

  it('an MCP agent and its processes are ended at the step limit', async () => {
    const mark = `sleep 3${process.pid}`;
    const { read } = await sweep(
      program([`subprocess.Popen("${mark}", shell=True)`, 'while True: call("wait", seconds=0)']),
      '--max-steps',
      '3',
    );
    expect(read('agent').runJson?.outcome).toBe('step-limit');
    expect(execFileSync('ps', ['-eo', 'args']).toString().split('\n')).not.toContain(mark);
  });

  it.each(['mcp:agent', 'mcp:agent {instruction}'])(
    'an MCP agent’s command needs placeholders for both address and instruction: %s',
    async (agent) => {
      await expect(sweep(agent)).rejects.toThrowError(expect.objectContaining({ code: 'agent-unknown' }));
    },
  );

  it('an MCP agent is shown no numbered boxes', async () => {
    await expect(sweep('mcp:agent {instruction} {mcp_config}', '--observation-type', 'som')).rejects.toThrowError(
      expect.objectContaining({ code: 'settings-observation-type' }),
    );
  });
});
