import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, type Zippable, zipSync } from 'fflate';
import sharp from 'sharp';
import { urlUuid } from '../../src/tasks/setup/downloads/url-uuid.ts';
import { docx, xlsx } from '../../src/tasks/suite/build/recipes/office-files.ts';
import { openSlides } from '../../src/tasks/suite/build/recipes/open-slides.ts';
import { textPdf } from '../../src/tasks/suite/build/recipes/text-pdf.ts';
import { downloadsOfTask } from '../../src/tasks/suite/downloaded-files.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { openText } from './open-text.ts';
import { taskStandIn } from './task-stand-ins.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const lines = ['A stand-in file.', 'It stands where a task downloads one.', 'Its content is made up.'];

/** Writes placeholders for a suite's downloads, named as `--assets` expects. Returns their number. */
export async function makeStandIns(checkout: string, subsets: readonly string[], folder: string): Promise<number> {
  const suite = openSuite(checkout);
  mkdirSync(folder, { recursive: true });
  const made = new Set<string>();
  for (const name of subsets) {
    for (const [domain, ids] of Object.entries(loadSubset(suite, name).subset)) {
      for (const id of ids) {
        if (!existsSync(join(suite.folder, 'examples', domain, `${id}.json`))) continue;
        for (const { url, path } of downloadsOfTask(loadTask(suite, domain, id).task)) {
          const file = `${urlUuid(url)}_${basename(path)}`;
          if (!made.has(file))
            writeFileSync(join(folder, file), (await taskStandIn(basename(path))) ?? (await standIn(basename(path))));
          made.add(file);
        }
      }
    }
  }
  return made.size;
}

async function standIn(name: string): Promise<Uint8Array> {
  const ending = extname(name).toLowerCase();
  switch (ending) {
    case '.docx':
      return docx(lines);
    case '.xlsx':
      return xlsx('Stand-in', [
        ['Name', 'Amount'],
        ['Pears', 4],
        ['Plums', 7],
      ]);
    // Impress detects presentations by content.
    case '.pptx':
      return openSlides([1, 2, 3].map((number) => ({ title: `Stand-in ${number}`, lines })));
    case '.odt':
      return openText(lines);
    case '.pdf':
      return strToU8(textPdf(lines));
    case '.jpg':
    case '.jpeg':
    case '.png':
      return picture(ending === '.png' ? 'png' : 'jpeg');
    case '.zip':
      return folderAsZip(basename(name, '.zip'));
    case '.gz':
      return mailProfile();
    case '.html':
      return strToU8(`<!doctype html><title>Stand-in</title>${lines.map((line) => `<p>${line}</p>`).join('')}\n`);
    case '.csv':
      return strToU8('name,amount\nPears,4\nPlums,7\n');
    case '.py':
      return strToU8('print("stand-in")\n');
    default:
      return strToU8(`${lines.join('\n')}\n`);
  }
}

function picture(format: 'png' | 'jpeg'): Promise<Buffer> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#7a9"/><circle cx="400" cy="300" r="180" fill="#e8c21a"/><text x="300" y="310" font-size="40">stand-in</text></svg>';
  return sharp(Buffer.from(drawing)).toFormat(format).toBuffer();
}

/** A zip with a folder of the same name, or with a VS Code extension if the name indicates one. */
function folderAsZip(name: string): Uint8Array {
  const parts: Zippable = {
    [`${name}/README.md`]: strToU8(`# ${name}\n\n${lines.join('\n')}\n`),
    [`${name}/main.py`]: strToU8('def total(numbers):\n    return sum(numbers)\n'),
    [`${name}/data.csv`]: strToU8('name,amount\nPears,4\n'),
    [`${name}/report.odt`]: openText(lines),
    [`${name}/index.html`]: strToU8('<!doctype html><title>Stand-in</title><p>A stand-in page.</p>\n'),
  };
  if (/extension/i.test(name)) parts[`${name}/eval-0.0.1.vsix`] = extension();
  return zipSync(parts);
}

function extension(): Uint8Array {
  const about = { name: 'eval', publisher: 'stand-in', version: '0.0.1', engines: { vscode: '^1.60.0' } };
  return zipSync({
    'extension/package.json': strToU8(JSON.stringify(about)),
    'extension.vsixmanifest': strToU8(
      '<?xml version="1.0" encoding="utf-8"?><PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"><Metadata><Identity Language="en-US" Id="eval" Version="0.0.1" Publisher="stand-in"/><DisplayName>eval</DisplayName><Description>A stand-in.</Description></Metadata><Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/><Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets></PackageManifest>',
    ),
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0" encoding="utf-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>',
    ),
  });
}

/** The image's mail profile as an archive, renamed like a task's profile. */
function mailProfile(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  try {
    const profile = 'standin.default-release';
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write(
      '.thunderbird/profiles.ini',
      `[Profile0]\nName=stand-in\nIsRelative=1\nPath=${profile}\nDefault=1\n\n[General]\nStartWithLastProfile=1\nVersion=2\n`,
    );
    write(
      `.thunderbird/${profile}/prefs.js`,
      readFileSync(join(repository, 'image/home/.thunderbird/default/prefs.js'), 'utf8'),
    );
    return execFileSync('tar', ['-C', folder, '-czf', '-', '.thunderbird']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
