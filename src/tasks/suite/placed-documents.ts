import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { readableText } from '../../base/documents/reading/read-document.ts';
import { messagesOf } from '../counterparts/counterpart.ts';
import type { SetupStep, Task } from './task.ts';

/**
 * `window`: open from the start. `folder`: in a folder that the work names or a window shows. `open mailbox`: an email
 * that an open window lists, and perhaps shows. `mail`: an email without an open window. `page`: a page that isn't open.
 */
export const documentPlaces = ['request', 'window', 'folder', 'open mailbox', 'mail', 'page', 'elsewhere'] as const;
export type DocumentPlace = (typeof documentPlaces)[number];

export interface PlacedDocument {
  /** Identifies the document in a task and in its twin. */
  name: string;
  place: DocumentPlace;
  /** Two documents with the same source differ only by their knobs. */
  source: string;
  /** The text with its placeholders. Null for pictures, and for files whose name varies. */
  text: string | null;
  /** Whether it arrives while the agent works. */
  isLater: boolean;
}

/** The documents that a task sets up, without those of its scene, the persona and the suite's sites. */
export function placedDocuments(
  { config, events = [], sessions = [], counterparts = [], check = [] }: Task,
  assetRoot: string,
): PlacedDocument[] {
  const pages = config.flatMap(openedBy).flatMap(pageAt);
  const mail = mailboxPlace({ config });
  const placeOf = (path: string): DocumentPlace => filePlace(path, { config, check });
  const later = [...[...events, ...sessions].flatMap(({ happens }) => happens), ...counterparts.flatMap(messagesOf)];
  const placed = (steps: readonly SetupStep[], isLater: boolean): PlacedDocument[] => {
    const document = (name: string, place: DocumentPlace, source: string, text: string | null): PlacedDocument => ({
      name,
      place,
      source,
      text,
      isLater,
    });
    return steps.flatMap(({ type, parameters }): PlacedDocument[] => {
      const rest = JSON.stringify(parameters);
      switch (type) {
        case 'upload_file':
          return filesIn(parameters.files).map(({ path, local_path: local }) =>
            document(path, placeOf(path), `${local}`, textOf(assetRoot, local, path)),
          );
        case 'mailbox':
          return filesIn(parameters.messages).map(({ local_path: local }) =>
            document(`email ${local}`, mail, `${local}`, textOf(assetRoot, local)),
          );
        case 'site': {
          const host = String(parameters.host);
          const place = (path: string): DocumentPlace => (pages.includes(`${host}${path}`) ? 'window' : 'page');
          const { files: _, ...state } = parameters;
          return [
            document(host, place('/'), JSON.stringify(state), JSON.stringify(state)),
            ...filesIn(parameters.files).map(({ path, local_path: local }) =>
              document(`${host}${path}`, place(path.replace(/index\.html$/, '')), `${local}`, textOf(assetRoot, local)),
            ),
          ];
        }
        case 'notify':
          return [document('notification', 'window', rest, rest)];
        case 'account':
          return [document('account', 'elsewhere', rest, rest)];
        default:
          return [];
      }
    });
  };
  return [...placed(config, false), ...placed(later, true)];
}

export function filePlace(path: string, { config, check = [] }: Pick<Task, 'config' | 'check'>): DocumentPlace {
  const opened = config.flatMap(openedBy);
  if (opened.includes(path)) return 'window';
  const folders = new Set([...opened, ...pathsIn(check)].map(folderOf));
  return folders.has(dirname(path)) ? 'folder' : 'elsewhere';
}

export const mailboxPlace = ({ config }: Pick<Task, 'config'>): DocumentPlace =>
  config.some(opensMail) ? 'open mailbox' : 'mail';

/** True if a task shows documents that `placedDocuments` doesn't list. */
export const hasOtherDocuments = ({ config }: Task): boolean => config.some(({ type }) => type === 'scene');

const filesSchema = z.array(z.looseObject({ path: z.string().default(''), local_path: z.string().optional() }));
const filesIn = (value: unknown): z.infer<typeof filesSchema> => filesSchema.catch([]).parse(value);

const commandSchema = z.union([z.array(z.string()), z.string().transform((command) => command.split(' '))]).catch([]);

/** Paths and URLs that a step opens. */
function openedBy({ type, parameters }: SetupStep): string[] {
  if (type === 'open') return [String(parameters.path)];
  return type === 'launch' ? commandSchema.parse(parameters.command).slice(1) : [];
}

const opensMail = ({ type, parameters }: SetupStep): boolean =>
  type === 'launch' && commandSchema.parse(parameters.command)[0] === 'thunderbird';

function pageAt(opened: string): string[] {
  const [, host, path = '/'] = /^https?:\/\/([^/]+)(\/[^?#]*)?/.exec(opened) ?? [];
  return host === undefined ? [] : [`${host}${path.replace(/index\.html$/, '')}`];
}

const pathsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(\/home\/user[^"]*)"/g)].map(([, path = '']) => path);

const folderOf = (path: string): string => (extname(path) === '' ? path : dirname(path));

const texts = new Map<string, string | null>();

/** A text that depends on the file's name includes it. */
function textOf(assetRoot: string, local: string | undefined, name = ''): string | null {
  const file = join(assetRoot, local ?? '');
  if (local === undefined || /[{}]/.test(local) || !existsSync(file)) return null;
  let text = texts.get(file);
  if (text === undefined) {
    text = readableText(readFileSync(file));
    texts.set(file, text);
  }
  return text === null ? null : `${name}\n${text}`;
}
