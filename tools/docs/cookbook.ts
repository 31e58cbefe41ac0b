import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { runProgram } from '../../src/app/cli/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recordedFile = join(root, 'docs/cookbook/recorded-runs.json.gz');

/** Pages whose `console` blocks are commands over the recorded runs, with what they print. */
export const cookbookPages: readonly string[] = [
  ...globSync('docs/cookbook/*.md', { cwd: root }).toSorted(),
  'docs/run/defences.md',
];

/** What a command of the cookbook does not need: pictures, logs, caches and requests of judges. */
const dropped = /\.(png|log|sqlite|mp4)$|\/\.|batch_judgment|judgment\/.*\.jsonl$|messages\.json$/;

/** Stores result folders as the recorded runs of the cookbook, by the name of each folder. */
export function storeRecordedRuns(parent: string, folders: readonly string[]): void {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.*`, { cwd: parent, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
      .filter((file) => !dropped.test(file)),
  );
  const texts = Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(join(parent, file), 'utf8')]));
  writeFileSync(recordedFile, gzipSync(JSON.stringify(texts), { level: 9 }));
}

/** Writes the recorded runs into a new folder. Dispose it to delete them. */
export function restoredRuns(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'osharm-cookbook-'));
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(gunzipSync(readFileSync(recordedFile)).toString()));
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return {
    path,
    [Symbol.dispose]() {
      if (existsSync(path)) rmSync(path, { recursive: true });
    },
  };
}

/** A `console` block, with the title in the comment before it if only that table is shown. */
const block = /(?:<!-- only the table: (.*) -->\n\n)?```console\n\$ osharm (.*)\n([\s\S]*?)```/g;

/** The page with what its commands print now, over recorded runs in `folder`. */
export async function withOutputs(page: string, folder: string): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const found of page.matchAll(block)) {
    const [whole, title, command = ''] = found;
    const printed = (await outputOf(command, folder)).trimEnd();
    const shown = title === undefined ? printed : ['…', tableNamed(title, printed), '…'].join('\n');
    const comment = title === undefined ? '' : `<!-- only the table: ${title} -->\n\n`;
    parts.push(page.slice(from, found.index), `${comment}\`\`\`console\n$ osharm ${command}\n${shown}\n\`\`\``);
    from = found.index + whole.length;
  }
  return [...parts, page.slice(from)].join('');
}

function tableNamed(title: string, printed: string): string {
  const table = printed.split('\n\n').find((paragraph) => paragraph.startsWith(title));
  if (table === undefined) throw new Error(`The command prints no table ${title}.`);
  return table;
}

/** What a command prints to standard output in this process, with the folder as its working directory. */
async function outputOf(command: string, folder: string): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const before = {
    folder: process.cwd(),
    exitCode: process.exitCode,
    columns: process.stdout.columns,
    out: process.stdout.write,
    error: process.stderr.write,
  };
  let output = '';
  process.chdir(folder);
  process.stdout.write = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  process.stderr.write = () => true;
  process.stdout.columns = 120;
  try {
    await runProgram(words);
    return output.replaceAll(`${folder}/`, '');
  } finally {
    process.stdout.write = before.out;
    Object.assign(process.stdout, { columns: before.columns });
    process.stderr.write = before.error;
    process.chdir(before.folder);
    process.exitCode = before.exitCode;
  }
}
