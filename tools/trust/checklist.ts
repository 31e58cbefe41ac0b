import type { Evidence } from './evidence.ts';

export type ChecklistAnswer = 'yes' | 'partly' | 'no' | 'not applicable';

/** An item of the Agentic Benchmark Checklist (arXiv 2507.02825) with our answer. */
export interface ChecklistItem {
  id: string;
  /** Requirement, in our words. */
  asks: string;
  answer: ChecklistAnswer;
  because: string;
  /** Evidence for a `yes`, checked by `checklist.test.ts`. */
  evidence: Evidence[];
}

/** The paper's numbers in order, so that no answer can be omitted. */
export const itemIds: readonly string[] = [
  ...Array.from({ length: 10 }, (_, index) => `T.${index + 1}`),
  ...['a.1', 'a.2', 'b.1', 'b.2', 'b.3', 'c.1', 'c.2', 'd.1', 'd.2', 'e.1', 'e.2', 'e.3', 'f.1', 'f.2'].map(outcome),
  ...['g.1', 'g.2', 'g.3', 'h.1', 'h.2', 'i.1'].map(outcome),
  ...Array.from({ length: 13 }, (_, index) => `R.${index + 1}`),
];

function outcome(rest: string): string {
  return `O.${rest}`;
}

const noProgram =
  'No task asks for a program that is then tested against generated inputs or in a workflow of its own.';

/** The bundled suite, `suites/hermetic`, assessed by its authors. */
export const checklist: readonly ChecklistItem[] = [
  {
    id: 'T.1',
    asks: 'The versions of all tools are fixed and reported',
    answer: 'yes',
    because: 'The image names every package with its version, and run.json records the hash of the image that ran.',
    evidence: [
      { page: 'image/packages.lock', says: /^libreoffice-calc=/m },
      { test: 'test/image/desktop-image.test.ts', name: 'every application that a task may name is there' },
    ],
  },
  {
    id: 'T.2',
    asks: 'Services that a task needs can be reached',
    answer: 'yes',
    because: 'Every site and mail server is a mock service inside the desktop. Lint refuses a host without one.',
    evidence: [
      { suite: 'lint finds nothing' },
      {
        test: 'test/escape/network.test.ts',
        name: 'an agent inside reaches no listener of the host and no external address',
      },
    ],
  },
  {
    id: 'T.3',
    asks: 'A failing service is distinguished from a failing agent',
    answer: 'yes',
    because: 'Failures of a model’s provider and of desktops are errors. An error is never a score and is rerun.',
    evidence: [
      {
        test: 'src/agents/models/model.test.ts',
        name: 'a model call survives rate limits, failures, hangs, resets and truncated answers, and records every attempt',
      },
      {
        test: 'test/run/attempt.test.ts',
        name: 'an agent that has not acted is not blamed for its desktop’s end, and its run gets another one',
      },
    ],
  },
  {
    id: 'T.4',
    asks: 'Nothing of one run is left for the next',
    answer: 'yes',
    because: 'Each run gets its own desktop, which is discarded.',
    evidence: [
      { test: 'test/escape/end.test.ts', name: 'nothing of a desktop remains after close' },
      {
        test: 'test/sandbox/warm.test.ts',
        name: 'a warm sandbox is leased fresh, and its owner is recorded',
      },
    ],
  },
  {
    id: 'T.5',
    asks: 'The agent can’t reach the expected answers',
    answer: 'partly',
    because:
      'Checks, oracles and references never enter the desktop. Your own agent program runs on the host with your rights and could read the public suite.',
    evidence: [
      { suite: 'no expected answer is put into a desktop' },
      { test: 'test/escape/files-and-processes.test.ts', name: 'an agent inside cannot read files of the host' },
    ],
  },
  {
    id: 'T.6',
    asks: 'The environment doesn’t change over time',
    answer: 'partly',
    because:
      'There is no live site, and hashes cover every file. But Debian’s mirrors drop old packages, so an image built later may differ. image.json lists how, and runs of different images are never pooled.',
    evidence: [
      { test: 'test/suite/hermetic.test.ts', name: 'the bundled suite equals what its sources build, assets included' },
    ],
  },
  {
    id: 'T.7',
    asks: 'The expected answers were checked',
    answer: 'partly',
    because:
      'Grades of 522 of 977 routes were fixed before the oracles saw them, by someone who had not written the oracles. No one outside the project has labelled a run.',
    evidence: [{ page: 'docs/evidence/verification.md', says: /^## Routes to harm$/m }],
  },
  {
    id: 'T.8',
    asks: 'Every task was shown to be solvable',
    answer: 'partly',
    because:
      'Reference solutions did every task of the standard subset of 3.3.0 on a desktop. With 4.0.0 they did the 208 of 340 runs that were played.',
    evidence: [
      { page: 'docs/evidence/data/reference-runs.csv', says: /^3\.3\.0,.*standard subset.*reference-benign,311,311/m },
    ],
  },
  {
    id: 'T.9',
    asks: 'A solver without a model solves every task',
    answer: 'yes',
    because:
      'Every task and goal has reference solutions, and `osharm suite verify` plays them: a careful one did all tasks of the standard subset of 3.3.0.',
    evidence: [
      { suite: 'every task and goal has its reference solutions' },
      { test: 'test/suite/verify.test.ts', name: 'suite verify finds an oracle with a wrong verdict' },
    ],
  },
  {
    id: 'T.10',
    asks: 'Nothing passes that was not earned',
    answer: 'partly',
    because:
      '1,611 attacks on metrics, checks and oracles gave no false pass, and 105 ways to void a run none. 27 of 977 routes to harm are disputed, and docs/trust/sandbox.md lists what is not covered.',
    evidence: [
      { test: 'test/score/scorer-attacks.test.ts', name: 'every condition has an attack or a reason why not' },
      { test: 'test/score/oracle-attacks.test.ts', name: 'oracles call no harm safe that was done in a hidden way' },
    ],
  },
  {
    id: 'O.a.1',
    asks: 'Text answers: other words for the same count',
    answer: 'yes',
    because:
      'Few tasks are decided by words of the answer. They look for names of clients, which have no other words. A check that other words could satisfy says so (`by_words`), and without its words completion is undecided.',
    evidence: [{ suite: 'answers in words are names, or leave completion undecided' }],
  },
  {
    id: 'O.a.2',
    asks: 'Text answers: words around them don’t matter',
    answer: 'yes',
    because: 'The names may be anywhere in the answer, in upper or lower case.',
    evidence: [{ suite: 'answers in words are names, or leave completion undecided' }],
  },
  {
    id: 'O.b.1',
    asks: 'Parts of answers: “not” is understood',
    answer: 'no',
    because: 'An answer that denies both names passes the check.',
    evidence: [],
  },
  {
    id: 'O.b.2',
    asks: 'Parts of answers: naming everything doesn’t pass',
    answer: 'no',
    because: 'An answer that names every folder on the desktop passes the check.',
    evidence: [],
  },
  {
    id: 'O.b.3',
    asks: 'Parts of answers: guessing doesn’t pass',
    answer: 'yes',
    because: 'Two facts on the desktop have to be reported, neither of which is in the instruction.',
    evidence: [{ suite: 'answers in words are names, or leave completion undecided' }],
  },
  {
    id: 'O.c.1',
    asks: 'LLM judges: measured against people, and against themselves',
    answer: 'no',
    because:
      'No judge was measured against people’s labels yet. The default judge calls no model. `osharm labels agree` measures one.',
    evidence: [],
  },
  {
    id: 'O.c.2',
    asks: 'LLM judges: they resist text that steers them',
    answer: 'partly',
    because:
      'A suite of 22 attacks measures it, and osharm’s judge fences what comes from a run. No real model was measured.',
    evidence: [
      {
        test: 'packages/judge-lab/test/measure.test.ts',
        name: 'judge attacks flip a judge that believes text and not one that checks actions (OpenAI, aer)',
      },
    ],
  },
  {
    id: 'O.d.1',
    asks: 'Unit tests: shown to be right',
    answer: 'yes',
    because: 'The few tasks with unit tests run the suite’s own copy of them. References and shortcuts try them.',
    evidence: [
      {
        test: 'src/verdicts/checks/conditions/tests-pass.test.ts',
        name: 'the tests-pass condition runs the suite’s own tests, not the project’s',
      },
    ],
  },
  {
    id: 'O.d.2',
    asks: 'Unit tests: their quality was measured',
    answer: 'no',
    because: 'The coverage of these tests was not measured.',
    evidence: [],
  },
  { id: 'O.e.1', asks: 'Generated inputs: edge cases', answer: 'not applicable', because: noProgram, evidence: [] },
  { id: 'O.e.2', asks: 'Generated inputs: all kinds', answer: 'not applicable', because: noProgram, evidence: [] },
  { id: 'O.e.3', asks: 'Generated inputs: they matter', answer: 'not applicable', because: noProgram, evidence: [] },
  { id: 'O.f.1', asks: 'Workflow tests: all branches', answer: 'not applicable', because: noProgram, evidence: [] },
  { id: 'O.f.2', asks: 'Workflow tests: repeatable', answer: 'not applicable', because: noProgram, evidence: [] },
  {
    id: 'O.g.1',
    asks: 'States: every good outcome passes',
    answer: 'partly',
    because:
      'Checks read contents, not clicks, and each harm is tried by two routes. Whether people find other good outcomes was not tested.',
    evidence: [{ suite: 'every task and goal has its reference solutions' }],
  },
  {
    id: 'O.g.2',
    asks: 'States: unintended changes are checked too',
    answer: 'yes',
    because: 'The effect log compares the whole desktop, and side effects are reported with the verdict.',
    evidence: [
      {
        test: 'src/evidence/side-effects/find-side-effects.test.ts',
        name: 'other files that were changed, deleted or opened to more users are side effects',
      },
      { test: 'test/sandbox/files.test.ts', name: 'a scan lists created, changed, moved and deleted files' },
    ],
  },
  {
    id: 'O.g.3',
    asks: 'States: a trivial change doesn’t pass',
    answer: 'partly',
    because:
      'Doing nothing, refusing and a shortcut were as expected. They last ran on all tasks with an older version of the suite, and on a part of suite 4. A blind replay of another seed’s run completes 6 of 194 tasks, none of them aligned or long.',
    evidence: [{ page: 'docs/evidence/data/reference-runs.csv', says: /"reference-refuse, reference-idle",134,134/ }],
  },
  {
    id: 'O.h.1',
    asks: 'Answers: the task says in which form',
    answer: 'partly',
    because: 'Instructions name file, cell or line. A content review read them. No test can.',
    evidence: [{ page: 'docs/evidence/content-review.md', says: /^## Method$/m }],
  },
  {
    id: 'O.h.2',
    asks: 'Answers: chance doesn’t pass',
    answer: 'yes',
    because: 'Names, figures and places are drawn from the seed. A memorized answer is wrong.',
    evidence: [
      { suite: 'every task varies with the seed' },
      { test: 'test/suite/hermetic.test.ts', name: 'the bundled suite varies every task, so that two seeds differ' },
    ],
  },
  {
    id: 'O.i.1',
    asks: 'Measures of quality: they can’t be gamed',
    answer: 'not applicable',
    because: 'Nothing is graded by how good it is. A task is completed or not, a run is safe or not.',
    evidence: [],
  },
  {
    id: 'R.1',
    asks: 'The benchmark is open',
    answer: 'yes',
    because: 'Code, tasks, oracles and references are Apache-2.0.',
    evidence: [{ page: 'LICENSE', says: /Apache License/ }],
  },
  {
    id: 'R.2',
    asks: 'The program that evaluates is open',
    answer: 'yes',
    because: 'It is the same repository.',
    evidence: [{ page: 'README.md', says: /bin\/osharm run/ }],
  },
  {
    id: 'R.3',
    asks: 'Measures against tasks that models have learned',
    answer: 'partly',
    because:
      'A GUID in every task marks a run whose agent knows it, and seeds draw the details. Seeds can be held out by commitment. No results on held-out seeds are published yet.',
    evidence: [
      {
        test: 'test/run/sweep.test.ts',
        name: 'a run records that the agent printed the suite’s GUID, which only the suite’s files contain',
      },
    ],
  },
  {
    id: 'R.4',
    asks: 'New tasks come over time',
    answer: 'partly',
    because: 'The suite has versions and a list of changes. There is no schedule.',
    evidence: [{ page: 'suites/hermetic/CHANGELOG.md', says: /^## \d+\.\d+\.\d+$/m }],
  },
  {
    id: 'R.5',
    asks: 'What is measured, and what it says of the capability',
    answer: 'yes',
    because: 'The data sheet says what a rate does and doesn’t mean.',
    evidence: [{ page: 'suites/hermetic/README.md', says: /uncalibrated and not comparable/ }],
  },
  {
    id: 'R.6',
    asks: 'What is evaluated: a model, or an agent',
    answer: 'yes',
    because: 'A result names agent, model, observation and defence. Runs that differ are never pooled.',
    evidence: [{ page: 'docs/read/report.md', says: /are reported in separate groups and never pooled/ }],
  },
  {
    id: 'R.7',
    asks: 'How flaws are prevented, found and fixed',
    answer: 'yes',
    because: 'The record of verification has every round, including what failed.',
    evidence: [
      { page: 'docs/evidence/verification.md', says: /^## Attacks on the scorers$/m },
      { page: 'lab/verification.md', says: /^## Reference agents on desktops$/m },
    ],
  },
  {
    id: 'R.8',
    asks: 'The effect of remaining flaws, in words',
    answer: 'yes',
    because: 'The data sheet and docs/write/effects.md list what oracles don’t see.',
    evidence: [{ page: 'suites/hermetic/README.md', says: /^## What the oracles see, and what they don't$/m }],
  },
  {
    id: 'R.9',
    asks: 'The effect of remaining flaws, in figures',
    answer: 'yes',
    because: 'Of 977 routes, 27 are disputed. Rates can be corrected for a judge’s errors.',
    evidence: [{ page: 'docs/evidence/verification.md', says: /27 of 977 routes are disputed/ }],
  },
  {
    id: 'R.10',
    asks: 'Figures have intervals and tests',
    answer: 'yes',
    because: 'Every rate has a 95 % interval that allows for clustered tasks, and simulations measure its coverage.',
    evidence: [
      {
        test: 'src/base/statistics/statistics.test.ts',
        name: 'a clustered rate lies in its interval, has D ≥ 1, mirrors, and equals Wilson’s for single runs',
      },
    ],
  },
  {
    id: 'R.11',
    asks: 'How to read results, given the flaws',
    answer: 'yes',
    because: 'The report says what was and wasn’t tested, the data sheet what the numbers don’t prove.',
    evidence: [{ page: 'suites/hermetic/README.md', says: /It is no certificate of safety/ }],
  },
  {
    id: 'R.12',
    asks: 'Figures of people',
    answer: 'no',
    because: 'No one has measured people on these tasks.',
    evidence: [],
  },
  {
    id: 'R.13',
    asks: 'Figures of trivial agents',
    answer: 'yes',
    because: 'Agents that do nothing, refuse, or take a shortcut are part of every verification.',
    evidence: [
      { page: 'docs/evidence/data/reference-runs.csv', says: /"reference-refuse, reference-idle",134,134/ },
      { page: 'docs/evidence/baselines.md', says: /`reference-shortcut`/ },
    ],
  },
];
