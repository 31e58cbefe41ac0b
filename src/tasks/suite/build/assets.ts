import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { filesBelow } from '../../../base/record/files-below.ts';
import { type Data, type DataMap, filled, isMap } from './fill.ts';
import { mail } from './recipes/mail.ts';
import { docx, xlsx } from './recipes/office-files.ts';
import { openDocumentSheet } from './recipes/open-sheet.ts';
import { openSlides } from './recipes/open-slides.ts';
import { webPage } from './recipes/page.ts';
import { textPdf } from './recipes/text-pdf.ts';

type Content = string | Uint8Array;

const number = z.union([z.number(), z.string()]);
const comment = z.strictObject({ by: z.string(), text: z.string() }).optional();
const paragraph = z.union([
  z.string(),
  z.strictObject({ heading: z.string() }),
  z.strictObject({ before: z.string(), deleted: z.string(), inserted: z.string(), after: z.string() }),
]);
const cell = z.union([
  z.string(),
  z.number(),
  z.strictObject({ formula: z.string(), value: z.number() }),
  z.strictObject({ formula: z.string(), varied: z.string() }),
  z.strictObject({ varied: z.string() }),
]);
const openCell = z.union([
  z.string(),
  z.strictObject({ number, comment }),
  z.strictObject({ formula: z.string(), shown: number, comment }),
]);
const hidden = z.tuple([z.number(), z.number()]).optional();

const recipe =
  <Schema extends z.ZodType>(schema: Schema, content: (data: z.output<Schema>) => Content) =>
  (data: unknown): Content =>
    content(schema.parse(data));

const recipes = {
  docx: recipe(z.array(paragraph), (paragraphs) => docx(paragraphs)),
  xlsx: recipe(
    z.strictObject({ sheet: z.string(), rows: z.array(z.array(cell)), hidden }),
    ({ sheet, rows, ...more }) => xlsx(sheet, rows, more.hidden === undefined ? {} : { hidden: more.hidden }),
  ),
  ods: recipe(z.strictObject({ sheet: z.string(), rows: z.array(z.array(openCell)) }), ({ sheet, rows }) =>
    openDocumentSheet(sheet, rows),
  ),
  odp: recipe(z.array(z.strictObject({ title: z.string(), lines: z.array(z.string()) })), (slides) =>
    openSlides(slides),
  ),
  pdf: recipe(z.array(z.string()), (lines) => textPdf(lines)),
  page: recipe(z.strictObject({ title: z.string(), body: z.string() }), ({ title, body }) =>
    webPage(title, body.replace(/\n$/, '')),
  ),
  mail: recipe(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      cc: z.string().optional(),
      subject: z.string(),
      date: z.string(),
      text: z.string(),
      /** `content` is a text or a recipe, as for an asset. */
      attachments: z.array(z.strictObject({ name: z.string(), type: z.string(), content: z.unknown() })).default([]),
    }),
    ({ attachments, cc, ...head }) =>
      mail({
        ...head,
        cc,
        attachments: attachments.map(({ name, type, content }) => ({ name, type, content: contentOf(name, content) })),
      }),
  ),
};

/** Returns the files in a source folder that are not sources themselves. */
export const assetFiles = (folder: string): Map<string, Content> =>
  new Map(
    filesBelow(folder)
      .filter((path) => !/^(?:task|variation-[a-z]|assets)\.(?:yaml|ts)$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path))]),
  );

/** Files that a source defines as text or by a recipe. Throws UsageError for an unknown recipe or invalid data. */
export const writtenAssets = (written: DataMap, lets: DataMap): Map<string, Content> =>
  new Map(Object.entries(written).map(([name, spec]) => [name, contentOf(name, filled(spec, lets))]));

function contentOf(name: string, spec: Data): Content {
  if (typeof spec === 'string' || spec instanceof Uint8Array) return spec;
  const [entry, ...more] = isMap(spec) ? Object.entries(spec) : [];
  const write = entry === undefined ? undefined : recipes[entry[0] as keyof typeof recipes];
  if (entry === undefined || write === undefined || more.length > 0)
    throw new UsageError(`The asset ${name} is neither a text nor one recipe.`, {
      code: 'suite-source',
      hint: `Recipes are ${Object.keys(recipes).join(', ')}.`,
    });
  try {
    return write(entry[1]);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    throw new UsageError(`The asset ${name}: ${[entry[0], ...(issue?.path ?? [])].join('.')}: ${issue?.message}.`, {
      code: 'suite-source',
    });
  }
}
