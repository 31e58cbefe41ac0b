import { randomBytes } from 'node:crypto';
import { type AppCollection, type AppRecord, type AppUser, appData, recordsIn } from './app-data.ts';
import {
  addPage,
  appPage,
  canDo,
  confirmPage,
  listPage,
  recordPage,
  recordsFor,
  signInPage,
  type Viewer,
} from './app-pages.ts';
import { escapeHtml, redirect } from './page.ts';
import { mostShown, type SiteKind, type SiteReply, type SiteRequest, textOption } from './site.ts';

const longestField = 20_000;
/** Maximum numbers, because visitors control how many are created. */
const mostSessions = 200;
const mostTokens = 400;

interface Session {
  id: string;
  user: AppUser | null;
  tokens: Set<string>;
  done: string;
}

/**
 * A data-driven application with sign-in, such as a bank or a wiki. A change requires the session's cookie and an
 * unused form token, plus a second token if it needs confirmation. Accepted changes are logged with the method
 * ACCEPTED, which no client can send.
 */
export const appSite: SiteKind = (_, options) => {
  const app = appData(options);
  const sessions = new Map<string, Session>();

  const sessionOf = (request: SiteRequest): { session: Session; isNew: boolean } => {
    const known = sessions.get(/(?:^|;\s*)session=([0-9a-f]{32})/.exec(request.cookie)?.[1] ?? '');
    if (known !== undefined) return { session: known, isNew: false };
    const isRemembered = app.remembered !== '' && request.isNavigation && request.method === 'GET';
    const session: Session = {
      id: randomBytes(16).toString('hex'),
      user: isRemembered ? (app.users.find(({ name }) => name === app.remembered) ?? null) : null,
      tokens: new Set(),
      done: '',
    };
    if (sessions.size >= mostSessions) sessions.delete(sessions.keys().next().value as string);
    sessions.set(session.id, session);
    return { session, isNew: true };
  };

  return {
    comes(more) {
      for (const collection of app.collections)
        collection.records.push(...recordsIn(more[collection.name], collection.records.length + 1));
      app.notice = textOption(more, 'notice', app.notice);
    },
    answer(request) {
      const { session, isNew } = sessionOf(request);
      const viewer: Viewer = {
        user: session.user,
        token: () => {
          const token = randomBytes(12).toString('hex');
          if (session.tokens.size >= mostTokens) session.tokens.delete(session.tokens.values().next().value as string);
          session.tokens.add(token);
          return token;
        },
      };
      const reply = request.method === 'POST' ? changed(request, session, viewer) : shownPage(request, session, viewer);
      if (!isNew) return reply;
      const cookie = `session=${session.id}; Path=/; HttpOnly; SameSite=Lax`;
      return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
    },
  };

  function shownPage({ path, query }: SiteRequest, session: Session, viewer: Viewer): SiteReply {
    const done = session.done;
    session.done = '';
    const [, name = '', id, more] = path.split('/');
    if (path === '/')
      return appPage(
        app,
        viewer,
        'Home',
        `<h1>${escapeHtml(app.title)}</h1><p class="text">${escapeHtml(app.welcome)}</p>`,
      );
    if (path === '/sign-in') return signInPage(app, viewer, query.get('next') ?? '/', '');
    if (path === '/sign-out') {
      session.user = null;
      session.tokens.clear();
      return redirect('/');
    }
    const collection = app.collections.find((appCollection) => appCollection.name === name);
    if (collection === undefined || more !== undefined) return missing(viewer);
    if (session.user === null && !collection.open) return redirect(`/sign-in?next=${encodeURIComponent(path)}`);
    if (id === undefined || id === '') return listPage(app, viewer, collection, query.get('q') ?? '', done);
    if (id === 'new' && collection.adds !== null && session.user !== null)
      return addPage(app, viewer, collection, {}, '');
    const record = recordsFor(collection, viewer).find((appRecord) => appRecord.id === id);
    return record === undefined ? missing(viewer) : recordPage(app, viewer, collection, record, done);
  }

  function changed({ path, form }: SiteRequest, session: Session, viewer: Viewer): SiteReply {
    const values: AppRecord = Object.fromEntries(
      [...form.fields].map(([name, value]) => [name, value.slice(0, longestField)]),
    );
    const { form_token: token = '', confirmed, ...fields } = values;
    if (!session.tokens.delete(token))
      return appPage(
        app,
        viewer,
        'Form expired',
        '<h1>This form has expired</h1><p>Nothing was changed. Go back, load the page again and repeat what you did.</p>',
        403,
      );
    if (path === '/sign-in') {
      const user = app.users.find(({ name, password }) => name === fields.user && password === fields.password);
      const next = /^\/(?!\/)/.test(fields.next ?? '') ? (fields.next as string) : '/';
      if (user === undefined) return signInPage(app, viewer, next, 'User name or password is wrong.', fields.user);
      session.user = user;
      return redirect(next);
    }
    const [, name = '', id = '', step] = path.split('/');
    const collection = app.collections.find((appCollection) => appCollection.name === name);
    const { user } = session;
    if (collection === undefined) return missing(viewer);
    if (user === null) return redirect(`/sign-in?next=${encodeURIComponent(path)}`);
    if (id === 'new' && step === undefined)
      return added(collection, fields, { confirmed: confirmed === 'yes', session, user, viewer });
    const record = recordsFor(collection, viewer).find((appRecord) => appRecord.id === id);
    const action = collection.actions.find((appAction) => appAction.name === step);
    if (record === undefined || action === undefined || !canDo(action, record, viewer)) return missing(viewer);
    const lacking = action.fields.find((field) => field.needed && (fields[field.name] ?? '').trim() === '');
    const to = `/${name}/${encodeURIComponent(id)}`;
    if (lacking !== undefined) {
      session.done = `${lacking.label} is missing. Nothing was changed.`;
      return redirect(to);
    }
    const known = knownOf(fields, action.fields);
    if (action.confirm !== '' && confirmed !== 'yes')
      return confirmPage(app, viewer, {
        to: `${to}/${action.name}`,
        text: filled(action.confirm, record),
        values: known,
        fields: action.fields,
        back: to,
      });
    const set = Object.fromEntries(
      Object.entries(action.set).map(([field, value]) => [
        field,
        filled(value, { ...record, ...known, user: user.shown }),
      ]),
    );
    if (action.removes) collection.records.splice(collection.records.indexOf(record), 1);
    else Object.assign(record, set);
    session.done = `${action.label}: done.`;
    return {
      ...redirect(action.removes ? `/${name}` : to),
      accepted: { path: `/${name}/${action.name}`, fields: { ...record, ...known, user: user.name } },
    };
  }

  function added(
    collection: AppCollection,
    fields: AppRecord,
    { confirmed, session, user, viewer }: { confirmed: boolean; session: Session; user: AppUser; viewer: Viewer },
  ): SiteReply {
    const { adds, name, records } = collection;
    if (adds === null) return missing(viewer);
    const known = knownOf(fields, adds.fields);
    const lacking = adds.fields.find((field) => field.needed && (known[field.name] ?? '').trim() === '');
    if (lacking !== undefined) return addPage(app, viewer, collection, known, `${lacking.label} is missing.`);
    if (adds.review && !confirmed)
      return confirmPage(app, viewer, {
        to: `/${name}/new`,
        text: `${adds.label}: is this right?`,
        values: known,
        fields: adds.fields,
        back: `/${name}/new`,
      });
    if (records.length >= mostShown * 4) return addPage(app, viewer, collection, known, 'There is no room for more.');
    const numbers = records.map(({ id }) => Number(/(\d+)$/.exec(id ?? '')?.[1] ?? 0));
    const id = String(Math.max(0, ...numbers) + 1);
    const set = Object.fromEntries(
      Object.entries(adds.set).map(([field, value]) => [field, filled(value, { ...known, id, user: user.shown })]),
    );
    records.unshift({ ...known, ...set, id, owner: user.name });
    session.done = `${adds.label}: saved as ${id}.`;
    return {
      ...redirect(`/${name}/${id}`),
      accepted: { path: `/${name}/new`, fields: { ...known, ...set, id, user: user.name } },
    };
  }

  function missing(viewer: Viewer): SiteReply {
    return appPage(
      app,
      viewer,
      'Not found',
      '<h1>Not found</h1><p>There is no such page, or you may not see it.</p>',
      404,
    );
  }
};

/** An unticked box becomes "no". */
function knownOf(fields: AppRecord, appFields: AppCollection['actions'][number]['fields']): AppRecord {
  return Object.fromEntries(appFields.map(({ name, kind }) => [name, fields[name] ?? (kind === 'tick' ? 'no' : '')]));
}

const filled = (text: string, values: AppRecord): string =>
  text.replace(/\[(\w+)\]/g, (_, name: string) => values[name] ?? '');
