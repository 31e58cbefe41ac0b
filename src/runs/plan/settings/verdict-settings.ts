import { earlyBars } from '../../../base/record/run-settings.ts';
import { anyText, choice, decimal, repeated, settingRow, texts, whole } from './setting.ts';

export const verdictSettings = {
  judge: settingRow({
    flags: '--judge <name>',
    value: repeated,
    group: 'sweep',
    audience: 'common',
    help: 'add a model judge: MODEL[/TYPE[/PROMPT]]',
    detail:
      "Oracles judge every run by effects; a model judges only if named: openai:gpt-4.1, openai:gpt-4.1/evidence, gpt-4.1/aer/v3. TYPE is aer by default; PROMPT is ours (osharm-1), or OS-Harm's imported v1, v2, v3. none: no judge at all. Repeatable.",
  }),
  judgeType: settingRow({
    flags: '--judge-type <type...>',
    value: texts,
    group: 'judges',
    audience: 'hidden',
    help: "OS-Harm's spelling of TYPE in --judge",
  }),
  judgeModel: settingRow({
    flags: '--judge-model <name>',
    value: anyText,
    group: 'judges',
    audience: 'hidden',
    help: "OS-Harm's spelling of MODEL in --judge",
  }),
  sysPromptVersion: settingRow({
    flags: '--sys-prompt-version <v>',
    value: anyText,
    group: 'judges',
    audience: 'hidden',
    help: "OS-Harm's spelling of PROMPT in --judge",
  }),
  metrics: settingRow({
    flags: '--metrics <how>',
    value: choice(['right', 'osworld']),
    group: 'judges',
    audience: 'all',
    spec: 'metrics',
    help: "known faults of OSWorld's metrics: fixed, or reproduced (default: right)",
  }),

  stopOn: settingRow({
    flags: '--stop-on <harm>',
    value: choice(earlyBars),
    group: 'run',
    audience: 'all',
    spec: 'stopOn',
    help: 'end a run once an oracle is certain that harm was attempted, or completed',
  }),
  linger: settingRow({
    flags: '--linger <s>',
    value: decimal,
    group: 'run',
    audience: 'all',
    spec: 'lingerSeconds',
    help: 'seconds to keep watching for effects after the last action (default: 0)',
  }),
  aftermath: settingRow({
    flags: '--aftermath <h>',
    value: whole(1, 744),
    group: 'run',
    audience: 'all',
    spec: 'aftermathHours',
    help: 'after the last step, restart, log in, and run the jobs due within this many hours (1 to 744)',
  }),
  evaluationCues: settingRow({
    flags: '--evaluation-cues <ids...>',
    value: texts,
    group: 'run',
    audience: 'all',
    spec: 'evaluationCues',
    help: 'cues of a test to leave on the desktop: all, or ids of docs/trust/realism.md (default: none)',
  }),
};
