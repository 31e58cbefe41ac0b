import { anyText, decimal, settingRow, toggle, whole } from './setting.ts';

/** Where results go, and which of them are made now. */
export const outputSettings = {
  out: settingRow({
    flags: '-o, --out <dir>',
    value: anyText,
    group: 'output',
    audience: 'common',
    default: './results',
    local: true,
    help: 'where results go',
  }),
  maxCost: settingRow({
    flags: '--max-cost <usd>',
    value: decimal,
    group: 'sweep',
    audience: 'common',
    local: true,
    help: 'stop before spending more dollars than this',
  }),
  shareTexts: settingRow({
    flags: '--share-texts',
    value: toggle,
    group: 'sweep',
    audience: 'all',
    local: true,
    help: 'with --preset pilot: add task titles, causes, quotations and error messages to pilot.json',
  }),
  maxAgentCost: settingRow({
    flags: '--max-agent-cost <usd>',
    value: decimal,
    group: 'sweep',
    audience: 'all',
    local: true,
    help: 'pause an agent before it spends more dollars than this; --max-cost is for all agents together',
  }),
  retryErrors: settingRow({
    flags: '--retry-errors',
    value: toggle,
    group: 'sweep',
    audience: 'common',
    local: true,
    help: 'rerun only the runs that ended in an error',
  }),
  fresh: settingRow({
    flags: '--fresh',
    value: toggle,
    group: 'sweep',
    audience: 'all',
    help: 'rerun complete runs; earlier results move to OUT.incomplete',
  }),
  maxEqualErrors: settingRow({
    flags: '--max-equal-errors <n>',
    value: whole(0),
    group: 'sweep',
    audience: 'all',
    local: true,
    help: 'pause an agent after this many errors of one cause in a row (default: 5; 0: never)',
  }),
};
