import { UsageError } from '../../../base/errors.ts';
import type { NamedModel } from '../model-name.ts';

/** Retrieval date of the lists below. docs/run/agents.md has the source of each row. */
export const computerToolsDate = '2026-11-27';

export const computerTools = {
  computer_toolset_20260801: 'anthropic',
  computer_20251124: 'anthropic',
  computer_20250124: 'anthropic',
  computer: 'openai',
  computer_use_preview: 'openai',
  environment_desktop: 'google',
  environment_browser: 'google',
} as const;
export type ComputerTool = keyof typeof computerTools;
type Maker = (typeof computerTools)[ComputerTool];

/** Maps models to tools. The first match counts; an API's last row covers newer models. */
export const computerToolRules: readonly { models: RegExp; tool: ComputerTool }[] = [
  {
    models: /^claude-(?:[23]|instant|opus-4-[01](?!\d)|(?:opus|sonnet)-4(?!-\d(?!\d))|(?:sonnet|haiku)-4-5)/,
    tool: 'computer_20250124',
  },
  { models: /^claude-(?:(?:opus|sonnet|haiku)-4|(?:opus|sonnet)-5(?!-[1-9](?!\d)))/, tool: 'computer_20251124' },
  { models: /^claude-/, tool: 'computer_toolset_20260801' },
  { models: /^computer-use-preview/, tool: 'computer_use_preview' },
  { models: /^(?:gpt|o\d)/, tool: 'computer' },
  { models: /^gemini-(?:[12]|3(?!\.[5-9]))/, tool: 'environment_browser' },
  { models: /^gemini-/, tool: 'environment_desktop' },
];
/** Clouds that offer only Claude's earlier tools. Newer models there accept the tool that precedes the toolset. */
const cloudsWithoutToolset: ReadonlySet<string> = new Set(['bedrock']);
const modelsWithTool: Readonly<Record<Maker, RegExp>> = {
  anthropic: /^claude-(?:3-7-sonnet|(?:opus|sonnet|haiku)-(?:[4-9]|\d\d)|fable|mythos)/,
  openai:
    /^(?:computer-use-preview|gpt-(?:5\.[4-9]|5\.\d\d|[6-9]|\d\d)(?!.*(?:nano|instant|chat|codex|image|audio|realtime)))/,
  google: /^gemini-(?:2\.5-computer-use|(?:[3-9]|\d\d)(?!.*(?:image|audio|live|tts|embedding|lite)))/,
};

export function knownComputerTool(address: NamedModel): ComputerTool | null {
  const maker = makerOf(address);
  return maker !== null && modelsWithTool[maker].test(bareModel(address)) ? computerToolOf(address) : null;
}

const newest: Record<Maker, ComputerTool> = {
  anthropic: 'computer_toolset_20260801',
  openai: 'computer',
  google: 'environment_desktop',
};

/** The requested tool, or the model's default. Throws UsageError `computer-tool-none`, `computer-tool-unknown`. */
export function computerToolOf(address: NamedModel, requested?: string): ComputerTool {
  const maker = makerOf(address);
  if (maker === null) {
    throw new UsageError(`${address.provider} has no known computer tool.`, {
      code: 'computer-tool-none',
      hint: 'Use --agent prompt, which works with every model.',
    });
  }
  const known = toolsOf(maker);
  if (requested !== undefined) {
    const tool = known.find((name) => name === requested);
    if (tool !== undefined) return tool;
    throw new UsageError(`${address.provider} has no computer tool ${JSON.stringify(requested)}.`, {
      code: 'computer-tool-unknown',
      hint: `--computer-tool can be ${known.join(', ')} for ${address.provider}.`,
    });
  }
  const rule = computerToolRules.find(
    ({ models, tool }) => computerTools[tool] === maker && models.test(bareModel(address)),
  );
  const tool = rule?.tool ?? newest[maker];
  return tool === 'computer_toolset_20260801' && cloudsWithoutToolset.has(address.provider)
    ? 'computer_20251124'
    : tool;
}

/** True if every answer to a computer call must contain a picture, even an old one. */
export const needsEveryPicture = (address: NamedModel): boolean => makerOf(address) === 'openai';

function makerOf(address: NamedModel): Maker | null {
  const { api, provider } = address;
  if (api !== 'sdk') return api === 'compatible' ? null : api;
  if (provider === 'azure') return 'openai';
  return bareModel(address).startsWith('claude-') ? 'anthropic' : null;
}

/** Removes Bedrock's region and maker prefix. */
function bareModel({ model }: NamedModel): string {
  return model.replace(/^(?:[a-z-]+\.)?anthropic\./, '');
}

function toolsOf(maker: Maker): ComputerTool[] {
  return (Object.keys(computerTools) as ComputerTool[]).filter((tool) => computerTools[tool] === maker);
}

export function otherComputerTools(tool: ComputerTool): ComputerTool[] {
  return toolsOf(computerTools[tool]).filter((other) => other !== tool);
}

export function nextComputerTool(tool: ComputerTool): ComputerTool | null {
  const tools = toolsOf(computerTools[tool]);
  return tools[tools.indexOf(tool) + 1] ?? null;
}

export function computerToolIn(request: unknown): ComputerTool | null {
  const { tools } = (request ?? {}) as { tools?: { type?: unknown; computerUse?: { environment?: unknown } }[] };
  if (!Array.isArray(tools)) return null;
  const names = tools.map((tool) => String(tool.computerUse?.environment ?? tool.type).toLowerCase());
  return (names.find((name) => Object.hasOwn(computerTools, name)) as ComputerTool | undefined) ?? null;
}
