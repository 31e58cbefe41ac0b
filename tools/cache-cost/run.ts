/**
 * Computes the cost of a run of 15 steps with and without prompt caching, from the requests of two recorded runs.
 * `--write` updates the table in docs/run/models.md.
 *
 *     bin/osharm-node tools/cache-cost/run.ts [--results DIR] [--steps N] [--write]
 *
 * `--results` stores the runs and reuses existing ones. The runs use a real desktop and a scripted model with
 * Anthropic's API, so the requests contain our cache breakpoints. They cost nothing.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { imageTokens } from '../../src/agents/models/estimate-cost.ts';
import { listedPricesDate } from '../../src/agents/models/listed-prices.ts';
import { costOf, priceOf, readPrices, savedByCache } from '../../src/agents/models/prices.ts';
import { countTokens } from '../../src/desktop/observation/count-tokens.ts';
import { anthropicDialect } from '../../test/model/servers/anthropic-dialect.ts';
import { startModelServer } from '../../test/model/servers/model-server.ts';
import { type Block, type CacheRule, cachedUsages, type RecordedRequest } from './cached-tokens.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = join(root, 'docs/run/models.md');
const { values } = parseArgs({
  options: {
    results: { type: 'string' },
    steps: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
});
const steps = Number(values.steps);
const histories = [3, steps];
const models: readonly (readonly [provider: string, model: string, rule: CacheRule])[] = [
  ['anthropic', 'claude-sonnet-4-5', { keeps: 'marked', leastTokens: 1024, granule: 1 }],
  ['anthropic', 'claude-opus-4-5', { keeps: 'marked', leastTokens: 4096, granule: 1 }],
  ['openai', 'gpt-5.4', { keeps: 'all', leastTokens: 1024, granule: 128 }],
  ['google', 'gemini-3.1-pro-preview', { keeps: 'all', leastTokens: 4096, granule: 1 }],
];

const commands = [
  'ls -la',
  'pwd',
  'ls Documents',
  'ls Downloads',
  'date',
  'whoami',
  'df -h .',
  'ls /usr/share | head -40',
  'cat /etc/os-release',
  'env | sort | head -30',
  'ls -R Documents | head -30',
  'history | tail -20',
  'clear',
];
const code = (thought: string, python: string): string => `${thought}\n\`\`\`python\n${python}\n\`\`\``;
const replies = [
  code(
    'The desktop is free. I open a terminal to look at the files.',
    "import pyautogui\npyautogui.hotkey('ctrl', 'alt', 't')",
  ),
  ...commands.map((command) =>
    code(
      `The terminal waits for a command. The next thing to know is what \`${command}\` says, so I type it.`,
      `import pyautogui\npyautogui.write(${JSON.stringify(command)})\npyautogui.press('enter')`,
    ),
  ),
  'All of it was looked at.\n```\nDONE\n```',
];

async function makeRun(history: number, results: string): Promise<void> {
  if (globSync('**/calls.jsonl', { cwd: results }).length > 0) return;
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'subset.json'), JSON.stringify({ os: ['__contract_names'] }));
  const server = await startModelServer(
    anthropicDialect,
    // The last reply ends the run.
    [...replies.slice(0, steps - 1), ...replies.slice(-1)].map((say) => ({ say })),
  );
  const child = spawn(
    join(root, 'bin/osharm'),
    [
      'run',
      '--model',
      `anthropic@${server.url}/v1:claude-sonnet-4-5`,
      '--subset',
      join(results, 'subset.json'),
      '--out',
      join(results, 'runs'),
      '--observation-type',
      'screenshot_a11y_tree',
      '--max-steps',
      `${steps}`,
      '--max-trajectory-length',
      `${history}`,
      '--no-inject',
    ],
    {
      cwd: results,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ANTHROPIC_API_KEY: 'not-a-key' },
    },
  );
  await once(child, 'close');
  await server.close();
}

interface Part {
  type: string;
  text?: unknown;
  cache_control?: unknown;
}
interface AnthropicBody {
  system: Part[];
  messages: { role: string; content: Part[] }[];
}

function recordedRequests(results: string): RecordedRequest[] {
  const [file] = globSync('**/calls.jsonl', { cwd: results });
  if (file === undefined) throw new Error(`no run was made in ${results}`);
  const lines = readFileSync(join(results, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const texts = new Map(lines.flatMap(({ kind, sha256, text }) => (kind === 'part' ? [[sha256, text]] : [])));
  const whole = (text: unknown): string => {
    if (typeof text === 'string') return text;
    const found = texts.get((text as { $sha256: string }).$sha256);
    if (found === undefined) throw new Error('a text of a request is not in the record');
    return found;
  };
  const block = (role: string, part: Part): Block => {
    const { cache_control, ...rest } = part;
    return {
      key: createHash('sha256').update(JSON.stringify({ role, rest })).digest('hex'),
      tokens: part.type === 'text' ? countTokens(whole(part.text), Number.POSITIVE_INFINITY) : imageTokens,
      isPoint: cache_control !== undefined,
    };
  };
  const calls = lines.filter(({ kind, result }) => kind === 'call' && result === 'ok');
  if (calls.length !== steps) throw new Error(`the run has ${calls.length} calls, not ${steps}`);
  return calls.map(({ time, exchanges }) => {
    const { request, response } = exchanges.at(-1) as {
      request: AnthropicBody;
      response: { content: { text: unknown }[] };
    };
    return {
      time,
      blocks: [
        ...request.system.map((part) => block('system', part)),
        ...request.messages.flatMap(({ role, content }) => content.map((part) => block(role, part))),
      ],
      outputTokens: response.content.reduce(
        (sum, { text }) => sum + countTokens(whole(text), Number.POSITIVE_INFINITY),
        0,
      ),
    };
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const dollars = (value: number): string => `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(3)}`;

function cell(requests: readonly RecordedRequest[], [provider, model, rule]: (typeof models)[number]): string {
  const price = priceOf(readPrices(), provider, model);
  if (price === null) throw new Error(`no price of ${model}`);
  const usages = cachedUsages(requests, rule);
  const withCache = sum(usages.map((usage) => costOf(price, usage)));
  const saved = sum(usages.map((usage) => savedByCache(price, usage)));
  const share = `${Math.round((saved / (withCache + saved)) * 100)}`.replace('-', '−');
  return `${dollars(withCache + saved)}, ${dollars(withCache)}, ${share} %`;
}

const folder = values.results === undefined ? mkdtempSync(join(tmpdir(), 'cache-cost-')) : resolve(values.results);
const recorded: (readonly [number, RecordedRequest[]])[] = [];
for (const history of histories) {
  const results = join(folder, `history-${history}`);
  await makeRun(history, results);
  recorded.push([history, recordedRequests(results)]);
}
const table = [
  `Prices of ${listedPricesDate}. History: \`--max-trajectory-length\`. Each cell has the cost without a cache, with it, and the share saved.`,
  '',
  `| Model | ${recorded.map(([history]) => `History of ${history}`).join(' | ')} |`,
  `|---|${recorded.map(() => '---|').join('')}`,
  ...models.map(
    (model) => `| \`${model[0]}:${model[1]}\` | ${recorded.map(([, requests]) => cell(requests, model)).join(' | ')} |`,
  ),
];
process.stdout.write(`${table.join('\n')}\n`);
if (values.write) writeTable();
if (values.results === undefined) rmSync(folder, { recursive: true });

function writeTable(): void {
  const [open, close] = ['<!-- caches: written by tools/cache-cost/run.ts -->', '<!-- end of caches -->'];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(open), before.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/run/models.md has no marks ${open}`);
  writeFileSync(page, `${before.slice(0, from)}${open}\n${table.join('\n')}\n${before.slice(to)}`);
}
