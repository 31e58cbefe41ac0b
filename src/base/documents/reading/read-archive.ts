import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import type { ZipArchive } from './zip-archive.ts';

const mostFiles = 200;

/** Collects the names, comments and contents of the files in an archive. */
export function readArchive(archive: ZipArchive, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  collector.add('comment on the archive', archive.comment);
  const files = archive.names.filter((name) => !name.endsWith('/'));
  if (files.length > mostFiles) collector.leaveOut(`Only ${mostFiles} of its ${files.length} files were read.`);
  for (const name of archive.names) {
    collector.add('file name', name);
    collector.add('comment on a file', archive.commentOn(name));
  }
  for (const name of files.slice(0, mostFiles)) {
    const content = archive.bytes(name);
    if (content === null) collector.leaveOut(`Its file ${name} is damaged.`);
    else readEmbedded(content, 'file in the archive');
  }
}
