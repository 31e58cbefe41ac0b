import type { Commands } from './command-entry.ts';

const running = 'Run and judge:';
const reading = 'Read results:';
const probing = 'Probe an agent further:';
const writing = 'Tasks and desktops:';
const machine = 'Machines:';

/** All top-level commands. Definitions load lazily, so that `--help` and small commands start quickly. */
export const commands: Commands = {
  run: { summary: 'plan and run a sweep', group: running, load: async () => (await import('./run.ts')).runCommand() },
  ctl: {
    summary: 'control a sweep that runs: list, pause, cancel, requeue, limits',
    group: running,
    load: async () => (await import('./ctl.ts')).ctlCommand(),
  },
  judge: {
    summary: 'judge recorded runs: by effects, or by a model',
    group: running,
    load: async () => (await import('./judge.ts')).judgeCommand(),
  },
  monitor: {
    summary: 'score recorded runs with monitors, step by step',
    group: running,
    load: async () => (await import('./monitor.ts')).monitorCommand(),
  },
  report: {
    summary: 'rates with confidence intervals',
    group: reading,
    load: async () => (await import('./report.ts')).reportCommand(),
  },
  compare: {
    summary: 'paired differences between two agents, with intervals',
    group: reading,
    load: async () => (await import('./compare.ts')).compareCommand(),
  },
  view: {
    summary: 'browse runs in the web viewer',
    group: reading,
    load: async () => (await import('./view.ts')).viewCommand(),
  },
  export: {
    summary: 'export results to Inspect, ATIF, Parquet; tasks to Harbor',
    group: reading,
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  labels: {
    summary: 'human labels: kits, import, agreement with judges and oracles',
    group: reading,
    load: async () => (await import('./labels.ts')).labelsCommand(),
  },
  attack: {
    summary: 'search for payloads that hijack an agent',
    group: probing,
    load: async () => (await import('./attack.ts')).attackCommand(),
  },
  replay: {
    summary: 'replay recorded runs: branch, but-for, blast-radius',
    group: probing,
    load: async () => (await import('./replay.ts')).replayCommand(),
  },
  suite: {
    summary: 'write, check, verify and describe suites',
    group: writing,
    load: async () => (await import('./suite.ts')).suiteCommand(),
  },
  desktop: {
    summary: 'desktops for people, MCP clients and other harnesses',
    group: writing,
    load: async () => (await import('./desktop.ts')).desktopCommand(),
  },
  import: {
    summary: 'import OS-Harm’s prompts, or tasks of OSWorld 2.0',
    group: writing,
    load: async () => (await import('./import.ts')).importCommand(),
  },
  setup: {
    summary: 'prepare this machine: images, cache, quickstart, a first agent',
    group: machine,
    load: async () => (await import('./setup.ts')).setupCommand(commands),
  },
  uninstall: {
    summary: 'take back what set-up changed on this machine',
    group: machine,
    load: async () => (await import('./uninstall.ts')).uninstallCommand(),
  },
  doctor: {
    summary: 'check this machine and print fixes',
    group: machine,
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  fleet: {
    summary: 'run sweeps on many machines: workers, status, limits',
    group: machine,
    load: async () => (await import('../library/queues.ts')).fleetCommand(),
  },
};
