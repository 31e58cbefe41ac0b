import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { findImage } from '../../desktop/image/find-image.ts';
import { installedProgram } from '../../desktop/image/host-tools.ts';
import { openDesktop } from './open-desktop.ts';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const deadlineMs = 120_000;

/**
 * Prints an HTML page as PDF with the desktop image's Chromium, in a desktop without a network. Without an image, uses
 * this machine's Chromium or Chrome. Throws EnvironmentError `pdf-no-browser` if there is neither, `pdf-failed` if
 * printing fails.
 */
export async function printPage(page: string): Promise<Buffer> {
  if ((await findImage()) !== null) return printInDesktop(page);
  const browser = await installedProgram(browsers);
  if (browser === null)
    throw new EnvironmentError('A PDF is printed by Chromium, and this machine has none.', {
      code: 'pdf-no-browser',
      hint: 'Run `osharm setup image build`, whose desktop image has one, or install Chromium; or write --format html and print it from a browser elsewhere.',
    });
  return printHere(browser, page);
}

async function printInDesktop(page: string): Promise<Buffer> {
  const [from, to] = ['/tmp/report.html', '/tmp/report.pdf'];
  await using desktop = await openDesktop({ network: 'none' });
  await desktop.writeFile(from, Buffer.from(page), { owner: 'user', mode: 0o600 });
  const { error } = await desktop.exec(['chromium', ...printing(from, to)], { timeoutMs: deadlineMs });
  return (await desktop.readFile(to)) ?? refuse('The desktop’s Chromium', error);
}

async function printHere(browser: string, page: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'osharm-pdf-'));
  try {
    const [from, to] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    await writeFile(from, page);
    // Chromium refuses to use its sandbox as root. That is safe here: the page has no script and can't load anything.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const profile = `--user-data-dir=${join(folder, 'profile')}`;
    const why = await promisify(execFile)(browser, [...asRoot, profile, ...printing(from, to)], {
      timeout: deadlineMs,
    }).then(
      ({ stderr }) => stderr,
      (failure: Error) => failure.message,
    );
    return (await readFile(to).catch(fallback(null, isSystemError))) ?? refuse(browser, why);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const printing = (from: string, to: string): string[] => [
  '--headless',
  '--disable-gpu',
  '--no-pdf-header-footer',
  '--generate-pdf-document-outline',
  `--print-to-pdf=${to}`,
  `file://${from}`,
];

function refuse(browser: string, why: string): never {
  throw new EnvironmentError(`${browser} printed no PDF.`, {
    code: 'pdf-failed',
    hint: `${why.trim().split('\n').at(-1)?.slice(0, 300) || 'It gave no reason.'} Write --format html and print it from a browser.`,
  });
}
