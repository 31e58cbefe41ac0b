import { reasoningEfforts } from '../../../agents/models/wire/reasoning.ts';
import { anyText, choice, decimal, settingRow, toggle, whole } from './setting.ts';

/** How models are called. */
export const modelSettings = {
  temperature: settingRow({
    flags: '--temperature <t>',
    value: decimal,
    group: 'agent',
    audience: 'common',
    spec: 'temperature',
    help: 'sampling temperature (default: 1)',
  }),
  topP: settingRow({
    flags: '--top-p <p>',
    value: decimal,
    group: 'models',
    audience: 'all',
    spec: 'topP',
    help: 'nucleus sampling probability (default: 0.9)',
  }),
  maxTokens: settingRow({
    flags: '--max-tokens <n>',
    value: whole(1),
    group: 'models',
    audience: 'all',
    spec: 'maxTokens',
    help: "maximum length of a reply, in tokens (default: 1500; of a model that thinks: the provider's)",
  }),
  reasoningEffort: settingRow({
    flags: '--reasoning-effort <effort>',
    value: choice(reasoningEfforts),
    group: 'models',
    audience: 'all',
    spec: 'reasoningEffort',
    help: "reasoning effort (default: the provider's)",
  }),
  thinkingBudget: settingRow({
    flags: '--thinking-budget <n>',
    value: whole(1),
    group: 'models',
    audience: 'all',
    spec: 'thinkingBudget',
    help: 'thinking tokens, if the provider has such a limit',
  }),
  stream: settingRow({
    flags: '--stream',
    value: toggle,
    group: 'models',
    audience: 'all',
    spec: 'stream',
    help: 'request streamed replies',
  }),
  timeout: settingRow({
    flags: '--timeout <s>',
    value: decimal,
    group: 'models',
    audience: 'all',
    help: 'seconds until a model call is retried (default: 180) and a reply of your own agent fails (default: 600)',
  }),
  prices: settingRow({
    flags: '--prices <file>',
    value: anyText,
    group: 'models',
    audience: 'all',
    help: 'price table: {"date": "2026-01", "models": {"openai:gpt-4.1": {"input": 2, "output": 8}}}',
  }),
  record: settingRow({
    flags: '--record <dir>',
    value: anyText,
    group: 'models',
    audience: 'all',
    help: 'record every model exchange in this folder',
  }),
  replay: settingRow({
    flags: '--replay <dir>',
    value: anyText,
    group: 'models',
    audience: 'all',
    help: 'answer model calls from a recording: no key, no network',
  }),
};
