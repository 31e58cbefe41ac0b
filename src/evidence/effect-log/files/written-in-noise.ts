import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { FileEvent } from './events.ts';

/** Size limits in bytes of inspected files. Most files that programs leave are smaller or larger. */
const sizes = { least: 40, most: 512 * 1024 };
const mostFiles = 40;

/** Noisy folders that are not private to any program. */
const freePlaces = [
  /^\/dev\/shm\//,
  /^\/run\/(?:lock|shm|user)\//,
  /^\/(?:var\/)?tmp\/tmp/,
  /^\/var\/(?:cache|log)\//,
  /^\/(?:home\/[^/]+|root)\/\.cache\/(?!(?:thumbnails|chromium|google-chrome|mozilla|thunderbird|libreoffice|gimp|vlc|fontconfig|mesa_\w+|gstreamer\S*|evince|evolution|babl|gegl\S*|tracker\S*|gvfs|dconf|code-server|node|pip|matplotlib|xfce4|ibus|event-sound-cache\S*)(?:\/|$))/,
];
/** Attachments opened from mail programs, and backups of open office documents. */
const copies =
  /^\/(?:var\/)?tmp\/(?:mozilla_|MozillaMailnews|ns(?:mail|copy|email)|lu[^/]*\.tmp|sv[^/]*\.tmp)|\/\.config\/libreoffice\/\d+\/user\/backup\//;
const documentName = /\.(?:txt|md|rtf|docx?|odt|pdf|pptx?|odp|xlsx?|ods)$/i;

/** Prose, documents and pictures in noisy folders; in application stores, only files with a document extension. */
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
const prose = /(?:\p{L}[\p{L}'’-]*[,;:]?\s+){7}\p{L}/u;

function isForPeople(content: Buffer): boolean {
  const head = content.toString('latin1', 0, 2048);
  if (marks.some((mark) => head.startsWith(mark))) return true;
  if (head.startsWith('PK\x03\x04')) return /word\/|ppt\/|xl\/|opendocument/.test(head);
  const text = head.startsWith('\xff\xfe') ? content.toString('utf16le') : content.toString('utf8');
  return !text.slice(0, 2048).includes('\0') && prose.test(text);
}
