import type { AppAction, AppCollection, AppData, AppField, AppRecord, AppUser } from './app-data.ts';
import { escapeHtml } from './page.ts';
import type { SiteReply } from './site.ts';

export interface Viewer {
  user: AppUser | null;
  /** Creates a single-use token for a form. */
  token(): string;
}

const more = 'style="color:#555"';

export function appPage(app: AppData, { user }: Viewer, title: string, body: string, status = 200): SiteReply {
  const links = app.collections
    .filter(({ open }) => open || user !== null)
    .map(({ name, title: text }) => `<a href="/${escapeHtml(name)}">${escapeHtml(text)}</a>`);
  const account =
    user === null ? '<a href="/sign-in">Sign in</a>' : `${escapeHtml(user.shown)} · <a href="/sign-out">Sign out</a>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} - ${escapeHtml(app.title)}</title>
<style>
body{font:15px/1.5 sans-serif;margin:0;color:#1d2329;background:#f3f4f6}
header{background:${app.colour};color:#fff;padding:0 28px;display:flex;gap:26px;align-items:center;height:56px}
header a{color:#fff;text-decoration:none}header b{font-size:18px;margin-right:12px}header .account{margin-left:auto;font-size:14px}
main{max-width:1080px;margin:22px auto;background:#fff;padding:20px 30px 30px;border:1px solid #dcdfe4;border-radius:4px}
h1{font-size:24px;margin:8px 0 14px}table{border-collapse:collapse;width:100%;font-size:14px}
td,th{padding:7px 12px 7px 0;border-bottom:1px solid #e4e7eb;text-align:left;vertical-align:top}th{color:#555;font-weight:600}
label{display:block;margin:12px 0 3px}label.tick{display:flex;gap:8px;align-items:center}
input[type=text],input[type=password],textarea,select{font:inherit;padding:6px 8px;width:100%;max-width:560px;box-sizing:border-box;border:1px solid #b8bec6;border-radius:3px}
button{font:inherit;padding:7px 18px;margin:14px 8px 0 0;background:${app.colour};color:#fff;border:0;border-radius:3px;cursor:pointer}
a.plain{margin-left:6px}.notice{background:#fff6dc;border-bottom:1px solid #ead9a0;padding:8px 28px}.fault{background:#fde9e7;padding:8px 12px}.done{background:#e5f4e9;padding:8px 12px}
.text{white-space:pre-wrap}footer{max-width:1080px;margin:0 auto 30px;color:#777;font-size:13px}
</style></head>
<body><header><b>${escapeHtml(app.title)}</b>${links.join('')}<span class="account">${account}</span></header>
${app.notice === '' ? '' : `<div class="notice">${escapeHtml(app.notice)}</div>`}<main>
${body}
</main></body></html>
`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body: html };
}

const shown = (text: string): string => `<span class="text">${escapeHtml(text)}</span>`;

export function listPage(
  app: AppData,
  viewer: Viewer,
  collection: AppCollection,
  search: string,
  done: string,
): SiteReply {
  const { name, title, columns, adds, note } = collection;
  const wanted = search.toLowerCase();
  const rows = recordsFor(collection, viewer)
    .filter((record) => wanted === '' || Object.values(record).some((text) => text.toLowerCase().includes(wanted)))
    .map(
      (record) =>
        `<tr>${columns.map(([field], index) => `<td>${index === 0 ? `<a href="/${escapeHtml(name)}/${encodeURIComponent(record.id as string)}">${escapeHtml(record[field] ?? '')}</a>` : escapeHtml(record[field] ?? '')}</td>`).join('')}</tr>`,
    );
  return appPage(
    app,
    viewer,
    title,
    `${done === '' ? '' : `<p class="done">${escapeHtml(done)}</p>`}<h1>${escapeHtml(title)}</h1>${note === '' ? '' : `<p ${more}>${shown(note)}</p>`}
<form method="get" action="/${escapeHtml(name)}"><label for="q">Search</label><input id="q" name="q" type="text" value="${escapeHtml(search)}"></form>
${adds === null || viewer.user === null ? '' : `<p><a href="/${escapeHtml(name)}/new">${escapeHtml(adds.label)}</a></p>`}
<table><tr>${columns.map(([, head]) => `<th>${escapeHtml(head)}</th>`).join('')}</tr>${rows.join('\n')}</table><p ${more}>${rows.length} shown</p>`,
  );
}

export function recordsFor({ own, records }: AppCollection, { user }: Viewer): AppRecord[] {
  return own ? records.filter(({ owner }) => owner === user?.name) : records;
}

export function recordPage(
  app: AppData,
  viewer: Viewer,
  collection: AppCollection,
  record: AppRecord,
  done: string,
): SiteReply {
  const { name, title, shows, actions } = collection;
  const first = record[collection.columns[0]?.[0] ?? 'id'] ?? '';
  const forms = actions
    .filter((action) => canDo(action, record, viewer))
    .map((action) => actionForm(action, collection, record, viewer));
  return appPage(
    app,
    viewer,
    `${first} - ${title}`,
    `${done === '' ? '' : `<p class="done">${escapeHtml(done)}</p>`}<p><a href="/${escapeHtml(name)}">${escapeHtml(title)}</a></p><h1>${escapeHtml(first)}</h1>
<table>${shows.map(([field, head]) => `<tr><th>${escapeHtml(head)}</th><td>${shown(record[field] ?? '')}</td></tr>`).join('\n')}</table>
${forms.join('\n')}`,
  );
}

export function canDo(action: AppAction, record: AppRecord, { user }: Viewer): boolean {
  if (user === null || (action.role !== '' && action.role !== user.role)) return false;
  return Object.entries(action.when).every(([field, value]) => (record[field] ?? '') === value);
}

function actionForm(action: AppAction, { name }: AppCollection, record: AppRecord, viewer: Viewer): string {
  const to = `/${escapeHtml(name)}/${encodeURIComponent(record.id as string)}/${escapeHtml(action.name)}`;
  return `<form method="post" action="${to}"><input type="hidden" name="form_token" value="${viewer.token()}">${action.fields.map((field) => fieldHtml(field, action.name)).join('')}<button type="submit">${escapeHtml(action.label)}</button></form>`;
}

function fieldHtml({ name, label, kind, choices, value, note }: AppField, prefix: string): string {
  const id = escapeHtml(`${prefix}-${name}`);
  const named = `id="${id}" name="${escapeHtml(name)}"`;
  if (kind === 'tick')
    return `<label class="tick"><input ${named} type="checkbox" value="yes"${value === 'yes' ? ' checked' : ''}> ${escapeHtml(label)}</label>`;
  const input =
    kind === 'long'
      ? `<textarea ${named} rows="7">${escapeHtml(value)}</textarea>`
      : kind === 'choice'
        ? `<select ${named}>${choices.map((choice) => `<option${choice === value ? ' selected' : ''}>${escapeHtml(choice)}</option>`).join('')}</select>`
        : `<input ${named} type="${kind === 'secret' ? 'password' : 'text'}" value="${escapeHtml(value)}" autocomplete="off">`;
  return `<label for="${id}">${escapeHtml(label)}</label>${input}${note === '' ? '' : `<div ${more}>${escapeHtml(note)}</div>`}`;
}

/** `values`: what the user has already filled in. */
export function addPage(
  app: AppData,
  viewer: Viewer,
  collection: AppCollection,
  values: AppRecord,
  fault: string,
): SiteReply {
  const { adds, name } = collection;
  const fields = (adds?.fields ?? []).map((field) => ({ ...field, value: values[field.name] ?? field.value }));
  const label = adds?.label ?? '';
  return appPage(
    app,
    viewer,
    label,
    `<h1>${escapeHtml(label)}</h1>${adds?.note === '' ? '' : `<p ${more}>${shown(adds?.note ?? '')}</p>`}${fault === '' ? '' : `<p class="fault">${escapeHtml(fault)}</p>`}
<form method="post" action="/${escapeHtml(name)}/new"><input type="hidden" name="form_token" value="${viewer.token()}">${fields.map((field) => fieldHtml(field, 'new')).join('')}
<button type="submit">${adds?.review === true ? 'Continue' : 'Save'}</button><a class="plain" href="/${escapeHtml(name)}">Cancel</a></form>`,
  );
}

/** Asks for confirmation, with a new token. */
export function confirmPage(
  app: AppData,
  viewer: Viewer,
  { to, text, values, back, fields }: { to: string; text: string; values: AppRecord; back: string; fields: AppField[] },
): SiteReply {
  const rows = Object.entries(values).map(
    ([name, value]) =>
      `<tr><th>${escapeHtml(fields.find((field) => field.name === name)?.label ?? name)}</th><td>${shown(value)}</td></tr>`,
  );
  const hidden = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return appPage(
    app,
    viewer,
    'Please confirm',
    `<h1>Please confirm</h1><p>${escapeHtml(text)}</p><table>${rows.join('')}</table>
<form method="post" action="${escapeHtml(to)}"><input type="hidden" name="form_token" value="${viewer.token()}"><input type="hidden" name="confirmed" value="yes">${hidden.join('')}<button type="submit">Confirm</button><a class="plain" href="${escapeHtml(back)}">Cancel</a></form>`,
  );
}

export function signInPage(app: AppData, viewer: Viewer, next: string, fault: string, name = ''): SiteReply {
  return appPage(
    app,
    viewer,
    'Sign in',
    `<h1>Sign in</h1>${fault === '' ? '' : `<p class="fault">${escapeHtml(fault)}</p>`}
<form method="post" action="/sign-in"><input type="hidden" name="form_token" value="${viewer.token()}"><input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="user">User name</label><input id="user" name="user" type="text" value="${escapeHtml(name)}"><label for="password">Password</label><input id="password" name="password" type="password"><br><button type="submit">Sign in</button></form>`,
  );
}
