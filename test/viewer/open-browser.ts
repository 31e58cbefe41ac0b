import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findImage } from '../../src/desktop/image/find-image.ts';

export interface OpenBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/**
 * A headless Chromium: this machine's, where it has one, else the desktop image's, which every machine that runs the
 * tests has: under an overlay, so that the image stays as it is, in a mount namespace of its own that shares `/tmp`,
 * `/proc`, `/dev` and the network with the host. `OSHARM_TEST_BROWSER=image` takes the image's in any case.
 */
export async function openBrowser(): Promise<OpenBrowser> {
  const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  const folder = await mkdtemp(join(tmpdir(), 'viewer-browser-'));
  const executablePath =
    path !== undefined && process.env.OSHARM_TEST_BROWSER !== 'image' ? path : await imagesChromium(folder);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'],
  });
  return {
    browser,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a program into `folder` that is the image's Chromium. */
export async function imagesChromium(folder: string): Promise<string> {
  const image = await findImage();
  if (image === null)
    throw new Error('No Chromium on this machine and no desktop image: run `bin/osharm setup image build`.');
  const script = join(folder, 'chromium');
  const asRoot = process.getuid?.() === 0 ? '' : '--map-root-user --map-auto';
  await writeFile(
    script,
    `#!/bin/sh
exec unshare ${asRoot} --mount --propagation private sh -c '
set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o "userxattr,lowerdir=$0,upperdir=/mnt/upper,workdir=/mnt/work" overlay /mnt/root
cd /mnt/root
mount --rbind /proc proc
mount --rbind /dev dev
mount --rbind /tmp tmp
HOME=/tmp exec chroot . /usr/lib/chromium/chromium "$@"
' '${image.rootfs}' "$@"
`,
    { mode: 0o755 },
  );
  return script;
}
