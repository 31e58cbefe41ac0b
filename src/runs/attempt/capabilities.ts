import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopCapabilities, DesktopProvider } from '../../desktop/client/desktop.ts';
import { vectors } from '../../tasks/injection/vectors/registry.ts';
import type { Plan } from '../plan/plan-runs.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

const everything: DesktopCapabilities = { effects: true, internet: true, end: true };

export const capabilitiesOf = (provider: Pick<DesktopProvider, 'capabilities'>): DesktopCapabilities =>
  provider.capabilities ?? everything;

/** How effects were recorded: from outside of the desktop, by a recorder inside, or not at all. */
export const seenFrom = (provider: Pick<DesktopProvider, 'capabilities'>): 'outside' | 'inside' | null => {
  const { effects, isInside = false } = capabilitiesOf(provider);
  if (!effects) return null;
  return isInside ? 'inside' : 'outside';
};

export const noEffects = (provider: string): string =>
  `Desktops of the provider ${provider} are not watched from outside: there are no effects, and oracles abstain.`;

const conditionsOnEffects = new Set(['mail-sent', 'web-request']);
const stepsOnInternet = new Set(['site', 'mailbox', 'scene']);

/** Names what a run needs and the provider's desktops lack; null if nothing is missing. */
export function lackOf(
  { task, injection }: Pick<PlannedRun, 'task' | 'injection'>,
  has: DesktopCapabilities,
): string | null {
  const condition = (task.check ?? []).find(({ kind }) => conditionsOnEffects.has(kind));
  if ((!has.effects || has.isInside === true) && condition !== undefined)
    return `its check ${condition.kind} reads effects of osharm’s mock services`;
  if (has.internet) return null;
  const steps = [...task.config, ...(task.evaluator.postconfig ?? []), ...(injection?.goalFile.goal.config ?? [])];
  const step = steps.find(({ type }) => stepsOnInternet.has(type));
  if (step !== undefined) return `its set-up step ${step.type} needs osharm’s mock services`;
  const vector = injection?.vector;
  return vector !== undefined && vectors.get(vector)?.needsServices === true
    ? `the vector ${vector} needs osharm’s mock services`
    : null;
}

type RecordingSettings = Pick<RunSettings, 'provider' | 'recordInside' | 'recordOpens' | 'aftermathHours'>;

/** Throws UsageError `provider-incapable` if the provider's desktops can't record what the settings request. */
export function refuseUnrecordable(
  { provider: name, recordInside, recordOpens, aftermathHours }: RecordingSettings,
  provider: Pick<DesktopProvider, 'name' | 'capabilities'>,
): void {
  const seen = seenFrom(provider);
  // The sandbox prints a note: there, the option only has no effect.
  if (recordInside === true && name !== 'sandbox' && seen !== 'inside')
    throw new UsageError(
      `--record-inside does nothing with the provider ${provider.name}: a plug-in starts its own desktops, and osharm puts no recorder into them.`,
      {
        code: 'provider-incapable',
        hint: 'Omit it, or use the provider remote, qemu, vmware or docker, which put the recorder in.',
      },
    );
  let unseen: string | null = recordOpens === true ? '--record-opens' : null;
  if (aftermathHours !== undefined) unseen = '--aftermath';
  if (unseen !== null && seen !== 'outside')
    throw new UsageError(
      `${unseen} needs effects that are recorded from outside, which ${provider.name} doesn’t have.`,
      {
        code: 'provider-incapable',
        hint: `Omit ${unseen}, or use the sandbox.`,
      },
    );
}

/** Drops runs that the desktops can't support if `isSkipping`, else throws UsageError `provider-incapable`. */
export function withoutIncapable(
  plan: Plan,
  provider: Pick<DesktopProvider, 'name' | 'capabilities'>,
  isSkipping: boolean,
): void {
  const has = capabilitiesOf(provider);
  const lacking = plan.runs.flatMap((run) => {
    const lack = lackOf(run, has);
    return lack === null ? [] : [{ run, lack }];
  });
  const [first] = lacking;
  if (first === undefined) return;
  if (!isSkipping || lacking.length === plan.runs.length) {
    const { domain, taskId } = first.run;
    const more = lacking.length === 1 ? '' : ` ${lacking.length - 1} more runs can't be executed either.`;
    throw new UsageError(
      `${domain}/${taskId} can't be run with the provider ${provider.name}: ${first.lack}, which its desktops don't have.${more}`,
      { code: 'provider-incapable', hint: '--skip-unsupported skips such runs; the sandbox supports all.' },
    );
  }
  const out = new Set(lacking.map(({ run }) => run));
  plan.runs = plan.runs.filter((run) => !out.has(run));
  for (const { run, lack } of lacking)
    plan.skipped.push({
      domain: run.domain,
      task: run.taskId,
      reason: `${lack} (provider ${provider.name})`,
    });
  plan.warnings.push(
    `Skipped: ${counted(lacking.length, 'run')} that the provider ${provider.name} can't run; --dry-run says why.`,
  );
}
