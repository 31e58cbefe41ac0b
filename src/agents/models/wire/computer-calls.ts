import { z } from 'zod';

const numberFields = ['x', 'y', 'scroll_x', 'scroll_y'];

// What the AI SDK accepts. It rejects the whole reply if one field has another type.
const keys = z.array(z.string()).nullish();
const point = { x: z.number(), y: z.number() };
const acceptedAction = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('click'),
    button: z.enum(['left', 'right', 'wheel', 'back', 'forward']),
    ...point,
    keys,
  }),
  z.object({ type: z.literal('double_click'), ...point, keys }),
  z.object({ type: z.literal('drag'), path: z.array(z.object(point)), keys }),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string()) }),
  z.object({ type: z.literal('move'), ...point, keys }),
  z.object({ type: z.literal('screenshot') }),
  z.object({ type: z.literal('scroll'), ...point, scroll_x: z.number(), scroll_y: z.number(), keys }),
  z.object({ type: z.literal('type'), text: z.string() }),
  z.object({ type: z.literal('wait') }),
]);
const acceptedCheck = z.object({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() });
const acceptedStatus = z.enum(['in_progress', 'completed', 'incomplete']);
/** Replaces an action that the AI SDK would reject. It does nothing, and OpenAI accepts it in later requests. */
const placeholder = { type: 'screenshot' } as const;

type Item = Record<string, unknown>;

/**
 * A `fetch` for the AI SDK that replaces computer calls the SDK would reject. The recorded exchange contains the
 * model's original call (`computerActionsIn`), so the agent can report its faults to the model instead of failing as if
 * the provider were at fault.
 */
export function withAcceptedCalls(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (!answer.ok) return answer;
    const text = await answer.text();
    return new Response(acceptedText(text), { status: answer.status, headers: answer.headers });
  };
}

function acceptedText(text: string): string {
  const body = parsed(text);
  const items = itemsOf(body);
  if (!items.some(isCall)) return text;
  return JSON.stringify({ ...(body as Item), output: items.map((item) => (isCall(item) ? acceptedCall(item) : item)) });
}

function acceptedCall(item: Item): Item {
  const { action: _, ...rest } = item;
  const id = typeof item.id === 'string' ? item.id : String(item.call_id ?? '');
  const checks = Array.isArray(item.pending_safety_checks) ? item.pending_safety_checks : [];
  return {
    ...rest,
    id,
    call_id: typeof item.call_id === 'string' ? item.call_id : id,
    status: acceptedStatus.safeParse(item.status).data ?? 'completed',
    actions: actionsOf(item).map((action) => acceptedAction.safeParse(withNumbers(action)).data ?? placeholder),
    pending_safety_checks: checks.filter((check) => acceptedCheck.safeParse(check).success),
  };
}

export function computerActionsIn(response: string, callId: string): unknown[] | null {
  const item = itemsOf(parsed(response)).find((call) => isCall(call) && (call.call_id ?? call.id) === callId);
  return item === undefined ? null : actionsOf(item);
}

function actionsOf(item: Item): unknown[] {
  if (Array.isArray(item.actions)) return item.actions;
  return item.action == null ? [] : [item.action];
}

function withNumbers(action: unknown): unknown {
  if (typeof action !== 'object' || action === null) return action;
  const numbers = Object.entries(action).map(([field, value]) => {
    if (field === 'path' && Array.isArray(value)) return [field, value.map(withNumbers)];
    return [field, numberFields.includes(field) ? (digits(value) ?? value) : value];
  });
  return Object.fromEntries(numbers) as unknown;
}

function digits(value: unknown): number | null {
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d*)?\s*$/.test(value) ? Number(value) : null;
}

function itemsOf(body: unknown): Item[] {
  const { output } = (body ?? {}) as { output?: unknown };
  return Array.isArray(output) ? output.filter((item): item is Item => typeof item === 'object' && item !== null) : [];
}

const isCall = (item: Item): boolean => item.type === 'computer_call';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
