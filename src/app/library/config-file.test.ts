import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-file-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const write = (text: string, name = 'osharm.yaml'): void => writeFileSync(join(folder, name), text);
const read = () => readConfigFile(null, folder);

it('a YAML config reads like the same config in TypeScript', async () => {
  write(`
agents:
  - openai:gpt-4.1
  - model: anthropic:claude-sonnet-4-5
    agent: ./my_agent.py
    label: mine
    maxTokens: 4000
    maxCost: 5
subsets: [smoke, quickstart]
attacks:
  - none
  - vector: [pdf]
    style: [blunt]
defences: [none, ./warn.ts]
monitors:
  - none
  - monitor: keyword
    label: watched
repeats: 2
run:
  maxCost: 20
`);
  const fromYaml = await read();
  expect(fromYaml?.config.agents).toEqual([
    'openai:gpt-4.1',
    {
      model: 'anthropic:claude-sonnet-4-5',
      agent: join(folder, 'my_agent.py'),
      label: 'mine',
      maxTokens: 4000,
      maxCost: 5,
    },
  ]);
  expect(fromYaml?.config.defences).toEqual(['none', join(folder, 'warn.ts')]);
  expect(fromYaml?.places).toEqual([`${join(folder, 'osharm.yaml')}:3`, `${join(folder, 'osharm.yaml')}:4`]);
  rmSync(join(folder, 'osharm.yaml'));
  write(
    `export default { agents: ['openai:gpt-4.1', { model: 'anthropic:claude-sonnet-4-5', agent: './my_agent.py', label: 'mine',
      maxTokens: 4000, maxCost: 5 }], subsets: ['smoke', 'quickstart'], attacks: ['none', { vector: ['pdf'], style: ['blunt'] }],
      defences: ['none', './warn.ts'], monitors: ['none', { monitor: 'keyword', label: 'watched' }], repeats: 2, run: { maxCost: 20 } };`,
    'osharm.config.ts',
  );
  expect((await read())?.config).toEqual(fromYaml?.config);
});

it.each([
  ['agent:\n  - gpt-4.1\n', /osharm\.yaml:1: agent: there is no such setting\. Did you mean "agents"\?/],
  [
    'agents:\n  - model: gpt-4.1\n    maxStep: 3\n',
    /osharm\.yaml:3: agents\[1\]\.maxStep: .* Did you mean "maxSteps"\?/,
  ],
  [
    'agents:\n  - model: gpt-4.1\n    prices: a.json\n',
    /osharm\.yaml:3: agents\[1\]\.prices: there is no such setting/,
  ],
  ['agents: gpt-4.1\n', /osharm\.yaml:1: agents: must be a list with at least one entry, not "gpt-4\.1"/],
  ['agents: []\n', /osharm\.yaml:1: agents: must be a list with at least one entry/],
  [
    'agents:\n  - gpt-4.1\n  - 4.1\n',
    /osharm\.yaml:3: agents\[2\]: must be a text \(model\) or a mapping of settings, not 4\.1/,
  ],
  ['agents:\n  - model: 4.1\n', /osharm\.yaml:2: agents\[1\]\.model: must be a text, not 4\.1/],
  [
    'agents:\n  - model: gpt-4.1\n    observationType: screenshots\n',
    /osharm\.yaml:3: agents\[1\]\.observationType: must be one of .*, not "screenshots"\. Did you mean "screenshot"\?/,
  ],
  ['attacks:\n  - style: [loud]\n', /osharm\.yaml:2: attacks\[1\]\.style\[1\]: must be one of blunt/],
  ['repeats: none\n', /osharm\.yaml:1: repeats: must be a whole number from 1 on, not "none"/],
  ['repeats: 2\nrun:\n  repeat: 3\n', /osharm\.yaml:3: run\.repeat: repeats has it already/],
  ['agents:\n  - gpt-4.1\nrun: { model: o3 }\n', /osharm\.yaml:3: run\.model: agents has it already/],
  ['- gpt-4.1\n', /osharm\.yaml:1: the file: must be a mapping of settings/],
])('the config %j is refused with file, line and what is expected', async (text, message) => {
  write(text);
  await expect(read()).rejects.toMatchObject({ code: 'config-wrong', message: expect.stringMatching(message) });
});

it.each([
  [
    'two unknown settings and a wrong value, in the file and in an agent',
    'agent: x\nagents:\n  - model: gpt-4.1\n    maxStep: 3\n    prices: a.json\n    observationType: tree\nrepeats: none\n',
    ['1: agent:', '4: agents[1].maxStep:', '5: agents[1].prices:', '6: agents[1].observationType:', '7: repeats:'],
  ],
  ['two agents that are no agents', 'agents:\n  - 4.1\n  - gpt-4.1\n  - true\n', ['2: agents[1]:', '4: agents[3]:']],
  [
    'a wrong value, and two settings that a list has too',
    'agents: [gpt-4.1]\nsubsets: [smoke]\nrun:\n  model: o3\n  subset: quickstart\n  seed: many\n',
    ['4: run.model:', '5: run.subset:', '6: run.seed:'],
  ],
])('a config with %s is refused with all of them', async (_, text, places) => {
  write(text);
  const message = await read().then(String, ({ message }: Error) => message);
  const [first, ...lines] = message.split('\n');
  expect(first).toBe(`${join(folder, 'osharm.yaml')} has ${places.length} wrong settings:`);
  const starts = lines.map((line) => line.slice(line.indexOf('osharm.yaml:') + 'osharm.yaml:'.length));
  expect(starts.toSorted().map((start, at) => start.slice(0, places[at]?.length))).toEqual(places);
});

it('a secret among other wrong settings of a config is the only one named', async () => {
  write('agents:\n  - model: xai:grok-4\n    maxStep: 3\n    apiKey: not-shown-anywhere\n');
  await expect(read()).rejects.toMatchObject({ code: 'config-secret' });
});

it.each([
  ['agents: [a\nrun: {}\n', /osharm\.yaml:\d+:\d+ is not YAML/],
  ['repeats: 1\nrepeats: 2\n', /osharm\.yaml:2:1 is not YAML: Map keys must be unique/],
  ['run: !!js/function "x"\n', /osharm\.yaml:1:\d+ is not YAML/],
  ['{}\n---\n{}\n', /osharm\.yaml:\d+:\d+ is not YAML/],
])('the config %j, which is not one YAML document, is refused', async (text, message) => {
  write(text);
  await expect(read()).rejects.toMatchObject({ code: 'config-not-yaml', message: expect.stringMatching(message) });
});

it('an unclosed bracket in a config is named in the hint', async () => {
  write('model: [openai:gpt-4.1\nsubset: quickstart\n');
  await expect(read()).rejects.toMatchObject({ hint: 'Close the bracket that is open on the line before.' });
});

it.each([
  [
    'aliases of aliases',
    'config-too-large',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`).join('\n')}\n`,
  ],
  ['brackets in brackets', 'config-not-yaml', `run: ${'['.repeat(30_000)}${']'.repeat(30_000)}\n`],
  ['half a megabyte', 'config-too-large', `# ${'x'.repeat(500_000)}\n`],
])('a config with %s is refused within seconds', async (_, code, text) => {
  write(text);
  const began = performance.now();
  await expect(read()).rejects.toMatchObject({ code });
  expect(performance.now() - began).toBeLessThan(5_000);
});

it.each([
  ['agents:\n  - model: xai:grok-4\n    apiKey: not-shown-anywhere\n', 'osharm.yaml:3', 'XAI_API_KEY'],
  ['OPENAI_API_KEY: not-shown-anywhere\n', 'osharm.yaml:1', 'OPENAI_API_KEY'],
  ['run:\n  seed: 1\n# sk-ant-api03-not-shown-anywhere\n', 'osharm.yaml:3', 'ANTHROPIC_API_KEY'],
  ['run: { agentName: gsk_notshownanywhere123 }\n', 'osharm.yaml:1', 'GROQ_API_KEY'],
  ['run:\n  queue: postgres://me:not-shown-anywhere@db/osharm\n', 'osharm.yaml:2', 'PGPASSWORD'],
  ['run: { agentName: not-shown-anywhere }\n', 'osharm.yaml:1', 'MY_SERVICE_TOKEN'],
])(
  'a secret in a config is refused by the name of its variable, never its value: %j',
  async (text, place, variable) => {
    vi.stubEnv('MY_SERVICE_TOKEN', 'not-shown-anywhere');
    if (variable !== 'MY_SERVICE_TOKEN') vi.stubEnv('MY_SERVICE_TOKEN', undefined);
    write(text);
    const error = await read().then(
      () => null,
      (cause: Error & { code: string; hint: string }) => cause,
    );
    expect(error).toMatchObject({ code: 'config-secret', hint: expect.stringContaining(variable) });
    expect(error?.message).toContain(place);
    expect(`${error?.message} ${error?.hint}`).not.toMatch(/not-?shown/);
  },
);

it('two config files in one folder are refused', async () => {
  write('{}');
  write('export default {};', 'osharm.config.ts');
  await expect(read()).rejects.toMatchObject({ code: 'config-two' });
});
