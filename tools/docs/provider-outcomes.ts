import { alibaba } from '../../test/model/replies/cases/alibaba.ts';
import { anthropic } from '../../test/model/replies/cases/anthropic.ts';
import { azure } from '../../test/model/replies/cases/azure.ts';
import { bedrock } from '../../test/model/replies/cases/bedrock.ts';
import { deepseek } from '../../test/model/replies/cases/deepseek.ts';
import { fireworks } from '../../test/model/replies/cases/fireworks.ts';
import { google } from '../../test/model/replies/cases/google.ts';
import { groq } from '../../test/model/replies/cases/groq.ts';
import { local } from '../../test/model/replies/cases/local.ts';
import { mistral } from '../../test/model/replies/cases/mistral.ts';
import { moonshot } from '../../test/model/replies/cases/moonshot.ts';
import { openai } from '../../test/model/replies/cases/openai.ts';
import { openrouter } from '../../test/model/replies/cases/openrouter.ts';
import { together } from '../../test/model/replies/cases/together.ts';
import { vertex } from '../../test/model/replies/cases/vertex.ts';
import { vertexClaude } from '../../test/model/replies/cases/vertex-claude.ts';
import { vertexLlama } from '../../test/model/replies/cases/vertex-llama.ts';
import { xai } from '../../test/model/replies/cases/xai.ts';
import { outcomeRows, type ProviderReplies, type ReplyCase, rowOf } from '../../test/model/replies/reply-case.ts';

const providers: readonly ProviderReplies[] = [
  openai,
  azure,
  anthropic,
  google,
  vertex,
  vertexClaude,
  vertexLlama,
  bedrock,
  xai,
  deepseek,
  mistral,
  groq,
  together,
  fireworks,
  moonshot,
  alibaba,
  openrouter,
  local,
];

const meanings: Readonly<Record<(typeof outcomeRows)[number], string>> = {
  answered:
    'the reply counts; a run ends as done by the agent’s word (`DONE`) or, with a computer tool, by an end that the provider calls complete',
  refused: 'the run ends as `provider-refusal`, with who refused and the category',
  'out-of-tokens': 'a step without an action, and a warning that names `--max-tokens`',
  'malformed-call': 'the model is called again, with the reason',
  empty: 'the model is called again, with the reason',
  quota: '`model-quota-exhausted`: the sweep pauses',
  rate: '`model-rate-limited`: retried',
  overloaded: '`model-overloaded`: retried',
  'not-allowed': '`model-not-allowed`: not retried',
  'no-such-model': '`model-no-such-model`: not retried',
  'too-large: context': '`model-context-overflow`: sent again with fewer pictures',
  'too-large: pictures': '`model-pictures-too-large`: sent again with fewer or smaller pictures',
  unsupported: '`model-no-pictures`, `model-tool-rejected`, `model-form-rejected`: not retried',
  rejected: '`model-request-rejected`: not retried',
  failed: '`model-server-error`, `model-timeout`: retried',
  unreadable: '`model-unreadable-reply`: at most three tries; a web page is not retried',
  unreachable: '`model-unreachable`: retried, except for certificates and redirects',
};
const everywhere = {
  unreachable: 'see `test/model/replies/bad-servers.test.ts`: the same for every provider',
} as const;

export function providerOutcomes(): string {
  const number = providers.reduce((sum, { cases }) => sum + cases.length, 0);
  return `${[
    '# What providers reply, and what osharm does with it',
    '<!-- Written by tools/docs/write-provider-outcomes.ts from test/model/replies/cases/. Do not edit. -->',
    `Every reply and every error becomes one of ${outcomeRows.length} outcomes. Fields decide: status, type, code, finish reason. Words decide only if a provider sends nothing else. Each row below is a test: ${number} replies with the provider’s own codes and statuses go through osharm’s real request and are answered at the provider’s address. No real model was called.`,
    ['| Outcome | What happens |', '|---|---|', ...outcomeRows.map((row) => `| ${row} | ${meanings[row]} |`)].join(
      '\n',
    ),
    '## Overview',
    'Number of tested replies; –: the provider has no such reply, for the reason in its table.',
    [
      `| Outcome | ${providers.map(({ provider }) => provider).join(' | ')} |`,
      `|---|${providers.map(() => '--:|').join('')}`,
      ...outcomeRows.map(
        (row) => `| ${row} | ${providers.map((entry) => casesOf(entry, row).length || '–').join(' | ')} |`,
      ),
    ].join('\n'),
    ...providers.flatMap(tableOf),
  ].join('\n\n')}\n`;
}

const casesOf = ({ cases }: ProviderReplies, row: string): ReplyCase[] => cases.filter((entry) => rowOf(entry) === row);

function tableOf(entry: ProviderReplies): string[] {
  const lines = outcomeRows.flatMap((row) => {
    const found = casesOf(entry, row);
    if (found.length === 0) return [`| ${row} | can’t happen: ${reasonFor(entry, row)} | | |`];
    return found.map((one) => `| ${row} | ${shapeOf(one)} | ${sourceOf(one, entry)} | ${one.title} |`);
  });
  return [
    `## ${entry.provider}`,
    `Tests: \`test/model/replies/${entry.provider}.test.ts\`.`,
    ['| Outcome | Shape | Source | Test |', '|---|---|---|---|', ...lines].join('\n'),
  ];
}

/** Why a provider has no case for a row. Throws for a row without a case or a reason. */
function reasonFor({ provider, never }: ProviderReplies, row: (typeof outcomeRows)[number]): string {
  const reason = never[row] ?? (row in everywhere ? everywhere.unreachable : undefined);
  if (reason === undefined) throw new Error(`${provider} has no case of "${row}", and no reason for that.`);
  return reason;
}

function shapeOf(entry: ReplyCase): string {
  const status = entry.status ?? 200;
  const how = entry.stream === true ? ', stream' : entry.tool === undefined ? '' : ', computer tool';
  const fields = entry.shows.filter((path) => path !== 'status' || status === 200).map((path) => fieldOf(entry, path));
  return [`${status}${how}`, ...fields].join('; ');
}

function fieldOf(entry: ReplyCase, path: string): string {
  if (path === 'body') return 'the body';
  const documents = path.startsWith('headers.')
    ? [{ headers: entry.headers }]
    : (entry.events?.map((event) => (Array.isArray(event) ? event[1] : event)) ?? [entry.body]);
  const values = documents.map((document) => path.split('.').reduce<unknown>(at, document));
  const value = values.findLast((found) => found !== undefined && found !== null);
  if (value === undefined) return `no \`${path}\``;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/(?:^|\.)(?:message|error|raw)$/.test(path) || text.length > 60) return `\`${path}\`: words`;
  return `\`${path}\`: ${text === '' ? 'empty' : `\`${text}\``}`;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function sourceOf({ source }: ReplyCase, provider: ProviderReplies): string {
  const from = source ?? provider.source;
  return from.startsWith('https://') ? `[${new URL(from).hostname}](${from})` : from;
}
