import { timeLimits } from '../../../src/base/record/time-limits.ts';
import type { SettleRequest } from '../../../src/desktop/client/protocol.ts';
import { listWindows } from '../../display/windows.ts';
import type { Context } from '../context.ts';
import type { Route } from '../http-server.ts';
import { json, PageError } from '../reply.ts';

const pythonMs = timeLimits.guest.python.work;
const longestPythonMs = 3_600_000;

function number(value: unknown, least: number, most: number, usual: number): number {
  if (value === undefined || value === null) return usual;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new PageError(400);
  return Math.min(most, Math.max(least, value));
}

function numbers(value: unknown): number[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'number')) throw new PageError(400);
  return value;
}

/** Additions to OSWorld's protocol; src/desktop/client/protocol.ts documents them. */
export function v2Routes(context: Context): [string, Route][] {
  return [
    [
      '/v2/health',
      { method: 'GET', deadlineMs: timeLimits.start.health.route, handle: async () => json(await context.health()) },
    ],
    [
      '/v2/python',
      {
        method: 'POST',
        deadlineMs: longestPythonMs + 5_000,
        async handle(request) {
          const body = await request.json();
          if (typeof body.code !== 'string') throw new PageError(400);
          const limit = number(body.timeoutMs, 1, longestPythonMs, pythonMs);
          const view = numbers(body.view);
          if (view !== undefined && (view.length !== 2 || view.some((side) => !(side >= 1)))) throw new PageError(400);
          const [width, height] = view ?? [];
          return json(
            await context.python.run(body.code, limit, request.signal, {
              names: ['pyautogui', 'time'],
              view: width === undefined || height === undefined ? undefined : [width, height],
            }),
          );
        },
      },
    ],
    [
      '/v2/settle',
      {
        method: 'POST',
        deadlineMs: 300_000,
        async handle(request) {
          const body = await request.json();
          const newWindowSince = numbers(body.newWindowSince);
          const wanted: Required<Omit<SettleRequest, 'newWindowSince'>> & { newWindowSince?: number[] | undefined } = {
            quietMs: number(body.quietMs, 0, 5_000, 200),
            capMs: number(body.capMs, 0, 240_000, 5_000),
            newWindowCapMs: number(body.newWindowCapMs, 0, 240_000, 10_000),
            newWindowSince: newWindowSince || undefined,
          };
          return json(await (await context.screen()).settler.settle(wanted, request.signal));
        },
      },
    ],
    [
      '/v2/windows',
      { method: 'GET', deadlineMs: 10_000, handle: async () => json(await listWindows((await context.screen()).x)) },
    ],
    [
      '/v2/clipboard',
      { method: 'GET', deadlineMs: 10_000, handle: async () => json(await (await context.screen()).clipboard()) },
    ],
    [
      '/v2/journal',
      {
        method: 'GET',
        deadlineMs: 10_000,
        async handle(request) {
          const since = Number(request.query.get('since') ?? 0);
          if (!Number.isInteger(since)) throw new PageError(400);
          return json(await (await context.screen()).journal.since(since));
        },
      },
    ],
  ];
}
