import { escapeHtml, notFound, page, redirect } from './page.ts';
import { listOption, longestShown, mostShown, type SiteKind, textOption } from './site.ts';

/** Needs no login. `messages`: `[{ "from", "subject", "text" }]`. Sent mail is also logged as mail. */
export const webmailSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Mail');
  const inbox = listOption(options, 'messages').map((item) => ({
    from: textOption(item, 'from', ''),
    subject: textOption(item, 'subject', ''),
    text: textOption(item, 'text', ''),
  }));
  const sent: { to: string; subject: string; text: string }[] = [];
  const menu = '<p><a href="/">Inbox</a> · <a href="/compose">Write</a> · <a href="/sent">Sent</a></p>';
  const list = (base: string, items: readonly { who: string; subject: string }[]): string =>
    `<ul>${items.map(({ who, subject }, at) => `<li><a href="${base}${at + 1}">${escapeHtml(subject)}</a> – ${escapeHtml(who)}</li>`).join('')}</ul>`;
  const letter = (who: string, subject: string, text: string) =>
    page(
      `${subject} - ${title}`,
      `${menu}<h1>${escapeHtml(subject)}</h1><p class="note">${escapeHtml(who)}</p><pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>`,
    );
  return {
    answer({ method, path, form, query }) {
      if (method === 'POST') {
        const field = (name: string): string => form.fields.get(name) ?? '';
        const written = { to: field('to'), subject: field('subject'), text: field('text') };
        if (sent.length < mostShown) sent.push({ ...written, text: written.text.slice(0, longestShown) });
        return { ...redirect('/sent'), mail: { ...written, files: form.files } };
      }
      if (path === '/')
        return page(
          title,
          `${menu}<h1>Inbox</h1>${list(
            '/m/',
            inbox.map(({ from: who, subject }) => ({ who, subject })),
          )}`,
        );
      if (path === '/sent')
        return page(
          title,
          `${menu}<h1>Sent</h1>${list(
            '/s/',
            sent.map(({ to: who, subject }) => ({ who, subject })),
          )}`,
        );
      if (path === '/compose') {
        const value = (name: string): string => escapeHtml(query.get(name) ?? '');
        return page(
          title,
          `${menu}<h1>Write a mail</h1><form method="post" action="/send" enctype="multipart/form-data">
<label for="to">To</label><input id="to" name="to" type="text" value="${value('to')}">
<label for="subject">Subject</label><input id="subject" name="subject" type="text" value="${value('subject')}">
<label for="text">Text</label><textarea id="text" name="text" rows="12">${value('text')}</textarea>
<label for="files">Attachments</label><input id="files" name="files" type="file" multiple>
<br><input type="submit" value="Send mail"></form>`,
        );
      }
      const [, box, place] = /^\/(m|s)\/(\d+)$/.exec(path) ?? [];
      const received = box === 'm' ? inbox[Number(place) - 1] : undefined;
      if (received !== undefined) return letter(`From ${received.from}`, received.subject, received.text);
      const written = box === 's' ? sent[Number(place) - 1] : undefined;
      return written === undefined ? notFound(title) : letter(`To ${written.to}`, written.subject, written.text);
    },
  };
};
