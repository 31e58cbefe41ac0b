import { UsageError } from '../errors.ts';
import { keyOf, resolveModel } from '../model/model-name.ts';
import type { RunSettings } from '../plan/run-spec.ts';
import type { Agent } from './agent.ts';
import { promptsOf, type SeatOptions, seatModel } from './seat-model.ts';

/** Seats a model or somebody's own agent for one run. */
export function createAgent(options: SeatOptions): Agent {
  return seatModel(options);
}

/**
 * Whether these settings can be seated, before anything starts, and the hash of the prompts that will be used (null: none of ours).
 * Throws UsageError.
 */
export async function checkSeat(
  settings: RunSettings,
  options: Pick<SeatOptions, 'port' | 'environment'>,
): Promise<{ promptsHash: string | null }> {
  const address = resolveModel(settings.model, options.environment);
  if (options.port.cassette?.isReplay !== true) keyOf(address, options.environment);
  if (settings.maximumSide !== undefined && settings.observationType === 'screenshot_a11y_tree') {
    throw new UsageError('Smaller pictures would not fit the coordinates of the table beside them.', {
      code: 'settings-picture-size',
      hint: 'Use --max-image-side with --observation-type som, or screenshot and --action-space computer_13.',
    });
  }
  if (
    settings.maximumSide !== undefined &&
    settings.observationType === 'screenshot' &&
    settings.actionSpace === 'pyautogui'
  ) {
    throw new UsageError('Coordinates in a smaller picture can’t be mapped back inside pyautogui code.', {
      code: 'settings-picture-size',
      hint: 'Use --max-image-side with --action-space computer_13.',
    });
  }
  const prompts = await promptsOf(settings.protocol);
  prompts.system(settings, '');
  return { promptsHash: prompts.hash };
}
