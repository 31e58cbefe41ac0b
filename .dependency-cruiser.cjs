// The import rule of the house: each room may import from itself and from the rooms listed for it, nothing else.
const rooms = {
  stats: [],
  record: [],
  suite: ['record'],
  plan: ['suite', 'record'],
  desktop: ['suite', 'record'],
  observe: ['desktop'],
  model: ['record'],
  agent: ['model', 'observe', 'desktop', 'plan', 'suite', 'record'],
  attack: ['observe', 'desktop', 'suite', 'record'],
  effect: ['attack', 'desktop', 'suite', 'record'],
  score: ['effect', 'desktop', 'suite', 'record'],
  run: ['score', 'effect', 'attack', 'agent', 'model', 'observe', 'desktop', 'plan', 'suite', 'record', 'judge'],
  equivalence: ['stats', 'plan', 'record'],
  judge: ['effect', 'observe', 'model', 'plan', 'suite', 'record', 'desktop'],
  viewer: ['report', 'stats', 'judge', 'effect', 'attack', 'agent', 'observe', 'desktop', 'suite', 'record', 'plan'],
  report: ['stats', 'judge', 'effect', 'agent', 'observe', 'suite', 'record', 'plan'],
};
const error = 'error';
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: error, from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      severity: error,
      comment: `src/${room} may import only from: ${allowed.join(', ') || 'itself'}`,
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|guest|image|bench|test)/',
        pathNot: [`^src/(${[room, ...allowed].join('|')})/`, '^src/errors\\.ts$'],
      },
    })),
    {
      name: 'guest-stands-alone',
      severity: error,
      comment: 'Programs inside the desktop share nothing with the harness but the protocol types.',
      from: { path: '^guest/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|image|bench|test)/', pathNot: '^src/desktop/(supervisor-|internet-)?protocol\\.ts$' },
    },
    {
      name: 'pages-stand-alone',
      severity: error,
      comment: 'What a browser runs shares nothing with the server but the contract.',
      from: { path: '^src/viewer/web/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|guest|image|bench|test)/', pathNot: '^src/viewer/(web/|api\\.ts$)' },
    },
    {
      name: 'every-file-has-a-room',
      severity: error,
      from: {},
      to: {
        path: '^src/',
        pathNot: `^src/((cli|${Object.keys(rooms).join('|')})/|errors\\.ts$|paths\\.ts$|log\\.ts$)`,
      },
    },
    {
      name: 'no-tests-from-code',
      severity: error,
      from: { pathNot: '(\\.test\\.ts$|^test/|^bench/)' },
      to: { path: '(\\.test\\.ts$|^test/|^bench/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
