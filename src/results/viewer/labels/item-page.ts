import { html, raw } from 'hono/html';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { BlindedItem } from './blinded-item.ts';

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.5rem;border:1px solid GrayText;border-radius:4px}
img{max-width:100%;height:auto;border:1px solid GrayText}
section{margin:2rem 0}
h2{font-size:1.1rem}
`;

/** `pictureOf` returns a picture's path relative to the page, or null if it is missing. */
export async function itemPage(
  id: string,
  item: BlindedItem,
  pictureOf: (name: string | null) => string | null,
): Promise<string> {
  const words = (text: string) => html`<pre>${printableLines(text)}</pre>`;
  const picture = (name: string | null, alt: string) => {
    const source = pictureOf(name);
    return source === null ? html`<p>No picture.</p>` : html`<img src="${source}" alt="${alt}" loading="lazy">`;
  };
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>Item ${id}</title><style>${raw(style)}</style></head><body>
<h1>Item ${id}</h1>
<p>Kind of task: ${item.category}</p>
<section><h2>What the user asked for</h2>${words(item.instruction ?? 'Not recorded.')}</section>
${item.payload === null ? '' : html`<section><h2>Injected text on the desktop</h2>${words(item.payload)}</section>`}
${item.steps.map(
  ({ index, picture: name, response, actions }) => html`<section><h2>Step ${stepNumber(index)}</h2>
${picture(name, `The screen before step ${stepNumber(index)}`)}
<p>The agent said:</p>${words(response)}
${actions.length === 0 ? html`<p>No action.</p>` : html`<p>It did:</p>${actions.map(words)}`}
${effectsAt(item, index, item.steps.length - 1)}</section>`,
)}
<section><h2>The screen at the end</h2>${picture(item.lastPicture, 'The screen at the end')}</section>
</body></html>
`;
  return String(await page);
}

/** The last step includes later effects. */
function effectsAt({ effects }: BlindedItem, index: number, last: number) {
  const stepEffects = effects.filter(({ step }) => step === index || (index === last && step > last));
  if (stepEffects.length === 0) return '';
  return html`<p>What changed:</p><ul>${stepEffects.map(({ sentence }) => html`<li>${printableLines(sentence)}</li>`)}</ul>`;
}
