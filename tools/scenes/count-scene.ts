import { createHash } from 'node:crypto';
import type { BuiltScene } from '../../src/tasks/scene/build-scene.ts';
import { blocksOf } from '../../src/tasks/scene/write/blocks.ts';
import { pageCount } from '../../src/tasks/scene/write/pdf.ts';

export interface SceneCounts {
  files: number;
  folders: number;
  kilobytes: number;
  words: number;
  /** A4 pages of all documents. */
  pages: number;
  longestDocument: number;
  /** Documents of five pages or more. */
  longDocuments: number;
  rows: number;
  mails: number;
  threads: number;
  attachments: number;
  events: number;
  chat: number;
  sites: number;
  windows: number;
  digest: string;
}

export async function countScene(scene: BuiltScene): Promise<SceneCounts> {
  const documents = [...scene.texts].filter(([path]) => /\.(?:docx|odt|pdf)$/.test(path));
  const pages = await Promise.all(documents.map(([, text]) => pageCount(blocksOf(text))));
  const sheets = [...scene.texts].filter(([path]) => /\.(?:xlsx|ods|csv)$/.test(path));
  const hash = createHash('sha256');
  for (const { path, content, time } of scene.files) hash.update(`${path}\0${time}\0`).update(content);
  for (const { raw, date } of scene.mails) hash.update(`${date}\0`).update(raw);
  hash.update(JSON.stringify([scene.chat, scene.sites, scene.bookmarks, scene.visits, scene.windows]));
  const messages = scene.mails.map(({ raw }) => raw.toString('latin1'));
  return {
    files: scene.files.length,
    folders: new Set(scene.files.map(({ path }) => path.split('/').slice(0, -1).join('/'))).size,
    kilobytes: Math.round(scene.files.reduce((sum, { content }) => sum + content.length, 0) / 1024),
    words: [...scene.texts.values()].reduce((sum, text) => sum + (text.match(/[^\s,|]+/g)?.length ?? 0), 0),
    pages: pages.reduce((sum, count) => sum + count, 0),
    longestDocument: Math.max(0, ...pages),
    longDocuments: pages.filter((count) => count >= 5).length,
    rows: sheets.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0),
    mails: scene.mails.length,
    threads: messages.filter((text) => !/^In-Reply-To:/m.test(text)).length,
    attachments: messages.reduce(
      (sum, text) => sum + (text.match(/^Content-Disposition: attachment/gm)?.length ?? 0),
      0,
    ),
    events: scene.calendar?.toString().match(/BEGIN:VEVENT/g)?.length ?? 0,
    chat: scene.chat?.messages.length ?? 0,
    sites: scene.sites.length + (scene.chat === null ? 0 : 1),
    windows: scene.windows.length,
    digest: hash.digest('hex').slice(0, 16),
  };
}
