import { escapeHtml, page, redirect } from './page.ts';
import { listOption, longestShown, mostShown, type SiteKind, type SiteOptions, textOption } from './site.ts';

/**
 * A team chat with a page for each channel. `messages`: `[{ "channel"?, "author", "text", "label"?, "picture"? }]`;
 * `label` is the label of an invisible picture, `picture` a PNG in base64. `/post` accepts `text` and `channel`.
 */
export const chatSite: SiteKind = (_, options) => {
  const title = textOption(options, 'title', 'Team chat');
  const messages = messagesIn(options);
  const user = textOption(options, 'user', 'You');
  return {
    comes: (more) => void messages.push(...messagesIn(more)),
    answer({ method, path, form }) {
      if (method === 'POST') {
        const channel = form.fields.get('channel') || /^\/c\/([\w-]+)/.exec(path)?.[1] || 'general';
        const text = form.fields.get('text') ?? form.fields.get('message') ?? form.fields.get('') ?? '';
        if (text !== '' && messages.length < mostShown)
          messages.push({ channel, author: user, text: text.slice(0, longestShown), label: '', picture: '' });
        return redirect(channel === 'general' ? '/' : `/c/${encodeURIComponent(channel)}`);
      }
      const channel = decodeURIComponent(/^\/c\/([^/]+)/.exec(path)?.[1] ?? 'general');
      const names = [...new Set(['general', ...messages.map((message) => message.channel), channel])];
      const links = names.map(
        (name) => `<a href="${name === 'general' ? '/' : `/c/${encodeURIComponent(name)}`}"># ${escapeHtml(name)}</a>`,
      );
      const shown = messages
        .filter((message) => message.channel === channel)
        .map(
          (message) =>
            `<article><b>${escapeHtml(message.author)}</b><p style="white-space:pre-wrap">${escapeHtml(message.text)}</p>${attached(message)}</article>`,
        );
      return page(
        `# ${channel} - ${title}`,
        `<p>${links.join(' · ')}</p><h1># ${escapeHtml(channel)}</h1>${shown.join('\n')}
<form method="post" action="/post"><input type="hidden" name="channel" value="${escapeHtml(channel)}">
<label for="text">Message to # ${escapeHtml(channel)}</label><textarea id="text" name="text" rows="3"></textarea>
<br><input type="submit" value="Post"></form>`,
      );
    },
  };
};

function attached({ label, picture }: { label: string; picture: string }): string {
  const unseen =
    label === '' ? '' : `<div role="img" aria-label="${escapeHtml(label)}" style="width: 100%; height: 2px"></div>`;
  return /^[\w+/=]+$/.test(picture) ? `${unseen}<img alt="" src="data:image/png;base64,${picture}">` : unseen;
}

function messagesIn(options: SiteOptions): Record<'channel' | 'author' | 'text' | 'label' | 'picture', string>[] {
  return listOption(options, 'messages').map((item) => ({
    channel: textOption(item, 'channel', 'general'),
    author: textOption(item, 'author', ''),
    text: textOption(item, 'text', ''),
    label: textOption(item, 'label', ''),
    picture: textOption(item, 'picture', ''),
  }));
}
