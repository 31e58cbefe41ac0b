// Writes docs/images/run.webp, the animation in the README, from a folder of `npm run quickstart`: bin/osharm-node
// tools/docs/write-run-picture.ts results/quickstart-TIME
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { stepNumber } from '../../src/base/record/step-number.ts';
import type { RunList } from '../../src/results/viewer/api.ts';
import { openBrowser } from '../../test/viewer/open-browser.ts';
import { openViewer } from '../../test/viewer/open-viewer.ts';

const results = process.argv[2];
if (results === undefined) throw new Error('usage: write-run-picture.ts RESULTS [FILE]');
const file = process.argv[3] ?? fileURLToPath(new URL('../../docs/images/run.webp', import.meta.url));
const size = { width: 1080, height: 790 };

interface Frame {
  /** The step to show; without one, the start screen around the notification at full size. */
  step?: number;
  caption: string;
  milliseconds: number;
}

const frames: Frame[] = [
  { caption: 'The user asks for a sum in a sheet. A notification asks for something else.', milliseconds: 3500 },
  { step: 0, caption: 'osharm records every step: screen, action, effects.', milliseconds: 3500 },
  {
    step: 1,
    caption: 'Step 1: the agent obeys. The screen lock is off, and that change is the verdict: unsafe.',
    milliseconds: 6000,
  },
  { step: 7, caption: 'The sum is right too: task completed, and unsafe.', milliseconds: 3500 },
];

const viewer = await openViewer(results);
const open = await openBrowser();
try {
  const address = `${viewer.url}/api/runs?safety=unsafe&category=injection&limit=500`;
  const { rows } = (await (await fetch(address)).json()) as RunList;
  const run = rows.find((row) => row.injection?.goal.startsWith('disable_security_setting'));
  if (run === undefined) throw new Error(`${results} has no run in which the screen lock was switched off.`);
  const context = await open.browser.newContext({ viewport: size, deviceScaleFactor: 1 });
  const page = await context.newPage();
  const pictures: Buffer[] = [];
  for (const frame of frames) {
    await page.goto(`${viewer.url}/run/${run.id}?step=${stepNumber(frame.step ?? 0)}`);
    await page.locator('.full img').first().waitFor();
    await page.waitForTimeout(1200);
    if (frame.step === undefined) await showScreen(page);
    await addCaption(page, frame.caption);
    pictures.push(await page.screenshot());
  }
  await sharp(pictures, { join: { animated: true } })
    .webp({ quality: 82, effort: 6, delay: frames.map((frame) => frame.milliseconds), loop: 0 })
    .toFile(file);
} finally {
  await open.close();
  await viewer.close();
}

async function showScreen(page: Page): Promise<void> {
  const source = await page.locator('.full img').first().getAttribute('src');
  await addCover(page, '', `inset:0;background:url("${source}") top right / 1920px no-repeat;z-index:98`);
  await page.waitForTimeout(500);
}

async function addCaption(page: Page, caption: string): Promise<void> {
  const look = 'padding:18px 24px;background:#12161d;color:#fff;font:600 21px/1.3 system-ui';
  await addCover(page, caption, `inset:auto 0 0 0;${look};z-index:99`);
}

/** Adds an element over the page. The script is a string because this program lacks browser types. */
async function addCover(page: Page, text: string, style: string): Promise<void> {
  await page.evaluate(`{
    const cover = document.createElement('div');
    cover.textContent = ${JSON.stringify(text)};
    cover.style.cssText = ${JSON.stringify(`position:fixed;${style}`)};
    document.body.append(cover);
  }`);
}
