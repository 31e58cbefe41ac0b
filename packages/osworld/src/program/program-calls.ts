import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { OsharmError } from 'osharm';
import {
  alteredReason,
  computeMetric,
  getters,
  isInsideGetter,
  MetricFault,
  type MetricRules,
  MissingFile,
  metrics,
} from 'osharm/evaluators';
import { classicPrefix, type ModelRequest, type ProgramContext, placeFile, runSetup } from 'osharm/task-programs';
import type { AnswerCall, ProgramCall } from './task-program.ts';

const commandLimitMs = 120_000;

type Surroundings = ProgramContext & { readonly folder: string };

/**
 * Answers the calls of a task's program with the set-up steps, getters and metrics of JSON tasks. `folder` is the run's
 * folder for files that getters read.
 */
export function answerProgramCalls(context: ProgramContext, folder: string): AnswerCall {
  const surroundings: Surroundings = { ...context, folder };
  return async (call, signal) => {
    switch (call.call) {
      case 'setup':
        return runSetup(
          [{ type: call.type, parameters: call.parameters }],
          { ...surroundings.setupContext(signal), isForeign: true },
          'setup()',
        );
      case 'write':
        return placeFile(call.path, Buffer.from(call.content, 'base64'), surroundings.setupContext(signal));
      case 'controller':
        return controllerAnswer(call, surroundings, signal);
      case 'getter':
        return getterAnswer(call, surroundings, signal);
      case 'metric':
        return metricAnswer(call, surroundings);
      case 'model':
        return modelAnswer(call, surroundings, signal);
      default:
        return call satisfies never;
    }
  };
}

type Call<Kind extends ProgramCall['call']> = Extract<ProgramCall, { call: Kind }>;

async function controllerAnswer(
  { method, parameters }: Call<'controller'>,
  { desktop, altered, rules }: Surroundings,
  signal: AbortSignal,
): Promise<unknown> {
  const text = (name: string): string => String(parameters[name] ?? '');
  if (method === 'get_file') {
    const content = await desktop.readFile(text('file_path'), signal);
    return content === null ? null : { __bytes__: content.toString('base64') };
  }
  if (method === 'get_screenshot') return { __bytes__: (await desktop.screenshot(signal)).toString('base64') };
  believed(altered(), rules);
  if (method === 'get_accessibility_tree') return desktop.accessibilityTree(signal);
  if (method === 'get_terminal_output') return (await desktop.terminal?.(signal)) ?? null;
  const seconds = Number(parameters.timeout);
  const timeoutMs = seconds > 0 ? seconds * 1000 : commandLimitMs;
  const command = commandOf(method, text);
  const { output, error, returncode } = await desktop.exec(command, { timeoutMs, signal });
  return { status: returncode === 0 ? 'success' : 'error', output, error, returncode };
}

function commandOf(method: string, text: (name: string) => string): string[] {
  if (method === 'execute_python_command') return ['python3', '-c', `${classicPrefix}${text('command')}`];
  if (method === 'run_python_script') return ['python3', '-c', text('script')];
  const folder = text('working_dir');
  const cd = folder === '' ? [] : ['cd "$1" || exit 1'];
  return ['bash', '-c', [...cd, text('script')].join('\n'), 'bash', folder];
}

async function getterAnswer(
  { type, parameters }: Call<'getter'>,
  { evaluation, folder, altered, rules }: Surroundings,
  signal: AbortSignal,
): Promise<unknown> {
  const getter = getters.get(type);
  if (getter === undefined) throw taskFault(`getters.get_${type} is not available`);
  if (isInsideGetter(type)) believed(altered(), rules);
  try {
    return await withContents(await getter(parameters, { ...evaluation, folder, signal }), folder);
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error instanceof MetricFault ? taskFault(error.message) : error;
  }
}

async function metricAnswer(call: Call<'metric'>, { folder, rules }: Surroundings): Promise<number> {
  const { func } = call;
  if (!metrics.has(func)) throw taskFault(`metrics.${func} is not available`);
  const place = join(folder, 'metric');
  const [result, expected, options] = await Promise.all([
    withPaths(call.result, join(place, 'result')),
    withPaths(call.expected, join(place, 'expected')),
    withPaths(call.options, join(place, 'options')),
  ]);
  try {
    return await computeMetric(func, { result, expected, options: options as Record<string, unknown>, rules });
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    const isReference = error.path?.startsWith(join(place, 'expected'));
    if (error.blame === 'result' && !isReference && rules === 'right') return 0;
    throw taskFault(`metrics.${func}: ${error.message}`);
  }
}

async function modelAnswer(
  { messages, max_tokens: maxTokens, temperature }: Call<'model'>,
  { model }: Surroundings,
  signal: AbortSignal,
): Promise<string> {
  if (model === null) throw taskFault('the evaluator calls a model, and --task-model names none');
  const request: ModelRequest = {
    messages: messages.map(({ role, parts }) => ({
      role,
      parts: parts.map((part) =>
        part.type === 'text' ? part : { type: 'image', png: Buffer.from(part.png, 'base64') },
      ),
    })),
    maxTokens,
  };
  const { text, outcome } = await model(temperature === null ? request : { ...request, temperature }, signal);
  return outcome.kind === 'refused' ? `[refusal]: ${outcome.message || text}` : text.trim();
}

function believed(altered: string | null, rules: MetricRules): void {
  if (altered === null || rules === 'osworld') return;
  throw new OsharmError(alteredReason(altered), {
    code: 'evaluator-altered',
    blame: 'agent',
  });
}

const taskFault = (message: string): OsharmError =>
  new OsharmError(message, {
    code: 'task-program-call',
    blame: 'task',
    hint: 'docs/compatibility/metrics.md lists getters and metrics.',
  });

async function withContents(value: unknown, folder: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withContents(item, folder)));
  if (typeof value !== 'string' || !value.startsWith(`${folder}/`)) return value;
  return { __file__: relative(folder, value), content: (await readFile(value)).toString('base64') };
}

async function withPaths(value: unknown, place: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item, index) => withPaths(item, join(place, String(index)))));
  if (typeof value !== 'object' || value === null) return value;
  const { __file__: name, content } = value as { __file__?: unknown; content?: unknown };
  if (typeof name === 'string' && typeof content === 'string') {
    const path = join(place, basename(name));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(content, 'base64'));
    return path;
  }
  const entries = Object.entries(value).map(async ([key, item]) => [
    key,
    await withPaths(item, join(place, 'of', basename(key))),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
