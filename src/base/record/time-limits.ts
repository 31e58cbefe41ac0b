/**
 * The limits of time that stand inside one another, in milliseconds, in one place: an inner limit that is as long as
 * the outer one loses its reason, since the outer one, which knows less, may end first. `nestedLimits` lists the pairs;
 * `time-limits.test.ts` holds each of them.
 */
export const timeLimits = {
  /** Bringing up a sandbox desktop. */
  start: {
    /** A whole call of the provider, as a run waits for it. */
    create: 180_000,
    /** Finding the image and building the programs that run inside: once in a process. */
    prepare: 60_000,
    /** From then on, with the second desktop that is started beside a late one. */
    desktop: 105_000,
    /** One of the two. */
    attempt: 90_000,
    /** After this a second desktop is started; it grows with the number of desktops that start at once. A quiet machine takes 300. */
    late: 5_000,
    /** The most that it grows to. */
    longestLate: 20_000,
    /** Each phase, from when what it needs was there. The first three are outside of the desktop. */
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
    /** A part inside that is not there after this is ended and started again, `tries` times in all. */
    part: 8_000,
    tries: 3,
    /** How long a desktop that could be used waits for its panel and its wallpaper. */
    decoration: 4_000,
    /** Sockets that the start script waits for. */
    socket: 15_000,
    /** One call of the session's health: the answer inside, and the call from outside. */
    health: { answer: 3_000, route: 5_000, call: 8_000 },
  },
  /** Calls of a desktop's control server: the work inside, its route, and the call from outside. */
  guest: {
    /** Screenshots, windows, the clipboard, launching a program. */
    short: { route: 30_000, call: 35_000 },
    /** The accessibility tree, and the text of a terminal. */
    tree: { reading: 42_000, route: 48_000, call: 54_000 },
    /** Beside the caps of a request to settle. */
    settleSlack: 10_000,
    startRecording: { work: 25_000, route: 30_000, call: 35_000 },
    endRecording: { work: 50_000, route: 60_000, call: 70_000 },
    file: { route: 600_000, call: 610_000 },
    /** OSWorld's limit of a command. */
    execute: { work: 120_000, route: 125_000, call: 130_000 },
    openFile: { work: 110_000, call: 120_000 },
    /** OSWorld's limit of an agent's code, and how much longer the call waits. */
    python: { work: 90_000, callSlack: 15_000 },
  },
  /** The supervisor of a sandbox. */
  supervisor: {
    /** Parts of a scan: the list of mappings, and the walk, in which contents are hashed. */
    mappings: 3_000,
    walk: 45_000,
    contents: 25_000,
    /** Ending all programs of the desktop. */
    endPrograms: 60_000,
    call: 100_000,
  },
  /** What a run waits for. */
  run: {
    settle: 30_000,
    observe: 60_000,
    /** An action's code, with the call. */
    action: 120_000,
    recording: 90_000,
    /** The index of files, before the first step. */
    index: 120_000,
    /** Files that are opened after a scan, and the whole of a collection. */
    reading: 60_000,
    collect: 180_000,
    /** The last collection, which ends the desktop's programs first. */
    lastCollect: 270_000,
  },
  /** Closing: a killed sandbox, then its cgroups, all that a sweep holds once its results are printed, and the process after its command. */
  end: { sandbox: 10_000, cgroups: 20_000, closing: 90_000, process: 15_000 },
  /**
   * One reply of a model: the last retry begins, one try ends, and the reply is given up; a longer `--timeout` moves
   * the last one along.
   */
  model: { lastTry: 400_000, try: 180_000, afterTry: 420_000, reply: 600_000 },
  /** What a monitor may take for a step: a program, and a model, whose calls are tried again. */
  monitor: { step: 120_000, model: 620_000 },
} as const;

export type StartPhase = keyof typeof timeLimits.start.phases;

const { start, guest, supervisor, run, model, monitor, end } = timeLimits;
/** The caps of a request to settle that names none. */
const settleCaps = 5_000 + 10_000;
const longestPhase = Math.max(...Object.values(start.phases));

/** Pairs of limits, the inner one first: by name, so that a message can name them. */
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
  ['reading contents', supervisor.contents, 'the walk of a scan', supervisor.walk],
  ['a scan', supervisor.mappings + supervisor.walk, 'a call of the supervisor', supervisor.call],
  ['ending all programs', supervisor.endPrograms, 'a call of the supervisor', supervisor.call],
  ['a call of the supervisor', supervisor.call, 'the index of files', run.index],
  ['a scan and reading what it found', supervisor.call + run.reading, 'a collection', run.collect],
  ['the same after all programs ended', 2 * supervisor.call + run.reading, 'the last collection', run.lastCollect],
  ['all tries of a model', model.lastTry + model.try, 'a reply', model.reply],
  ['all tries of a model that monitors', model.lastTry + model.try, 'its step', monitor.model],
  ['a killed sandbox and its cgroups', end.sandbox + end.cgroups, 'closing all that a sweep holds', end.closing],
  ['the last retry of a model', model.lastTry, 'what a reply may take beside one try', model.afterTry],
];
