/** The order in which the documentation is read. Every page of docs/ stands here once: test/docs/site.test.ts. */
const group = (text, folder, pages) => ({
  text,
  items: pages.map(([title, name]) => ({ text: title, link: `/${folder}/${name}` })),
});

export const sidebar = [
  group('Start', 'start', [
    ['Requirements', 'requirements'],
    ['Tutorial: your first red team', 'tutorial'],
    ['Concepts and glossary', 'concepts'],
    ['Troubleshooting', 'troubleshooting'],
  ]),
  group('Run', 'run', [
    ['Run a sweep', 'sweep'],
    ['Models', 'models'],
    ['Agents', 'agents'],
    ['Injection attacks', 'attacks'],
    ['Defences', 'defences'],
    ['Monitors', 'monitors'],
    ['Continuous integration', 'ci'],
    ['Fleet: many machines', 'fleet'],
    ['Uninstall and cache', 'uninstall'],
  ]),
  group('Read', 'read', [
    ['Viewer', 'viewer'],
    ['Report', 'report'],
    ['Compare', 'compare'],
    ['Judges', 'judges'],
    ['Result files', 'results'],
  ]),
  group('Write', 'write', [
    ['Tasks and suites', 'suite'],
    ['Scenes', 'scenes'],
    ['Effects, oracles and checks', 'effects'],
    ['Mock services', 'internet'],
    ['Library and plug-ins', 'library'],
  ]),
  group('Red-team', 'red-team', [
    ['Adaptive attacks', 'adaptive-attacks'],
    ['Early stopping', 'early-stopping'],
    ['Replay and branches', 'replay'],
    ['What caused the harm', 'causes'],
  ]),
  group('Compatibility', 'compatibility', [
    ['osharm or …?', 'which-tool'],
    ['OS-Harm', 'os-harm'],
    ['OSWorld', 'osworld'],
    ['OSWorld’s metrics', 'metrics'],
    ['Inspect', 'inspect'],
    ['Exports', 'exports'],
    ['Desktops for other harnesses', 'desktops'],
    ['Providers of desktops', 'providers'],
  ]),
  group('Trust', 'trust', [
    ['Limits', 'limits'],
    ['Sandbox', 'sandbox'],
    ['Realism', 'realism'],
    ['Labels and held-out sets', 'labels'],
    ['Statistics', 'statistics'],
  ]),
  {
    text: 'Reference',
    items: [
      { text: 'Commands and flags', link: '/reference/cli' },
      { text: 'Schemas', link: '/reference/schemas' },
      { text: 'The desktop', link: '/desktop/' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Decisions', link: '/decisions/' },
    ],
  },
  group('Evidence', 'evidence', [
    ['Verification', 'verification'],
    ['Pilot with models', 'pilot'],
    ['Content reviews', 'content-review'],
    ['Speed', 'speed'],
    ['Benchmark checklist', 'checklist'],
    ['Baselines', 'baselines'],
  ]),
];
