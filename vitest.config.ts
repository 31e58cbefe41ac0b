import { spawnSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that hold a time or a rate against a limit, or that only a quiet machine can pass: two at a time, last, without coverage. */
const timed = [
  'test/accessibility/fake-bus.test.ts',
  'test/guest/settle.test.ts',
  '{src,packages}/**/*.limit.test.ts',
  'src/base/record/better-log.test.ts',
];

/** What a release ships, proven from the built package and its pages: `npm run test:release`, and CI. `npm test` leaves them out. */
const release = [
  'test/package/**/*.test.ts',
  'test/docs/api-pages.test.ts',
  'test/docs/inspect-package.test.ts',
  'test/suite/tutorial.test.ts',
];

/** Tests of the add-on packages, and of the core without them. `npm test` leaves them out, CI runs them. */
const packages = ['packages/**/*.test.ts', 'test/packages/**/*.test.ts'];

/** Rules over the repository's own files: they need neither a desktop nor a process of their own. */
const readsFiles = ['test/docs/rules.test.ts'];

/** A loaded plug-in and a mocked module stay so in their process. */
const isolated = ['test/api/**/*.test.ts', 'test/model/prompt-agent.test.ts', 'src/app/cli/actions/export.test.ts'];

/** A file of these waits for most of its time, for windows, limits and replies: two cores keep eight busy. Each needs up to 2 GB. */
const atOnce = Math.max(
  2,
  Math.min(Math.floor(totalmem() / 2 ** 31), Math.max(8, Math.floor(availableParallelism() * 0.75))),
);

/** The files of half a minute or more on two cores, longest first: one that starts late leaves the other cores idle at the end. */
const longest = [
  'test/package/install',
  'test/viewer/pages',
  'fleet/test/fleet-attack',
  'osworld/test/getters',
  'test/viewer/bundle',
  'test/run/events-on-desktop',
  'test/accessibility/live-tree',
  'test/model/broken-agents',
  'test/attack/coming',
  'test/attack/vectors',
  'test/suite/osworld-steps',
  'test/escape/voiding',
  'test/escape/limits',
  'test/sandbox/start',
  'test/model/desktop',
  'test/viewer/pages-hostile',
  'test/providers/docker',
  'test/providers/vmware',
  'test/model/acp-agent',
  'test/model/foreign-agents',
  'test/suite/checkout-runs',
  'test/run/silent-application',
  'test/accessibility/live-changes',
  'test/effect/routes',
  'test/run/held-input',
  'test/monitors/online',
  'test/providers/remote',
  'test/sandbox/channels',
  'test/suite/verify',
  'test/image/desktop-image',
  'test/escape/end',
  'test/escape/slow',
  'test/try/task-try',
  'test/environment/harbor-tasks',
  'test/sandbox/ordinary-account',
  'test/desktop/serve',
  'test/run/kill',
  'tools/scenes/scenes',
  'base/reader/read-apart',
  'suite/lint-suite',
  'effect-log/canary-search',
];
const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((path) => moduleId.endsWith(`${path}.test.ts`));
  return at === -1 ? longest.length : at;
};

/**
 * PATH with the folder of the real `python3` first. Tests start it hundreds of times, and a version manager's shim more
 * than doubles the processor time of a start.
 */
function pathToPython(): string {
  const usual = process.env.PATH ?? '';
  const program = 'import os, sys; print(os.path.dirname(sys.executable))';
  const { stdout, status } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
  return status === 0 ? `${stdout.trim()}:${usual}` : usual;
}

/** Vitest's order, but with the longest files of a project first, also where it has not seen them yet. */
class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specs);
    const order = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return sorted.sort((a, b) => order(a) - order(b) || rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    reporters: ['default', './test/asked-again/reporter.ts'],
    setupFiles: ['./test/processor-seconds/measure.ts'],
    // Node imports the sources itself, as `bin/osharm` does: Vite's runner would transform each of them first.
    experimental: { viteModuleRunner: false },
    // For what hangs; a machine that is busy with other things takes long for what it does.
    testTimeout: 180_000,
    // Vitest's own second is a limit on time that a busy machine misses; its 50 ms keep a core busy with accessibility trees.
    expect: { poll: { timeout: 30_000, interval: 250 } },
    hookTimeout: 180_000,
    sequence: { sequencer: LongestFirst },
    // Programs that tests start hundreds of times (`bin/osharm`) compile their code once: half of their processor time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/node', import.meta.url)), PATH: pathToPython() },
    coverage: {
      provider: 'v8',
      include: ['{src,guest,packages}/**/*.{ts,tsx}'],
      reporter: ['text-summary'],
      reportOnFailure: true,
    },
    projects: [
      {
        extends: true,
        test: {
          // Pure code beside its source. Workers share what they import, so tests here mock no module.
          name: 'unit',
          include: ['{src,guest,tools,bench}/**/*.test.ts', ...readsFiles],
          exclude: [...timed, ...isolated],
          isolate: false,
          // Some files wait for programs that they start: a third worker uses the time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          // Workers share what they have imported, which saves a second or two of each file.
          name: 'desktop',
          include: ['test/**/*.test.ts'],
          exclude: [...timed, ...release, ...packages, ...readsFiles, ...isolated],
          isolate: false,
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated, maxWorkers: atOnce, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: packages,
          exclude: timed,
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'release', include: release, maxWorkers: atOnce, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'timed', include: timed, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
