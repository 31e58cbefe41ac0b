import type { RunSettings } from '../../base/record/run-settings.ts';

type Models = Pick<RunSettings, 'model' | 'seatedModel' | 'otherModel'>;

/** The settings of a session: with `--with`, another model has the sessions of the other role, in the same loop. */
export function settingsOfSession<Settings extends Models>(settings: Settings, isOfOtherRole: boolean): Settings {
  const { otherModel } = settings;
  if (otherModel === undefined || !isOfOtherRole) return settings;
  return { ...settings, model: otherModel, seatedModel: otherModel };
}
