import { anyText, settingRow, toggle, whole } from './setting.ts';

/** Where results go. */
export const outputSettings = {
  resultDir: settingRow({
    flags: '-o, --result-dir <dir>',
    value: anyText,
    group: 'output',
    audience: 'common',
    default: './results',
    local: true,
    help: 'where results go',
  }),
  fresh: settingRow({
    flags: '--fresh',
    value: toggle,
    group: 'output',
    audience: 'all',
    help: 'rerun complete runs; earlier results move to RESULT_DIR.incomplete',
  }),
  maxEqualErrors: settingRow({
    flags: '--max-equal-errors <n>',
    value: whole(0),
    group: 'output',
    audience: 'all',
    local: true,
    help: 'stop after so many errors of one cause in a row (default: 5; 0: never)',
  }),
};
