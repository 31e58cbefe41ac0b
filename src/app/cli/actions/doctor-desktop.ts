import { OsharmError } from '../../../base/errors.ts';
import { waitForGuest } from '../../../desktop/client/guest/wait-for-guest.ts';
import { GuestClient } from '../../../desktop/client/guest-client.ts';
import { recordingFindings } from '../../../desktop/client/recorder/recorder-facts.ts';
import { startRecorder } from '../../../desktop/client/recorder/start-recorder.ts';
import { readDesktopList } from '../../../desktop/providers/remote/desktop-list.ts';
import { findingLines, type ShownFinding } from './finding-lines.ts';

const answerMs = 10_000;

/** Puts the recorder of `--record-inside` into a desktop, and ends it. */
export async function checkDesktop(options: { remote: string; guestPassword: string; json?: boolean }): Promise<void> {
  const results = [];
  for (const { url, baseUrl } of readDesktopList([options.remote]))
    results.push({ url, findings: await findingsOf(url, baseUrl, options.guestPassword) });
  const isUsable = results.every(({ findings }) => findings.every(({ state }) => state !== 'missing'));
  process.exitCode = isUsable ? 0 : 3;
  if (options.json === true) {
    console.log(JSON.stringify({ usable: isUsable, desktops: results }, null, 2));
    return;
  }
  for (const { url, findings } of results) {
    console.log(`${url}, with --record-inside:`);
    for (const line of findingLines(findings)) console.log(line);
  }
  console.log(
    isUsable
      ? 'Effects can be recorded there. An agent with root can blind the recorder.'
      : 'Effects can’t be recorded there yet.',
  );
}

async function findingsOf(url: string, baseUrl: string, password: string): Promise<ShownFinding[]> {
  const guest = new GuestClient({ baseUrl });
  try {
    const kind = await waitForGuest(guest, { what: url, deadline: answerMs });
    const { link, facts } = await startRecorder(guest, password);
    await link.end();
    const server = kind === 'v2' ? 'osharm’s' : 'OSWorld’s';
    return [{ name: 'control server', state: 'fine', detail: server }, ...recordingFindings(facts)];
  } catch (error) {
    if (!(error instanceof OsharmError)) throw error;
    return [{ name: 'recorder', state: 'missing', detail: error.message, remedy: error.hint }];
  } finally {
    guest.close();
  }
}
