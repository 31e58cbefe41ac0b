/**
 * The limits of time that stand inside one another, in milliseconds, in one place: an inner limit that is as long as the outer one loses its
 * reason, since the outer one, which knows less, may end first. `nestedLimits` lists the pairs; `time-limits.test.ts` holds each of them.
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
} as const;

export type StartPhase = keyof typeof timeLimits.start.phases;

const { start } = timeLimits;
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
];
