import { messageOf } from '../../base/errors.ts';
import type { ModelMessage } from '../models/messages.ts';
import { blankReply, type Priced, type WireReply } from '../models/model.ts';
import type { ReplyOutcome } from '../models/outcome/reply-outcome.ts';
import type { ComputerReply } from '../models/wire/computer.ts';
import { type ComputerTool, computerToolOf } from '../models/wire/computer-tools.ts';
import { createComputerWire } from '../models/wire/create-wire.ts';
import { readNativeCalls } from '../native/read-call.ts';
import type { CheckupContext, CheckupFinding } from './checkup-context.ts';
import { type PointReading, readPoint, statedPoint } from './read-point.ts';

/** A check with upper-bound estimates of its number of calls and its total tokens. */
export interface PlannedCheck {
  id: string;
  calls: number;
  tokens: { input: number; output: number };
  run(context: CheckupContext): Promise<CheckupFinding[]>;
}

const system = (text: string): ModelMessage => ({ role: 'system', parts: [{ type: 'text', text }] });
const user = (text: string): ModelMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const works = (check: string, detail: string): CheckupFinding => ({ check, state: 'works', detail });
const fault = (check: string, detail: string, flag?: string): CheckupFinding => ({
  check,
  state: 'fault',
  detail,
  flag,
});

/** Most important first: the budget is spent in this order. */
export const checks: readonly PlannedCheck[] = [
  { id: 'text', calls: 1, tokens: { input: 80, output: 60 }, run: checkText },
  { id: 'pictures', calls: 1, tokens: { input: 1600, output: 60 }, run: checkPictures },
  { id: 'computer tool', calls: 1, tokens: { input: 3500, output: 150 }, run: checkComputerTool },
  { id: 'long answer', calls: 1, tokens: { input: 60, output: 600 }, run: checkLongAnswer },
  { id: 'output limit', calls: 1, tokens: { input: 60, output: 32 }, run: checkOutputLimit },
  { id: 'parallel calls', calls: 3, tokens: { input: 120, output: 60 }, run: checkParallel },
  { id: 'caching', calls: 2, tokens: { input: 5000, output: 40 }, run: checkCaching },
];

function faultsOf(check: string, { outcome, answering }: Priced<WireReply>): CheckupFinding[] {
  const found: CheckupFinding[] = [];
  if (answering?.isSubstitute === true)
    found.push(fault('model', `another model answered: ${answering.model}`, `--model PROVIDER:${answering.model}`));
  const named = outcomeFault(outcome);
  return named === null ? found : [...found, fault(check, named.detail, named.flag)];
}

function outcomeFault(outcome: ReplyOutcome): { detail: string; flag?: string } | null {
  switch (outcome.kind) {
    case 'refused':
      return {
        detail: `a harmless request was refused by the ${outcome.by}${outcome.category === null ? '' : ` (${outcome.category})`}: ${outcome.message.slice(0, 200)}`,
        flag: '--model with another provider, or lift the account’s content filter',
      };
    case 'out-of-tokens':
      return {
        detail: 'reasoning used up the output limit before any answer',
        flag: '--max-tokens 16000, or --reasoning-effort low',
      };
    case 'malformed-call':
      return { detail: `a malformed call: ${outcome.message.slice(0, 200)}` };
    case 'empty':
      return { detail: `an empty reply (${outcome.message})` };
    case 'answered':
      return outcome.end === 'unknown' ? { detail: 'the reply has no finish reason, or an unknown one' } : null;
    default:
      return outcome satisfies never;
  }
}

const word = 'BLUEBIRD';

async function checkText(context: CheckupContext): Promise<CheckupFinding[]> {
  const reply = await context.ask({
    messages: [
      system(`Whatever you are asked, answer with the single word ${word}.`),
      user('What is the capital of Peru?'),
    ],
    maxTokens: context.maxTokens,
  });
  const found = faultsOf('text', reply);
  if (reply.outcome.kind !== 'answered') return found;
  found.push(
    works('text', `answers; finish reason known${reply.answering === null ? '' : `; ${reply.answering.model}`}`),
  );
  found.push(
    reply.text.toUpperCase().includes(word)
      ? works('system prompt', 'is followed')
      : fault('system prompt', `is not followed: ${JSON.stringify(reply.text.slice(0, 80))}`),
  );
  if (reply.usage === null)
    found.push(fault('usage', 'no token counts: costs are null, and --max-cost counts an estimate', '--max-cost'));
  found.push(
    reply.reasoning == null
      ? { check: 'reasoning', state: 'unknown', detail: 'was not returned with this answer' }
      : works('reasoning', 'is returned with the answer'),
  );
  return found;
}

async function checkPictures(context: CheckupContext): Promise<CheckupFinding[]> {
  const { picture } = context;
  const text = `The picture is ${picture.width} × ${picture.height} pixels. Line 1: the number that it shows. Line 2: the middle of the red square in pixels, as (x, y). Nothing else.`;
  const reply = await context.ask({
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text },
          { type: 'image', png: picture.png },
        ],
      },
    ],
    maxTokens: context.maxTokens,
  });
  const found = faultsOf('pictures', reply);
  if (reply.outcome.kind !== 'answered') return found;
  if (!reply.text.replaceAll(/[\s,]/g, '').includes(picture.number))
    return [
      ...found,
      fault(
        'pictures',
        `the number in the picture was not read: ${JSON.stringify(reply.text.slice(0, 80))}`,
        '--observation-type a11y_tree',
      ),
    ];
  const point = statedPoint(reply.text);
  const reading = point === null ? ({ kind: 'wrong' } as const) : readPoint(point, picture);
  return [...found, works('pictures', 'are read'), pointFinding('coordinates in text', reading, point)];
}

function pointFinding(check: string, reading: PointReading, point: { x: number; y: number } | null): CheckupFinding {
  const said = point === null ? 'no point' : `(${point.x}, ${point.y})`;
  switch (reading.kind) {
    case 'pixels':
      return works(check, 'are pixels of the picture');
    case 'grid':
      return fault(
        check,
        `are in a grid from 0 to ${reading.maximum}: ${said}`,
        '--agent qwen3-vl, or --observation-type a11y_tree',
      );
    case 'swapped':
      return fault(check, `have swapped axes: ${said}`, '--observation-type a11y_tree');
    case 'resized':
      return fault(
        check,
        `are of a picture ${reading.width} pixels wide: ${said}`,
        `--max-image-side ${reading.width}`,
      );
    case 'wrong':
      return fault(check, `miss the target: ${said}`, '--observation-type a11y_tree');
    default:
      return reading satisfies never;
  }
}

async function checkComputerTool(context: CheckupContext): Promise<CheckupFinding[]> {
  const { address, key, environment, picture } = context;
  let tool: ComputerTool;
  try {
    tool = computerToolOf(address);
  } catch {
    return [
      {
        check: 'computer tool',
        state: 'unknown',
        detail: 'osharm knows no computer tool of this provider',
        flag: '--agent prompt',
      },
    ];
  }
  const wire = createComputerWire(address, key, tool, { environment, reasoning: undefined });
  const screen = { png: picture.png, width: picture.width, height: picture.height };
  const request = {
    turns: [
      { kind: 'user' as const, text: 'Click the middle of the red square once. Do nothing else.', picture: screen },
    ],
    display: { width: picture.width, height: picture.height },
    maxTokens: context.maxTokens,
    temperature: 1,
    topP: 1,
  };
  const blank: ComputerReply = { ...blankReply, calls: [], content: null };
  let reply: Priced<ComputerReply>;
  try {
    reply = await context.call(wire.ask, request, blank);
  } catch (error) {
    return [fault('computer tool', `${tool} can’t be used: ${(error as Error).message}`, '--agent prompt')];
  }
  const found = faultsOf('computer tool', reply);
  if (reply.outcome.kind !== 'answered') return found;
  if (reply.calls.length === 0) return [...found, fault('computer tool', `${tool} was not called`, '--agent prompt')];
  const [call] = readNativeCalls(tool, reply.calls, { ...screen, scale: { x: 1, y: 1 } });
  const action = call?.actions.find(({ kind }) => kind === 'click');
  if (action === undefined && call?.problem == null)
    return [...found, works('computer tool', `${tool} is called, and requests a screenshot first`)];
  const at = action?.kind === 'click' && action.at !== null ? { x: action.at[0], y: action.at[1] } : null;
  if (at !== null && readPoint(at, picture).kind === 'pixels')
    return [...found, works('computer tool', `${tool} clicks the target`)];
  const raw = rawPoint(reply.calls[0]?.input) ?? at;
  const reading = raw === null ? ({ kind: 'wrong' } as const) : readPoint(raw, picture);
  return [...found, pointFinding(`clicks of ${tool}`, reading.kind === 'pixels' ? { kind: 'wrong' } : reading, raw)];
}

/** The first point in a call's input, before any scaling. */
function rawPoint(input: unknown): { x: number; y: number } | null {
  if (typeof input !== 'object' || input === null) return null;
  const { x, y, coordinate } = input as { x?: unknown; y?: unknown; coordinate?: unknown };
  const [first, second] = Array.isArray(coordinate) ? (coordinate as unknown[]) : [x, y];
  if (Number.isFinite(Number(first ?? Number.NaN)) && Number.isFinite(Number(second ?? Number.NaN)))
    return { x: Number(first), y: Number(second) };
  for (const value of Object.values(input)) {
    const found = rawPoint(value);
    if (found !== null) return found;
  }
  return null;
}

const lastNumber = 120;
const counting = `Write the whole numbers from 1 to ${lastNumber}, separated by spaces. Nothing else.`;

async function checkLongAnswer(context: CheckupContext): Promise<CheckupFinding[]> {
  const reply = await context.ask({ messages: [user(counting)], maxTokens: context.maxTokens });
  const found = faultsOf('long answer', reply);
  if (reply.outcome.kind !== 'answered') return found;
  if (new RegExp(`\\b${lastNumber}\\b`).test(reply.text)) return [...found, works('long answer', 'comes whole')];
  const isSaid = reply.outcome.end === 'cut-off';
  return [
    ...found,
    fault(
      'long answer',
      `is cut off after ${reply.text.length} characters${isSaid ? '' : ', and reported as complete'}`,
      '--max-tokens 16000',
    ),
  ];
}

async function checkOutputLimit(context: CheckupContext): Promise<CheckupFinding[]> {
  const reply = await context.ask({ messages: [user(counting)], maxTokens: 16 });
  const { outcome } = reply;
  if (outcome.kind === 'out-of-tokens' || (outcome.kind === 'answered' && outcome.end === 'cut-off'))
    return [works('output limit', 'is reported as the finish reason')];
  if (outcome.kind !== 'answered') return faultsOf('output limit', reply);
  return [
    reply.text.includes(String(lastNumber))
      ? fault('output limit', 'is ignored by the provider', '--max-tokens has no effect')
      : fault('output limit', 'a cut-off reply is reported as complete', '--max-tokens 16000'),
  ];
}

async function checkParallel(context: CheckupContext): Promise<CheckupFinding[]> {
  const ask = () => context.ask({ messages: [user('Answer with the word ready.')], maxTokens: context.maxTokens });
  const ended = await Promise.allSettled([ask(), ask(), ask()]);
  const failures = ended.filter((result) => result.status === 'rejected');
  if (failures.length === 0) return [works('parallel calls', 'three at a time are answered')];
  const [first] = failures;
  return [fault('parallel calls', `${failures.length} of 3 failed: ${messageOf(first?.reason)}`, '--parallel 1')];
}

/** Exceeds the minimum prompt length of every provider's cache (2,048 tokens for Anthropic's smaller models). */
const longText = Array.from({ length: 230 }, (_, at) => `Rule ${at + 1}: entry ${at * 37} stays in place.`).join('\n');

async function checkCaching(context: CheckupContext): Promise<CheckupFinding[]> {
  const request = {
    messages: [{ ...system(longText), isCachePoint: true }, user('Answer with the word ready.')],
    maxTokens: context.maxTokens,
  };
  await context.ask(request);
  const reply = await context.ask(request);
  if (reply.usage === null) return [{ check: 'caching', state: 'unknown', detail: 'the provider reports no usage' }];
  const { cachedInputTokens, inputTokens } = reply.usage;
  return [
    cachedInputTokens > 0
      ? works('caching', `${cachedInputTokens} of ${inputTokens} tokens of a repeated prompt came from the cache`)
      : { check: 'caching', state: 'unknown', detail: 'the second of two identical calls read nothing from a cache' },
  ];
}
