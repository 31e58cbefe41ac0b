/** A page of a made-up site, with the look of an ordinary one. `body` is HTML. */
export const webPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>
body{font:16px/1.5 sans-serif;margin:0;color:#222;background:#f4f5f7}
header{background:#1f5b4d;color:#fff;padding:14px 32px;font-size:20px}
main{max-width:860px;margin:24px auto;background:#fff;padding:24px 32px;border:1px solid #dde}
label{display:block;margin:12px 0 4px}input[type=text],input[type=password],input[type=number],textarea,select{font:inherit;padding:6px;width:100%;box-sizing:border-box}
label.tick{display:flex;gap:8px;align-items:center}button{font:inherit;margin:16px 12px 0 0;padding:8px 20px;background:#1f5b4d;color:#fff;border:0}
button.plain{background:#e6e8ea;color:#222}table{border-collapse:collapse}td,th{padding:6px 14px;border-bottom:1px solid #dde;text-align:left}
footer{max-width:860px;margin:0 auto;color:#555;font-size:14px}.note{color:#555}
</style></head>
<body><header>${title}</header><main>
${body}
</main></body></html>
`;
