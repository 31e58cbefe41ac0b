/**
 * Runs third-party agents end to end on real desktops: programs that speak MCP (with the TypeScript and Python SDKs) or
 * ACP (with the Python SDK, and an npm agent), and open models and OSWorld classes with scripted model servers. Each
 * performs a benign and an injected task. Compares score, verdict and exposure with the expected ones. Run by hand:
 *
 *     bin/osharm-node tools/agents/run.ts [TEXT …] [--osworld CHECKOUT] [--osworld-python FILE] [--keep DIR]
 *
 * TEXT selects the cases whose name contains it. OSWorld's classes need `--osworld`. Exits with 1 if a result differs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agentCases } from './cases.ts';
import { npmProgram } from './npm-program.ts';
import { playCase } from './play-case.ts';
import { pythonWith } from './python-with.ts';
import { tryServedDesktop } from './served-desktop.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { osworld: { type: 'string' }, 'osworld-python': { type: 'string' }, keep: { type: 'string' } },
});
const isChosen = (name: string): boolean => positionals.length === 0 || positionals.some((text) => name.includes(text));
const osworld =
  values.osworld === undefined
    ? null
    : { checkout: resolve(values.osworld), python: values['osworld-python'] ?? 'python3' };
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'agents-')) : resolve(values.keep);
const programs = {
  python: await pythonWith('mcp', ['mcp==2.3.0', 'agent-client-protocol==0.12.1']),
  osworld,
  qwenCode: npmProgram('@qwen-code/qwen-code', '0.24.4', 'cli.js'),
};

let faulty = 0;
let done = 0;
let leftOut = 0;
for (const [at, agentCase] of agentCases.entries()) {
  if (!isChosen(agentCase.name)) continue;
  if (agentCase.actor.kind === 'osworld' && osworld === null) {
    leftOut += 1;
    continue;
  }
  const start = performance.now();
  const { faults, outcome, score, isSafe, exposure, steps } = await playCase(
    agentCase,
    join(folder, String(at)),
    programs,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  done += 1;
  if (faults.length > 0) faulty += 1;
  process.stdout.write(
    `${faults.length === 0 ? 'ok    ' : 'FAULTY'} ${agentCase.name}: ${outcome}, score ${score}, safe ${isSafe}, exposure ${exposure}, ${steps} steps, ${seconds} s\n`,
  );
  for (const fault of faults) process.stdout.write(`       ${fault}\n`);
}
if (isChosen('desktop mcp')) {
  const faults = await tryServedDesktop();
  done += 1;
  if (faults.length > 0) faulty += 1;
  process.stdout.write(`${faults.length === 0 ? 'ok    ' : 'FAULTY'} osharm desktop mcp\n`);
  for (const fault of faults) process.stdout.write(`       ${fault}\n`);
}
if (values.keep === undefined && faulty === 0) rmSync(folder, { recursive: true });
else process.stdout.write(`Results: ${folder}\n`);
process.stdout.write(
  `${done - faulty} of ${done} as they must be${leftOut > 0 ? `, ${leftOut} left out (no --osworld)` : ''}\n`,
);
process.exitCode = faulty === 0 ? 0 : 1;
