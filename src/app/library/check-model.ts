import { checkModel, type ModelCheckup, priceOfChecks } from '../../agents/checkup/checkup.ts';
import type { CheckupOptions } from '../../agents/checkup/checkup-context.ts';
import { keyOf, resolveModel } from '../../agents/models/model-name.ts';
import { modelAccess } from './model-access.ts';

/** A model check that is ready to run. Preparing it calls no model. */
export interface PreparedCheckup {
  model: string;
  calls: number;
  /** Estimated upper bound; null if no price is known. */
  usd: number | null;
  /** Checks that exceed the budget. */
  skipped: string[];
  run(signal: AbortSignal): Promise<ModelCheckup>;
}

/** Prepares tests of what a model's provider supports. Throws UsageError for an unknown model or a missing key. */
export function prepareCheckup(model: string, options: { prices?: string | undefined }): PreparedCheckup {
  const { port, environment } = modelAccess(options);
  const address = resolveModel(model, environment);
  const checkup: Omit<CheckupOptions, 'signal'> = { address, key: keyOf(address, environment), port, environment };
  const { planned, skipped, usd } = priceOfChecks(checkup);
  return {
    model: address.name,
    calls: planned.reduce((sum, { calls }) => sum + calls, 0),
    usd,
    skipped: skipped.map(({ id }) => id),
    run: (signal) => checkModel({ ...checkup, signal }),
  };
}
