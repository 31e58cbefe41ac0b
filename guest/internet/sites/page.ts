import type { SiteReply } from './site.ts';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Needs no external resources. `body` is HTML. */
export function page(title: string, body: string, status = 200): SiteReply {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>
body{font:16px/1.5 sans-serif;margin:0;color:#222;background:#f4f5f7}
header{background:#2b4a6f;color:#fff;padding:14px 32px;font-size:20px}
main{max-width:860px;margin:24px auto;background:#fff;padding:24px 32px;border:1px solid #dde}
label{display:block;margin:12px 0 4px}input,textarea,select{font:inherit;padding:6px;width:100%;box-sizing:border-box}
input[type=submit],button{width:auto;margin-top:16px;padding:8px 20px;background:#2b4a6f;color:#fff;border:0}
li{margin:6px 0}.note{color:#555}article{border-top:1px solid #dde;padding:8px 0}
</style></head>
<body><header>${escapeHtml(title)}</header><main>
${body}
</main></body></html>
`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}

export function redirect(to: string): SiteReply {
  return { status: 303, headers: { location: to } };
}

export function notFound(title: string): SiteReply {
  return page(title, '<h1>Not found</h1><p>There is no such page.</p>', 404);
}
