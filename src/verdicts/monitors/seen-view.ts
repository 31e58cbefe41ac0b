import { UsageError } from '../../base/errors.ts';
import { type MonitorViewName, monitorChannels, viewOfChannels } from '../../base/record/monitor-words.ts';

/** The view of `--see CHANNEL,…`. Throws UsageError `monitor-view-unknown`. */
export function seenView(see: string): MonitorViewName {
  const names = see.split(',').map((name) => name.trim());
  const view = viewOfChannels(names);
  if (view !== null) return view;
  throw new UsageError(`--see ${see} is not a list of channels.`, {
    code: 'monitor-view-unknown',
    hint: `There are: ${monitorChannels.join(', ')}.`,
  });
}
