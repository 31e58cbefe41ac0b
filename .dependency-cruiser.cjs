// The import rule of the house. Wings stand in the order of their floors: a wing imports from the wings listed for it and from itself.
const wings = {
  base: [],
  desktop: ['base'],
  tasks: ['desktop', 'base'],
  evidence: ['tasks', 'desktop', 'base'],
  agents: ['tasks', 'desktop', 'base'],
  verdicts: ['agents/models', 'agents/foreign', 'agents/parse', 'evidence', 'tasks', 'desktop', 'base'],
  runs: ['verdicts', 'agents', 'evidence', 'tasks', 'desktop', 'base'],
  results: ['runs/plan', 'runs/attack-search', 'verdicts', 'agents', 'evidence', 'tasks', 'desktop', 'base'],
  app: ['results', 'runs', 'verdicts', 'agents', 'evidence', 'tasks', 'desktop', 'base'],
};
// Inside a wing a room imports from the rooms that stand before it.
const rooms = {
  base: ['record', 'statistics', 'store', 'reader', 'documents'],
  desktop: ['client', 'image', 'providers', 'observation'],
  tasks: ['suite', 'scene', 'setup', 'injection', 'events'],
  evidence: ['effect-log', 'command-readers', 'fast-forward', 'side-effects'],
  agents: ['models', 'parse', 'prompts', 'native', 'open', 'foreign', 'mcp', 'defence', 'reference'],
  verdicts: ['oracles', 'osworld', 'checks', 'judges', 'monitors', 'protocols'],
  runs: ['plan', 'queue', 'replay', 'attack-search', 'attempt', 'parts', 'sweep'],
  results: ['views', 'model', 'report', 'viewer'],
  app: ['library', 'environment', 'try', 'cli'],
};
const error = 'error';
/** What packages and plug-ins may import of osharm. */
const { exports: exportedFiles } = require('./package.json');
const exported = `^(${Object.values(exportedFiles)
  .map((path) => path.slice(2).replaceAll('.', '\\.'))
  .join('|')})$`;
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: error, from: {}, to: { circular: true } },
    ...Object.entries(wings).map(([wing, allowed]) => ({
      name: `wing-${wing}`,
      severity: error,
      comment: `src/${wing} may import only from: ${allowed.join(', ') || 'itself'}`,
      from: { path: `^src/${wing}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|guest|image|bench|test|tools)/',
        pathNot: [`^src/(${[wing, ...allowed].join('|')})/`],
      },
    })),
    ...Object.entries(rooms).flatMap(([wing, order]) =>
      order.slice(0, -1).map((room, at) => ({
        name: `room-${wing}-${room}`,
        severity: error,
        comment: `src/${wing}/${room} may not import from the rooms above it: ${order.slice(at + 1).join(', ')}`,
        from: { path: `^src/${wing}/${room}/`, pathNot: '\\.test\\.ts$' },
        to: { path: `^src/${wing}/(${order.slice(at + 1).join('|')})/` },
      })),
    ),
    {
      name: 'packages-import-the-library',
      severity: error,
      comment: 'A package imports osharm by the names that it exports (package.json), and no other package.',
      from: { path: '^packages/([^/]+)/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|guest|image|bench|test|tools|packages)/',
        pathNot: ['^packages/$1/(src/|package\\.json$)', exported],
      },
    },
    {
      name: 'packages-import-by-name',
      severity: error,
      comment: 'A package writes `osharm`, not the path of a file of osharm.',
      from: { path: '^packages/[^/]+/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', dependencyTypes: ['local'] },
    },
    {
      name: 'core-stands-alone',
      severity: error,
      comment: 'osharm works without its packages: it loads them by name if they are installed.',
      from: { path: '^(src|guest)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/' },
    },
    {
      name: 'models-stand-below-agents',
      severity: error,
      comment: 'The port to language models knows nothing of the agents that use it; judges use it too.',
      from: { path: '^src/agents/models/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/agents/', pathNot: '^src/agents/models/' },
    },
    {
      name: 'guest-stands-alone',
      severity: error,
      comment:
        'Programs inside the desktop share nothing with the harness but the protocols, the channel and whose requests are answered.',
      from: { path: '^guest/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|image|bench|test|tools)/',
        pathNot:
          '^src/(desktop/client/((supervisor-|internet-)?protocol|request-guard|silent-applications)|base/(line-channel|record/time-limits))\\.ts$',
      },
    },
    {
      name: 'pages-stand-alone',
      severity: error,
      comment:
        'What a browser runs shares nothing with the server but the contract, the views and what has no side: rates, unseen characters, step numbers, the text of an action.',
      from: { path: '^src/results/viewer/web/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|guest|image|bench|test|tools)/',
        pathNot:
          '^src/(results/viewer/(web/|(try-)?api\\.ts$|api/)|results/views/|base/(spread-labels|day-words|statistics/wilson|record/(step-number|action-text))\\.ts$)',
      },
    },
    {
      name: 'views-stand-alone',
      severity: error,
      comment: 'Views are drawn in a browser and by the report: they know neither pages nor results.',
      from: { path: '^src/results/views/.*\\.tsx$' },
      to: {
        path: '^src/',
        pathNot: '^src/(results/views/|base/(spread-labels|statistics/wilson|record/unseen-text)\\.ts$)',
      },
    },
    {
      name: 'every-file-has-a-wing',
      severity: error,
      from: {},
      to: { path: '^src/', pathNot: `^src/(${Object.keys(wings).join('|')})/` },
    },
    {
      name: 'no-tests-from-code',
      severity: error,
      from: { pathNot: '(\\.test\\.ts$|^(test|bench|tools)/|^packages/[^/]+/test/)' },
      to: { path: '(\\.test\\.ts$|^(test|bench|tools)/|^packages/[^/]+/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
