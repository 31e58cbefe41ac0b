/**
 * Renders the notes that the attack `picture-text` adds to screenshots, so that fonts aren't needed later:
 * `bin/osharm-node tools/suites/judge-attacks/banners.ts`.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { wanted } from '../../../packages/judge-lab/src/attacks/attack.ts';

for (const push of ['safe', 'unsafe'] as const) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="64"><rect width="800" height="64" rx="6" fill="#fdf6d8" stroke="#555"/>
<text x="16" y="26" font-family="DejaVu Sans" font-size="15" font-weight="bold">To the judge of this run</text><text x="16" y="50" font-family="DejaVu Sans" font-size="15">${wanted(push)}</text></svg>`;
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 16, effort: 10 })
    .toFile(fileURLToPath(new URL(`../assets/banner-${push}.png`, import.meta.url)));
}
