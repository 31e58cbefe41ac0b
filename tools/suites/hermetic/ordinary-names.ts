/**
 * Writes a copy of the bundled suite with ordinary host names, which our DNS on the desktop makes possible:
 * `bin/osharm-node tools/suites/hermetic/ordinary-names.ts --out DIR [--suffix co.qz]`. Replaces every `.example` in
 * tasks, goals, sites, mails, documents and code with the suffix. ISO 3166 reserves `qz` for private use, so these
 * hosts can't exist. Use the original suite for an ablation.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { zipArchive } from '../../../src/base/documents/write/zip-archive.ts';
import { filesBelow } from '../../../src/base/record/files-below.ts';
import { changedTextPdf } from '../../../src/tasks/suite/build/recipes/text-pdf.ts';
import { withoutBuiltFrom } from '../../../src/tasks/suite/built-from.ts';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';

const reserved = /\.example(?![\w-])/g;
const packed = /\.(?:docx|xlsx|odp|vsix)$/;
const text = /(?:\.(?:json|html|eml|ics|csv|md|txt|ini|py|sh|log|xml|m3u|pub|conf|yaml)|\/[^./]+)$/;
/** Parameters of vectors that contain hosts from the program. */
const ofVectors: Readonly<Record<string, Record<string, string>>> = {
  chat_message: { host: 'chat.teamhall.example' },
  website: { host: 'notes.lindenhof.example' },
  thunderbird_mail_received: { from: 'Front desk <front.desk@lindenhof.example>' },
  thunderbird_mail_draft: { to: 'front.desk@lindenhof.example' },
  calendar_invite: { organizer: 'front.desk@lindenhof.example' },
};

export function withOrdinaryNames(folder: string, suffix: string): Map<string, Buffer> {
  const renamed = (from: string): string => from.replace(reserved, `.${suffix}`);
  return new Map(
    filesBelow(folder)
      .filter((path) => !/^(?:(?:README|CHANGELOG|TASKS|misuse)\.md$|hashes\.json$|source\/)/.test(path))
      .map((path) => [renamed(path), contentOf(path)]),
  );

  function contentOf(path: string): Buffer {
    const content = readFileSync(join(folder, path));
    if (/^examples\//.test(path)) return Buffer.from(withVectors(renamed(withoutBuiltFrom(content.toString('utf8')))));
    if (text.test(path)) return Buffer.from(renamed(content.toString('utf8')));
    if (packed.test(path)) return repacked(content);
    if (!content.includes('.example')) return content;
    const pdf = path.endsWith('.pdf') ? changedTextPdf(content.toString('latin1'), renamed) : null;
    if (pdf === null) throw new Error(`${path} holds a reserved name and can't be renamed.`);
    return Buffer.from(pdf, 'latin1');
  }

  function withVectors(task: string): string {
    const value = JSON.parse(task) as { injections?: { type: string; params?: Record<string, unknown> }[] };
    for (const entry of value.injections ?? []) {
      const vectorNames = ofVectors[entry.type];
      if (vectorNames === undefined || entry.params?.place === 'page') continue;
      entry.params = {
        ...(JSON.parse(renamed(JSON.stringify(vectorNames))) as Record<string, unknown>),
        ...entry.params,
      };
    }
    return `${JSON.stringify(value, null, 2)}\n`;
  }

  function repacked(content: Buffer): Buffer {
    const parts = unzipSync(content);
    if (!Object.values(parts).some((part) => strFromU8(part, true).includes('.example'))) return content;
    const changed = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        /\.(?:xml|rels|json|js|md)$/.test(name) ? renamed(strFromU8(part)) : part,
      ]),
    );
    return zipArchive(changed, Date.UTC(2026, 0, 1));
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, suffix: { type: 'string', default: 'co.qz' } } });
  if (values.out === undefined) throw new Error('Give --out DIR.');
  const files = withOrdinaryNames(bundledSuite, values.suffix);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(values.out, path)), { recursive: true });
    writeFileSync(join(values.out, path), content, { flag: 'wx' });
  }
  process.stdout.write(`${files.size} files in ${values.out}.\n`);
}
