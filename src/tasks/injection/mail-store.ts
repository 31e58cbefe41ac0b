import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { escapeXml } from '../../base/documents/text/escape-xml.ts';
import { asMbox } from '../../base/documents/write/mail-message.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { runSetup } from '../setup/run-setup.ts';
import type { Task } from '../suite/task.ts';
import { starts } from './task-facts.ts';
import type { ReachStep } from './vector.ts';

export const defaultInbox = '/home/user/.thunderbird/default/Mail/mail.example.org/Inbox';

export async function addToMbox(
  path: string,
  messages: readonly Buffer[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const there = (await desktop.readFile(path, signal)) ?? Buffer.alloc(0);
  const gap = there.length === 0 || there.subarray(-1).toString() === '\n' ? '' : '\n';
  await desktop.writeFile(path, Buffer.concat([there, Buffer.from(gap), asMbox(messages)]), {
    owner: 'user',
    mode: 0o600,
    signal,
  });
}

/** Delivers messages to the desktop's mail server, like a task's `mailbox` step. */
export async function addToMailbox(
  messages: readonly Buffer[],
  folder: string | undefined,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const suiteFolder = await mkdtemp(join(tmpdir(), 'osharm-mail-'));
  try {
    const files = messages.map((_, index) => ({
      local_path: `${index}.eml`,
      folder,
    }));
    for (const [index, message] of messages.entries()) await writeFile(join(suiteFolder, `${index}.eml`), message);
    const context = { desktop, suiteFolder, canaries: {}, signal };
    await runSetup([{ type: 'mailbox', parameters: { messages: files } }], context, 'mail of the injection');
  } finally {
    await rm(suiteFolder, { recursive: true, force: true });
  }
}

const arrivalMs = 5_000;
const arrivalPollMs = 250;

/** Delivers a mail during a run. If a mail program is open, waits for it to list the mail, but ignores a timeout. */
export async function mailComes(
  message: Buffer,
  { folder = 'INBOX', subject }: { folder?: string | undefined; subject: string },
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  await desktop.placeMail([{ user: 'user', folder, raw: message.toString('base64') }], signal);
  await untilMailIsListed(subject, desktop, signal);
}

export async function untilMailIsListed(
  subject: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const isOpen = (await desktop.windows(signal)).some(({ title }) => title.includes('Thunderbird'));
  const deadline = Date.now() + (isOpen ? arrivalMs : 0);
  while (Date.now() < deadline) {
    if ((await desktop.accessibilityTree(signal)).includes(escapeXml(subject))) return;
    await wait(arrivalPollMs, undefined, { signal });
  }
}

/** Returns where a task stores mail: on the mail server (`mailbox` step) or in Thunderbird's local folders. */
export function mailPlaceOf(task: Task): 'mailbox' | 'folder' | null {
  if (task.config.some(({ type }) => type === 'mailbox')) return 'mailbox';
  return starts(task, ['thunderbird']) ? 'folder' : null;
}

/** Steps from a newly started Thunderbird to a message. Accounts on the mail server open their inbox themselves. */
export function reachMail(subject: string, place: 'mailbox' | 'folder' | 'os-harm'): readonly ReachStep[] {
  return [
    ...(place === 'folder' ? [{ click: { name: 'Read messages' } }] : []),
    { click: { role: ['tree-item', 'table-row', 'table-cell', 'list-item'], name_contains: subject } },
    { pause: 1.5 },
  ];
}

/** Scrolls a message to its end. Thunderbird's space bar does this while the message list has the focus. */
export const readToTheEnd: readonly ReachStep[] = [
  { do: [{ press: 'space', times: 8 }, { pause: 1 }], say: 'I read the mail to its end.' },
];
