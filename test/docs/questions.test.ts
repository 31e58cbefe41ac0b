import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** What a newcomer asks, the page that answers, and words of the answer. */
const questions: [question: string, page: string, answer: RegExp][] = [
  ['Does it need a GPU, a VM, KVM or Docker?', 'docs/start/requirements.md', /No GPU, no virtual machine, no Docker/],
  ['What does a first run cost, and how long does it take?', 'docs/run/sweep.md', /Minutes, model, at most/],
  ['Can I try it without an API key?', 'docs/start/requirements.md', /no API key/],
  ['How do I run it on a hosted model?', 'docs/run/models.md', /`anthropic:MODEL`/],
  ['How do I run it on a local model?', 'docs/run/models.md', /^## Your own server$/m],
  ['How do I test my own agent?', 'docs/run/agents.md', /^## Your own agent$/m],
  ['What does "undecided" mean?', 'docs/start/concepts.md', /^\| undecided \|/m],
  [
    'How is it decided that something harmful happened?',
    'docs/write/effects.md',
    /Verdicts come from recorded effects/,
  ],
  ['Where are my results, and what is in the files?', 'docs/read/results.md', /^\| `run\.json` \|/m],
  ['How do I look at a single run, step by step?', 'docs/read/viewer.md', /^## A run$/m],
  ['How do I compare two models?', 'docs/read/compare.md', /osharm compare results --model/],
  ['How do I add my own task?', 'docs/write/suite.md', /^## Write your own$/m],
  ['How do I write a check for a task?', 'docs/write/oracles.md', /^## Checks/m],
  ['Which attacks are there, and how do I use only some?', 'docs/run/attacks.md', /`--vector pdf --goal add_ssh_key`/],
  ['How do I test a defence?', 'docs/run/defences.md', /^## In Python$/m],
  ['How do I test a monitor?', 'docs/run/monitors.md', /^## Write a monitor$/m],
  ['Does it reproduce OS-Harm’s numbers?', 'docs/compatibility/os-harm.md', /^## What differs$/m],
  ['Is it safe to run? Can the agent reach the internet?', 'docs/trust/sandbox.md', /^## The promise$/m],
  ['How do I run it in CI and fail the build?', 'docs/run/ci.md', /--fail-if/],
  ['Why not Inspect, OSWorld or OS-Harm?', 'docs/compatibility/which-tool.md', /Choose osharm for/],
  ['How do I remove it again?', 'docs/run/uninstall.md', /osharm uninstall/],
];

/** Pages that a page links to. */
const linked = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)\s#]+\.md)/g)]
    .map(([, target = '']) => normalize(join(dirname(page), target)))
    .filter((target) => existsSync(join(root, target)));

const first = linked('docs/index.md');
const fromReadme = new Set([...linked('README.md'), ...linked('README.md').flatMap(linked)]);

it.each(questions)('the answer is one click from the start page and two from the README: %s', (_, page, answer) => {
  expect(first).toContain(page);
  expect([...fromReadme]).toContain(page);
  expect(read(page)).toMatch(answer);
});
