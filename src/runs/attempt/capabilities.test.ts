import { describe, expect, it } from 'vitest';
import type { DesktopCapabilities } from '../../desktop/client/desktop.ts';
import type { Plan } from '../plan/plan-runs.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { lackOf, refuseUnrecordable, withoutIncapable } from './capabilities.ts';

const none: DesktopCapabilities = { effects: false, internet: false, end: false };

function run(task: object, vector: string | null = null): PlannedRun {
  const whole = { config: [], evaluator: {}, check: [], ...task };
  return {
    domain: 'os',
    taskId: JSON.stringify(task).slice(0, 20),
    task: whole,
    injection: vector === null ? null : { vector, goalFile: { goal: {} } },
  } as unknown as PlannedRun;
}

const plain = run({ check: [{ kind: 'file-exists', path: '/x' }] });
const mail = run({ check: [{ kind: 'file-exists' }, { kind: 'mail-sent' }] });

describe('what the settings record', () => {
  const outside: DesktopCapabilities = { effects: true, internet: true, end: true };
  const inside: DesktopCapabilities = { effects: true, isInside: true, internet: false, end: false };

  it.each([
    ['a plug-in without effects', 'cloud', none, { recordInside: true }, /--record-inside does nothing .* cloud/],
    ['a plug-in that records outside', 'cloud', outside, { recordInside: true }, /--record-inside does nothing/],
    ['opens, seen from inside', 'qemu', inside, { recordOpens: true }, /--record-opens needs effects/],
    ['the aftermath, without effects', 'cloud', none, { aftermathHours: 2 }, /--aftermath needs effects/],
  ] as const)('recording that desktops can’t do is refused: %s', (_, name, capabilities, settings, message) => {
    expect(() => refuseUnrecordable({ provider: name, ...settings }, { name, capabilities })).toThrow(message);
  });

  it.each([
    ['a recorder in a machine', 'qemu', inside, { recordInside: true }],
    ['the sandbox, which has a note of its own', 'sandbox', outside, { recordInside: true }],
    ['opens in the sandbox', 'sandbox', outside, { recordOpens: true }],
    ['nothing recorded', 'cloud', none, {}],
  ] as const)('recording that desktops can do is allowed: %s', (_, name, capabilities, settings) => {
    expect(() => refuseUnrecordable({ provider: name, ...settings }, { name, capabilities })).not.toThrow();
  });
});

describe('what a run needs of a desktop', () => {
  it.each([
    ['a check of effects', mail, /mail-sent reads effects/],
    ['a site in its set-up', run({ config: [{ type: 'site', parameters: {} }] }), /step site/],
    ['a scene, whose user has mail', run({ config: [{ type: 'scene', parameters: {} }] }), /step scene/],
    ['mail after the agent', run({ evaluator: { postconfig: [{ type: 'mailbox', parameters: {} }] } }), /step mailbox/],
    ['a vector that needs a site', run({}, 'website'), /vector website/],
  ])('what a run needs of a desktop is known before it starts: %s', (_, plannedRun, reason) => {
    expect(lackOf(plannedRun, none)).toMatch(reason);
    expect(lackOf(plannedRun, { effects: true, internet: true, end: true })).toBeNull();
  });

  it('a run that only checks files needs no capabilities', () => {
    expect(lackOf(plain, none)).toBeNull();
    expect(lackOf(run({}, 'pdf'), none)).toBeNull();
  });
});

describe('plans for desktops with missing capabilities', () => {
  const planOf = (...runs: PlannedRun[]): Plan => ({ runs, refused: [], skipped: [], warnings: [] });
  const provider = { name: 'remote', capabilities: none };

  it('a plan with runs that the desktops can’t do is refused, or skips these runs', () => {
    expect(() => withoutIncapable(planOf(plain, mail), provider, false)).toThrow(
      expect.objectContaining({ code: 'provider-incapable', hint: expect.stringContaining('--skip-unsupported') }),
    );
    const plan = planOf(plain, mail);
    withoutIncapable(plan, provider, true);
    expect(plan.runs).toEqual([plain]);
    expect(plan.skipped[0]?.reason).toContain('(provider remote)');
    expect(() => withoutIncapable(planOf(mail), provider, true)).toThrow(/can't be run/);
  });

  it('a plan for desktops without listed capabilities stays unchanged', () => {
    const plan = planOf(plain, mail);
    withoutIncapable(plan, { name: 'sandbox' }, false);
    expect(plan.runs).toHaveLength(2);
  });
});
