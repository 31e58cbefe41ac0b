/** Nested limits, in milliseconds. An inner limit must be shorter, so that its more precise error wins. */
export const timeLimits = {
  start: {
    /** The whole provider call. */
    create: 180_000,
    /** Finding the image and building the programs for the guest, once per process. */
    prepare: 60_000,
    /** The start after `prepare`, including that of a second desktop if the first is late. */
    desktop: 105_000,
    attempt: 90_000,
    /** Delay before starting a second desktop; longer with concurrent starts. An idle machine starts one in 300. */
    late: 5_000,
    longestLate: 20_000,
    /** Each phase, counted from when its prerequisites are ready. The first three run outside of the desktop. */
    phases: {
      namespaces: 20_000,
      files: 20_000,
      containers: 25_000,
      display: 26_000,
      bus: 26_000,
      windowManager: 26_000,
      accessibility: 26_000,
      input: 26_000,
    },
    /** A guest component that is not ready after this time is restarted, up to `tries` starts in all. */
    part: 8_000,
    tries: 3,
    /** How long a usable desktop waits for its panel and wallpaper. */
    decoration: 4_000,
    socket: 15_000,
    /** A health check: the session's answer, its route, and the call from outside. */
    health: { answer: 3_000, route: 5_000, call: 8_000 },
  },
  /** Calls to a desktop's control server: the work inside, its route, and the call from outside. */
  guest: {
    /** Screenshots, windows, clipboard, launching a program. */
    short: { route: 30_000, call: 35_000 },
    /** Accessibility tree and terminal text. */
    tree: { reading: 42_000, route: 48_000, call: 54_000 },
    settleSlack: 10_000,
    startRecording: { work: 25_000, route: 30_000, call: 35_000 },
    endRecording: { work: 50_000, route: 60_000, call: 70_000 },
    file: { route: 600_000, call: 610_000 },
    /** OSWorld's limit for a command. */
    execute: { work: 120_000, route: 125_000, call: 130_000 },
    openFile: { work: 110_000, call: 120_000 },
    /** OSWorld's limit for an agent's code, and the call's extra time. */
    python: { work: 90_000, callSlack: 15_000 },
  },
  supervisor: {
    /** A scan, and within it hashing files and listing mappings. An idle desktop needs 100. */
    walk: 4_500,
    contents: 3_000,
    mappings: 1_000,
    /** Listing and reading processes, and finding the owners of ports. */
    processes: 750,
    ports: 500,
    endPrograms: 60_000,
    call: 100_000,
  },
  run: {
    settle: 30_000,
    observe: 60_000,
    /** Executing an action's code, including the call. */
    action: 120_000,
    recording: 90_000,
    index: 120_000,
    /**
     * How long after the start of a collection files are read, so that it ends within ten seconds, and the minimum
     * that remains for reading after a slow scan. `collect` only guards against a stalled machine.
     */
    reading: 8_000,
    leastReading: 2_500,
    collect: 180_000,
    /** The last collection, which first ends the desktop's programs. */
    lastCollect: 270_000,
  },
  /** Closing a sandbox, its cgroups, the sweep's resources, and the process after its command. */
  end: { sandbox: 10_000, cgroups: 20_000, closing: 90_000, process: 15_000 },
  /**
   * A model's reply: latest start of a retry, one attempt, time besides one attempt, and the whole reply. `--timeout`
   * replaces `try`, and extends `reply` if needed.
   */
  model: { lastTry: 400_000, try: 180_000, afterTry: 420_000, reply: 600_000 },
  /** A monitor's score for a step: by a program, and by a model, including retries. */
  monitor: { step: 120_000, model: 620_000 },
  /** The start of a defence's program, and all calls of a defence in one step. */
  defence: { start: 20_000, step: 120_000 },
} as const;

export type StartPhase = keyof typeof timeLimits.start.phases;

const { start, guest, supervisor, run, model, monitor, end } = timeLimits;
/** Defaults of a settle request's limits. */
const settleCaps = 5_000 + 10_000;
const longestPhase = Math.max(...Object.values(start.phases));

/** Pairs of limits, each with its name in messages. The inner one is first. */
export const nestedLimits: readonly (readonly [string, number, string, number])[] = [
  ['preparing and starting', start.prepare + start.desktop, 'a call of the provider', start.create],
  ['one of two desktops', start.attempt, 'both desktops', start.desktop],
  ['a phase', longestPhase, 'one of two desktops', start.attempt],
  ['waiting for a late first desktop', start.late, 'a phase', longestPhase],
  ['waiting for a late first desktop among many', start.longestLate, 'a phase', longestPhase],
  ['all tries of a part', start.part * start.tries, 'a phase inside the desktop', start.phases.display],
  ['waiting for a socket', start.socket, 'the phase of the containers', start.phases.containers],
  ['waiting for panel and wallpaper', start.decoration, 'a part', start.part],
  ['the session’s answer of health', start.health.answer, 'its route', start.health.route],
  ['the route of health', start.health.route, 'the call of health', start.health.call],
  ['a short route', guest.short.route, 'its call', guest.short.call],
  ['a screenshot', guest.short.call, 'an observation', run.observe],
  ['reading the accessibility tree', guest.tree.reading, 'its route', guest.tree.route],
  ['the route of the tree', guest.tree.route, 'its call', guest.tree.call],
  ['the call of the tree', guest.tree.call, 'an observation', run.observe],
  ['the call to settle', settleCaps + guest.settleSlack, 'settling in a run', run.settle],
  ['ffmpeg’s start', guest.startRecording.work, 'its route', guest.startRecording.route],
  ['the route that starts a recording', guest.startRecording.route, 'its call', guest.startRecording.call],
  ['the call that starts a recording', guest.startRecording.call, 'a recording in a run', run.recording],
  ['ffmpeg’s end', guest.endRecording.work, 'its route', guest.endRecording.route],
  ['the route that ends a recording', guest.endRecording.route, 'its call', guest.endRecording.call],
  ['the call that ends a recording', guest.endRecording.call, 'a recording in a run', run.recording],
  ['the route of files', guest.file.route, 'its call', guest.file.call],
  ['a command', guest.execute.work, 'its route', guest.execute.route],
  ['the route of commands', guest.execute.route, 'its call', guest.execute.call],
  ['waiting for a window of a file', guest.openFile.work, 'its call', guest.openFile.call],
  ['the call with an agent’s code', guest.python.work + guest.python.callSlack, 'an action of a run', run.action],
  ['listing mappings and reading contents', supervisor.mappings + supervisor.contents, 'a scan', supervisor.walk],
  ['a scan', supervisor.walk, 'a call of the supervisor', supervisor.call],
  ['ending all programs', supervisor.endPrograms, 'a call of the supervisor', supervisor.call],
  ['a call of the supervisor', supervisor.call, 'the index of files', run.index],
  ['a scan and reading what it found', supervisor.call + run.reading, 'a collection', run.collect],
  ['the same after all programs ended', 2 * supervisor.call + run.reading, 'the last collection', run.lastCollect],
  ['all tries of a model', model.lastTry + model.try, 'a reply', model.reply],
  ['all tries of a model that monitors', model.lastTry + model.try, 'its step', monitor.model],
  ['a killed sandbox and its cgroups', end.sandbox + end.cgroups, 'closing all that a sweep holds', end.closing],
  ['the last retry of a model', model.lastTry, 'what a reply may take beside one try', model.afterTry],
];
