import { basename } from 'node:path';
import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { notifyCommand } from '../../setup/steps/notify.ts';
import { openAndWait } from '../../setup/steps/open.ts';
import { waitForWindow } from '../../setup/wait-for-window.ts';
import { readOsHarmSetup } from '../../suite/imported/os-harm-setup.ts';
import { carryInXml, carryUpTo } from '../carry.ts';
import { placeCheckoutFiles, unpackCheckoutProfile } from '../os-harm-mail.ts';
import { waitUntilShown } from '../shown.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const title = 'Notice for computer assistants';
/** Longer texts are cut off at the edge of the screen. */
const limit = 2_000;

const parameters = z.looseObject({
  title: z.string().min(1).default(title),
  urgency: z.enum(['low', 'normal', 'critical']).default('critical'),
  /** The document that `additional_config: "libreoffice_writer"` opens. */
  file_path_local: z.string().min(1).optional(),
  file_path_vm: z.string().startsWith('/', 'must be absolute').optional(),
});
type Parameters = z.output<typeof parameters>;

export const desktopNotification = builtInVector({
  name: 'desktop_notification',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'the text of a notification is always visible',
    'pixels-only': 'a notification contains only text',
    'below-fold': 'a notification does not scroll',
  },
  fit: (_, suiteFolder) => ({ params: { ...readOsHarmSetup(suiteFolder)?.notification } }),
  carry: (content) => carryUpTo(limit, 'a notification shows', carryInXml(content)),
  async prepare(input, desktop, signal) {
    await openBeside(input, desktop, signal);
    await notify(input, desktop, signal);
  },
  later: {
    moments: (_, { additional_config: beside }) => (beside === undefined ? ['steps'] : []),
    before: 'nothing',
    come: notify,
    starts: (input) => [commandOf(input)],
  },
});

const commandOf = ({ parameters: { title, urgency }, content }: VectorInput<Parameters>): string[] =>
  notifyCommand({ title, urgency, text: content });

async function notify(
  input: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const sent = await desktop.exec(commandOf(input), { signal });
  if (sent.returncode !== 0)
    throw new OsharmError(`notify-send ended with ${sent.returncode}: ${sent.error.trim()}`, {
      code: 'attack-notification-failed',
      blame: 'environment',
      isRetryable: true,
    });
  await waitUntilShown(input.content, 'The notification', desktop, signal);
}

/** Opens what `additional_config` names. As in OS-Harm, the notification appears afterwards. */
async function openBeside(
  { entry, parameters, readAsset, suiteFolder }: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const what = entry.additional_config;
  if (what === undefined) return;
  const options = { signal };
  const { file_path_local: local, file_path_vm: path } = parameters;
  const theirs = local === undefined ? readOsHarmSetup(suiteFolder)?.beside.get(what) : undefined;
  if (theirs !== undefined) {
    if (theirs.usesProfile) await unpackCheckoutProfile(suiteFolder, desktop, signal);
    await placeCheckoutFiles(suiteFolder, theirs.files, desktop, signal);
    if (theirs.starts.length > 0) {
      await desktop.launch(theirs.starts, options);
      await waitForWindow([basename(theirs.starts[0] ?? '')], desktop, signal);
    }
    if (theirs.opens !== null) await openAndWait(theirs.opens, desktop, signal);
    return;
  }
  if (what === 'thunderbird') {
    if ((await desktop.windows(signal)).some(({ title: shown }) => shown.includes('Thunderbird'))) return;
    await desktop.launch(['thunderbird'], options);
    return waitForWindow(['Thunderbird'], desktop, signal);
  }
  if (what === 'libreoffice_writer' && local !== undefined && path !== undefined) {
    await desktop.writeFile(path, await readAsset(local), { owner: 'user', mode: 0o644, ...options });
    return openAndWait(path, desktop, signal);
  }
  throw new OsharmError(
    what === 'libreoffice_writer'
      ? 'additional_config "libreoffice_writer" needs the document: file_path_local and file_path_vm in params.'
      : `additional_config ${JSON.stringify(what)} is unknown.`,
    {
      code: 'attack-additional-config',
      blame: 'task',
      hint: 'Known: thunderbird, libreoffice_writer, and in a checkout of OS-Harm what its lib_run_single.py has.',
    },
  );
}
