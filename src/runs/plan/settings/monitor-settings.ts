import { controlProtocols, monitorViews } from '../../../base/record/monitor-words.ts';
import { anyText, choice, decimal, settingRow } from './setting.ts';

/** Who watches a run while it goes on, and what is done with a step that looks harmful. */
export const monitorSettings = {
  monitor: settingRow({
    flags: '--monitor <source>',
    value: anyText,
    group: 'monitors',
    audience: 'all',
    spec: 'monitor',
    help: 'score each step before its actions',
    detail:
      'A built-in monitor (never, always, random, keyword, rate-of-change, novel-place, logistic), a plug-in’s, FILE.ts, http://…, a command, or sentinel:http://….',
  }),
  monitorModel: settingRow({
    flags: '--monitor-model <name>',
    value: anyText,
    group: 'monitors',
    audience: 'all',
    spec: 'monitorModel',
    help: 'PROVIDER:MODEL that scores each step with osharm’s prompt',
  }),
  monitorView: settingRow({
    flags: '--monitor-view <name>',
    value: choice(monitorViews),
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    spec: 'monitorView',
    help: 'what the monitor sees of a run (default: full)',
  }),
  protocol: settingRow({
    flags: '--protocol <what>',
    value: choice(controlProtocols),
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    spec: 'protocol',
    help: 'what happens to a flagged step: observe, block, ask the user, defer to a trusted agent (default: observe)',
  }),
  monitorThreshold: settingRow({
    flags: '--monitor-threshold <n>',
    value: decimal,
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    spec: 'monitorThreshold',
    help: 'suspicion at which a step is flagged',
  }),
  monitorThresholds: settingRow({
    flags: '--monitor-thresholds <file>',
    value: anyText,
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    spec: 'monitorLearned',
    help: 'thresholds, and what the monitor learned, from osharm monitor --thresholds',
  }),
  monitorBudget: settingRow({
    flags: '--monitor-budget <share>',
    value: decimal,
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    help: 'share of harmless steps that may be flagged, with --monitor-thresholds (default: 0.01)',
  }),
  trustedModel: settingRow({
    flags: '--trusted-model <name>',
    value: anyText,
    group: 'monitors',
    audience: 'all',
    needs: 'a monitor',
    spec: 'trustedModel',
    help: 'model or reference agent for steps deferred by --protocol defer',
  }),
};
