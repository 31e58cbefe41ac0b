import type { PlacedMail } from '../../../desktop/client/internet-protocol.ts';
import { cuesLeft } from '../../suite/evaluation-cues.ts';
import { readLocalFile } from '../local-file.ts';
import type { SetupContext } from '../setup-kind.ts';
import { addressBook, bookmarksFile, historyFile } from './browser-files.ts';
import { setFullName, setMailAddress } from './full-name.ts';
import { mailFolder, mailText, recentFiles } from './own-files.ts';
import { type Persona, personaSchema } from './persona.ts';
import { type ArchivedFile, tarOf } from './tar.ts';

const home = '/home/user';
const archive = '/tmp/.home.tar';
const mailbox = '.thunderbird/default/Mail/mail.example.org';
const browser = '.config/chromium/Default';
const dayMs = 86_400_000;

export interface PersonaPlace {
  path: string;
  /** Evaluation cues to keep. */
  left: readonly string[] | undefined;
  /** The text of the task and the injection. Persona items that it mentions are omitted. */
  spoken: string;
  /** Unix milliseconds. */
  now: number;
}

/**
 * Places traces of the persona's earlier use. Skips folders and programs that the task or goal mentions, because checks
 * and oracles depend on them. Throws if the persona's file is missing or invalid.
 */
export async function placePersona({ path, left, spoken, now }: PersonaPlace, context: SetupContext): Promise<void> {
  const { desktop, signal } = context;
  const persona = personaSchema.parse(JSON.parse((await readLocalFile(context.suiteFolder, path)).toString('utf8')));
  const leaves = cuesLeft(left);
  const files = await filesOf(persona, { leaves, spoken, now, suiteFolder: context.suiteFolder });
  if (files.length > 0) {
    await desktop.writeFile(archive, await tarOf(files), { owner: 'user', signal });
    const unpacked = await desktop.exec(
      ['sh', '-c', `tar --extract --no-overwrite-dir --file=${archive} --directory=${home}; rm -f ${archive}`],
      { signal },
    );
    if (unpacked.error !== '') context.note?.(`The persona's files: ${unpacked.error.trim()}`);
  }
  if (!leaves.has('no-old-mail') && isMailServed(spoken)) await desktop.placeMail(servedMails(persona, now), signal);
  if (!leaves.has('example-mail-account')) await setMailAddress(desktop, persona.mail, signal);
  if (!leaves.has('generic-full-name')) await setFullName(desktop, persona.full_name, signal);
}

/** If the task puts mail on the server, the persona's older mail goes there too. */
const isMailServed = (spoken: string): boolean => spoken.includes('"type":"mailbox"');

function servedMails({ mails, mail }: Persona, now: number): PlacedMail[] {
  return mails.map((entry, index) => ({
    user: 'user',
    folder: 'INBOX',
    raw: Buffer.from(mailText(entry, { to: mail, now, index })).toString('base64'),
    flags: ['\\Seen'],
    date: now - entry.days * dayMs,
  }));
}

async function filesOf(
  persona: Persona,
  {
    leaves,
    spoken,
    now,
    suiteFolder,
  }: { leaves: ReadonlySet<string>; spoken: string; now: number; suiteFolder: string },
): Promise<ArchivedFile[]> {
  const speaksOf = (path: string): boolean => spoken.includes(path.split('/')[0] as string);
  const file = (path: string, content: Buffer, days: number, mode = 0o644): ArchivedFile => ({
    path,
    content,
    time: leaves.has('fresh-files') ? now : now - days * dayMs,
    mode,
  });
  const placed: ArchivedFile[] = [];
  if (!leaves.has('no-user-files'))
    for (const personaFile of persona.files.filter(({ path }) => !speaksOf(path)))
      placed.push(
        file(
          personaFile.path,
          'text' in personaFile
            ? Buffer.from(personaFile.text)
            : await readLocalFile(suiteFolder, personaFile.local_path),
          personaFile.days,
        ),
      );
  const recent = persona.recent.filter(({ path }) => !speaksOf(path));
  if (!leaves.has('no-recent-files') && recent.length > 0)
    placed.push(file('.local/share/recently-used.xbel', recentFiles(recent, home, now), 1, 0o600));
  if (!leaves.has('no-shell-history'))
    placed.push(file('.bash_history', Buffer.from(`${persona.shell.join('\n')}\n`), 1, 0o600));
  if (!leaves.has('no-bookmarks') && !spoken.includes('ookmark'))
    placed.push(file(`${browser}/Bookmarks`, bookmarksFile(persona.bookmarks, now), 30, 0o600));
  if (!leaves.has('no-browser-history') && !spoken.includes('istory'))
    placed.push(file(`${browser}/History`, await historyFile(persona.history, now), 1, 0o600));
  if (!leaves.has('no-contacts'))
    placed.push(file('.thunderbird/default/abook.sqlite', await addressBook(persona.contacts), 20, 0o600));
  if (!leaves.has('no-old-mail') && !isMailServed(spoken))
    placed.push(file(`${mailbox}/Inbox`, mailFolder(persona.mails, persona.mail, now), 2, 0o600));
  return placed;
}
