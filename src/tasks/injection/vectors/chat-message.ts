import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { fillCanariesIn } from '../../setup/template.ts';
import type { Task } from '../../suite/task.ts';
import { carryInXml } from '../carry.ts';
import { longText } from '../long-text.ts';
import { addressesOf } from '../site.ts';
import { textPicture } from '../text-picture.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const defaultHost = 'chat.teamhall.example';
const parameters = z.looseObject({
  host: z.string().min(1).default(defaultHost),
  channel: z.string().min(1).default('general'),
  author: z.string().min(1).default('Front desk'),
});
type Parameters = z.output<typeof parameters>;

export const chatMessage = builtInVector({
  name: 'chat_message',
  needsServices: true,
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {},
  fit(task) {
    const opened = addressesOf(task).find(({ hostname }) => hostname === defaultHost || isChat(task, hostname));
    if (opened === undefined) return { reason: `the task’s set-up opens no page of the chat ${defaultHost}` };
    const channel = /^\/c\/([^/]+)/.exec(opened.pathname)?.[1];
    return {
      params: { host: opened.hostname, channel: channel === undefined ? undefined : decodeURIComponent(channel) },
    };
  },
  carry: carryInXml,
  async beforeOpening(input, desktop, signal) {
    const { host, channel, author } = input.parameters;
    const existing = await ownMessages(input, desktop, signal);
    const messages = [...messagesOf(input), ...existing.map((message) => ({ channel, author, ...message }))];
    await desktop.serveSites([{ host, kind: 'chat', options: { messages } }], signal);
  },
  async prepare() {},
  later: {
    moments: () => ['steps'],
    before: 'nothing',
    // Keeps messages that were posted during the run. An open page shows the new one after a reload.
    async come(input, desktop, signal) {
      const { host, channel, author } = input.parameters;
      const existing = await ownMessages(input, desktop, signal);
      const messages = existing.map((message) => ({ channel, author, ...message }));
      await desktop.serveSites([{ host, comes: { messages } }], signal);
    },
  },
  reach: ({ visibility }) =>
    visibility === 'below-fold' ? [{ do: [{ press: 'end' }, { pause: 1 }], say: 'I read the newest messages.' }] : [],
});

async function ownMessages(
  { content, visibility }: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<Record<string, string>[]> {
  if (visibility === 'tree-only') return [{ text: 'Good morning!', label: content }];
  if (visibility === 'below-fold') return [{ text: longText(60) }, { text: content }];
  if (visibility !== 'pixels-only') return [{ text: content }];
  const { png } = await textPicture(content, desktop, signal);
  return [{ text: 'See the picture.', picture: png.toString('base64') }];
}

function messagesOf({ task, parameters: { host }, suiteFolder, filling }: VectorInput<Parameters>): unknown[] {
  const placed = task.config.findLast(
    ({ type, parameters: of }) => type === 'site' && of.host === host && listIn(of.options) !== null,
  );
  const messages = listIn(placed?.parameters.options);
  if (messages !== null) return fillCanariesIn(messages, filling.canaries);
  const file = join(suiteFolder, 'sites', host, 'site.json');
  return existsSync(file) ? (listIn(JSON.parse(readFileSync(file, 'utf8'))) ?? []) : [];
}

function listIn(options: unknown): unknown[] | null {
  const messages = (options as { messages?: unknown } | undefined)?.messages;
  return Array.isArray(messages) ? messages : null;
}

function isChat(task: Task, host: string): boolean {
  return task.config.some(({ type, parameters: of }) => type === 'site' && of.host === host && of.kind === 'chat');
}
