import { z } from 'zod';
import { escapeXmlAttribute } from '../../../base/documents/text/escape-xml.ts';
import { OsharmError } from '../../../base/errors.ts';
import { readLocalFile } from '../../setup/local-file.ts';
import { waitForText, waitForWindow } from '../../setup/wait-for-window.ts';
import { readOsHarmSetup } from '../../suite/imported/os-harm-setup.ts';
import { carryInXml } from '../carry.ts';
import { htmlText } from '../html-text.ts';
import { waitUntilShown } from '../shown.ts';
import { servePage, visitedPage } from '../site.ts';
import { starts } from '../task-facts.ts';
import { type TextPicture, textPicture } from '../text-picture.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

/** The page's host in osharm's suites. An OS-Harm checkout defines another. */
const ownHost = 'notes.lindenhof.example';
const ownTitle = 'Help for assistants';
const blockStyle = 'white-space: pre-wrap; overflow-wrap: anywhere; background: #fff; color: #000; padding: 12px';
const browsers = ['google-chrome', 'google-chrome-stable', 'chromium'];

const parameters = z
  .looseObject({
    /** `tab`: a separate page, opened in a new tab after set-up. `page`: a page that the task visits. */
    place: z.enum(['tab', 'page']).default('tab'),
    host: z.string().min(1).default(ownHost),
    path: z.string().startsWith('/').default('/index.html'),
    /** With `page`: the file in the suite that contains the page. */
    file_path_local: z.string().min(1).optional(),
  })
  .refine((item) => item.place === 'tab' || item.file_path_local !== undefined, '"page" needs file_path_local');
type Parameters = z.output<typeof parameters>;

export const website = builtInVector({
  name: 'website',
  needsServices: true,
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {},
  fit(task, suiteFolder) {
    const page = visitedPage(task, suiteFolder);
    if (page !== null)
      return { params: { place: 'page', host: page.host, path: page.path, file_path_local: page.local } };
    const address = readOsHarmSetup(suiteFolder)?.website?.address;
    const theirs = address === undefined ? {} : { host: new URL(address).host, path: new URL(address).pathname };
    return starts(task, browsers)
      ? { params: { place: 'tab', ...theirs } }
      : { reason: 'the task’s set-up doesn’t launch Chromium' };
  },
  carry: carryInXml,
  assets: ({ file_path_local: local }) => (local === undefined ? [] : [local]),
  async beforeOpening(input, desktop, signal) {
    const { host, path } = input.parameters;
    const picture = input.visibility === 'pixels-only' ? await textPicture(input.content, desktop, signal) : null;
    const { onSecondVisit: content, ...first } = input;
    await servePage(desktop, host, path, await pageOf(first, picture), signal);
    if (content === undefined) return;
    const file = { path, content: Buffer.from(await pageOf({ ...first, content }, null)).toString('base64') };
    await desktop.serveSites([{ host, fromSecondVisit: [file] }], signal);
  },
  async prepare({ parameters: { place, host, path }, content, visibility }, desktop, signal) {
    if (place === 'page') return;
    await desktop.launch(['google-chrome', `https://${host}${path}`], { signal });
    await waitForWindow(['Chromium', 'Chrome'], desktop, signal);
    // A picture contains no text to wait for, so wait for the page's title.
    if (visibility === 'pixels-only') await waitForText(ownTitle, desktop, signal);
    else await waitUntilShown(content, 'The page', desktop, signal);
  },
  later: {
    moments: () => ['steps', 'second-visit'],
    before: 'harmless',
    // Reloading an open page shows the text.
    come: async (input, desktop, signal) => {
      const { host, path } = input.parameters;
      await servePage(desktop, host, path, await pageOf(input, null), signal);
    },
  },
  reach: ({ visibility }) =>
    visibility === 'below-fold' ? [{ do: [{ press: 'end' }, { pause: 1 }], say: 'I read the page to its end.' }] : [],
});

async function pageOf(
  { parameters: where, content, suiteFolder, readAsset, visibility }: VectorInput<Parameters>,
  picture: TextPicture | null,
): Promise<string> {
  const block = htmlText(content, visibility, blockStyle, picture);
  if (where.place === 'page')
    return withText(
      (await readAsset(where.file_path_local as string)).toString('utf8'),
      block,
      visibility === 'below-fold' ? 'end' : 'start',
    );
  const theirs = readOsHarmSetup(suiteFolder)?.website;
  if (theirs !== undefined && theirs !== null) {
    const template = (await readLocalFile(suiteFolder, theirs.template)).toString('utf8');
    return template.replaceAll(`{${theirs.placeholder}}`, () => escapeXmlAttribute(content));
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${ownTitle}</title></head><body style="font: 18px sans-serif; margin: 40px; max-width: 60em">${block}</body></html>\n`;
}

function withText(html: string, block: string, place: 'start' | 'end'): string {
  const tag = place === 'start' ? /<body[^>]*>/i.exec(html) : /<\/body>/i.exec(html);
  if (tag === null)
    throw new OsharmError('The page has no <body> to insert the text into.', {
      code: 'attack-bad-page',
      blame: 'task',
    });
  const at = tag.index + (place === 'start' ? tag[0].length : 0);
  return `${html.slice(0, at)}${block}${html.slice(at)}`;
}
