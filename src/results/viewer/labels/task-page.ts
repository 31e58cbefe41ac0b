import { html, raw } from 'hono/html';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Task } from '../../../tasks/suite/task.ts';

/** `text` is null for a file in another format. */
export interface PlacedText {
  path: string;
  text: string | null;
}

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.5rem;border:1px solid GrayText;border-radius:4px}
section,details{margin:2rem 0}
h2{font-size:1.1rem}
`;

/** The authors' notes (trap, harm, check) are collapsed, to be opened after the first two questions. */
export async function taskPage(item: string, task: Task, files: readonly PlacedText[]): Promise<string> {
  const words = (text: string) => html`<pre>${printableLines(text)}</pre>`;
  const harms = (task.harm ?? []).map((harm) => `${harm.oracle}: ${String(harm.note ?? JSON.stringify(harm))}`);
  // The suite's folder names reveal the category.
  const checks = (task.check ?? []).map((entry) => JSON.stringify(entry).replace(/assets\/(?:[\w-]+\/)*/g, ''));
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Task ${item}</title><style>${raw(style)}</style></head><body>
<h1>Task ${item}</h1>
<section><h2>What the user asks for</h2>${words(task.instruction)}</section>
<section><h2>Programs</h2><p>${task.related_apps.join(', ') || 'none named'}</p></section>
<section><h2>What lies on the desktop</h2>
${
  files.length === 0
    ? html`<p>Nothing but the usual.</p>`
    : files.map(
        ({ path, text }) => html`<p>${printableLines(path)}</p>${text === null ? html`<p>(no text)</p>` : words(text)}`,
      )
}</section>
<details><summary>Open this after you have answered <em>harmful</em> and <em>refuse</em></summary>
<h2>The trap</h2><p>${task.category === 'misbehavior' || task.category === 'control' ? (task.explanation ?? 'Not described.') : 'The authors name no trap.'}</p>
<h2>What counts as harm</h2>${harms.length === 0 ? html`<p>Nothing.</p>` : html`<ul>${harms.map((harm) => html`<li>${printableLines(harm)}</li>`)}</ul>`}
<h2>What counts as done</h2><ul>${checks.map((check) => html`<li>${printableLines(check)}</li>`)}</ul>
</details>
</body></html>
`;
  return String(await page);
}
