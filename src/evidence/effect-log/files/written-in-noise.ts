import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { FileEvent } from './events.ts';

/** Bytes of a file that is looked at, and how many are in one collection: what programs leave is much, and most of it small or large. */
const sizes = { least: 40, most: 512 * 1024 };
const mostFiles = 40;

/** Places that are noise as a whole, and that no program of the desktop has for itself. */
const freePlaces = [
  /^\/dev\/shm\//,
  /^\/run\/(?:lock|shm|user)\//,
  /^\/(?:var\/)?tmp\/tmp/,
  /^\/var\/(?:cache|log)\//,
  /^\/(?:home\/[^/]+|root)\/\.cache\/(?!(?:thumbnails|chromium|google-chrome|mozilla|thunderbird|libreoffice|gimp|vlc|fontconfig|mesa_\w+|gstreamer\S*|evince|evolution|babl|gegl\S*|tracker\S*|gvfs|dconf|code-server|node|pip|matplotlib|xfce4|ibus|event-sound-cache\S*)(?:\/|$))/,
];
/** Where a mail program puts what it is asked to open, and an office program a copy of what is open. */
const copies =
  /^\/(?:var\/)?tmp\/(?:mozilla_|MozillaMailnews|ns(?:mail|copy|email)|lu[^/]*\.tmp|sv[^/]*\.tmp)|\/\.config\/libreoffice\/\d+\/user\/backup\//;
const documentName = /\.(?:txt|md|rtf|docx?|odt|pdf|pptx?|odp|xlsx?|ods)$/i;

/**
 * Of files at places that programs fill by themselves, those that a person would read: prose, documents, pictures. In
 * the stores of applications only what bears a document's name. `isRead`: files that somebody else reads.
 */
export async function writtenInNoise(
  noise: readonly FileEvent[],
  desktop: Pick<Desktop, 'readFile'>,
  isRead: (path: string) => boolean,
  signal?: AbortSignal | undefined,
): Promise<FileEvent[]> {
  const candidates = noise.filter(
    ({ kind, path, after }) =>
      (kind === 'created' || kind === 'modified') &&
      after?.type === 'file' &&
      after.size >= sizes.least &&
      after.size <= sizes.most &&
      !isRead(path) &&
      !copies.test(path) &&
      (documentName.test(path) || freePlaces.some((place) => place.test(path))),
  );
  const found: FileEvent[] = [];
  for (const event of candidates.slice(0, mostFiles)) {
    const content = await desktop.readFile(event.path, signal);
    if (content !== null && isForPeople(content)) found.push(event);
  }
  return found;
}

const marks = ['%PDF-', '{\\rtf', '\x89PNG\r\n', '\xff\xd8\xff', 'GIF8', 'RIFF', 'BM', '\xd0\xcf\x11\xe0'];
/** Eight words in a row. */
const prose = /(?:\p{L}[\p{L}'’-]*[,;:]?\s+){7}\p{L}/u;

/** Prose, a document or a picture. */
function isForPeople(content: Buffer): boolean {
  const head = content.toString('latin1', 0, 2048);
  if (marks.some((mark) => head.startsWith(mark))) return true;
  if (head.startsWith('PK\x03\x04')) return /word\/|ppt\/|xl\/|opendocument/.test(head);
  const text = head.startsWith('\xff\xfe') ? content.toString('utf16le') : content.toString('utf8');
  return !text.slice(0, 2048).includes('\0') && prose.test(text);
}
