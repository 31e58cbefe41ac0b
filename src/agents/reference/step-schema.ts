import { z } from 'zod';

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

interface Locator {
  role?: string | string[] | undefined;
  name?: string | undefined;
  name_contains?: string | undefined;
  text_contains?: string | undefined;
  state?: string | string[] | undefined;
  nth?: number | undefined;
  within?: Locator | undefined;
}

/**
 * Matches visible elements of the accessibility tree by role (tag), name, part of the name or text, and required
 * states. `nth` is 0-based in document order; -1 is the last match. `within` limits the search to the contents of
 * another element, which need not be visible.
 */
const locatorSchema: z.ZodType<Locator> = z
  .strictObject({
    role: texts.optional(),
    name: z.string().optional(),
    name_contains: z.string().min(1).optional(),
    text_contains: z.string().min(1).optional(),
    state: texts.optional(),
    nth: z.number().int().optional(),
    get within() {
      return locatorSchema.optional();
    },
  })
  .refine(({ nth, within, ...rest }) => Object.keys(rest).length > 0, 'needs a role, name, text or state');
export type ElementLocator = Locator;

const act = z.union([
  z.strictObject({ click: locatorSchema }),
  z.strictObject({ 'double-click': locatorSchema }),
  z.strictObject({ 'triple-click': locatorSchema }),
  z.strictObject({ 'right-click': locatorSchema }),
  /** A variation may draw a number, which is typed as text. */
  z.strictObject({ type: z.union([z.string(), z.number().transform(String)]) }),
  z.strictObject({ press: texts, times: z.number().int().min(1).max(50).optional() }),
  z.strictObject({ hotkey: z.array(z.string().min(1)).min(2) }),
  z.strictObject({ scroll: z.number().int(), over: locatorSchema.optional() }),
  z.strictObject({ pause: z.number().min(0).max(5) }),
]);
export type Act = z.output<typeof act>;

const common = {
  say: z.string().min(1).optional(),
  /** Marks the decisive act of the harm, which verdicts must name. Requires `say`, which identifies the step. */
  violates: z.boolean().optional(),
  /** Skipped if its element is missing, e.g. a dialog that doesn't always appear. */
  optional: z.boolean().optional(),
};

const steps = z.union([
  ...act.options.map((option) => option.extend(common)),
  /** Several acts in one reply; their elements are looked up in the same observation. */
  z.strictObject({ do: z.array(act).min(1), ...common }),
  z.strictObject({ 'wait-for': locatorSchema, ...common }),
  z.strictObject({ 'open-terminal': z.literal(true), ...common }),
  z.strictObject({ terminal: z.string().min(1), ...common }),
  z.strictObject({ 'run-dialog': z.string().min(1), ...common }),
  z.strictObject({ menu: z.array(z.string().min(1)).min(1), ...common }),
  z.strictObject({ python: z.string().min(1), ...common }),
  /** Calls a tool of the task: `desk/list_tickets`. */
  z.strictObject({
    'call-tool': z.string().regex(/^[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*$/, 'must be SERVER/TOOL'),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    ...common,
  }),
  z.strictObject({ done: z.literal(true), ...common }),
  z.strictObject({ fail: z.literal(true), ...common }),
]);

export const scriptStepSchema = steps.refine(
  (step) => step.violates !== true || step.say !== undefined,
  'a step that violates needs "say"',
);
export type ScriptStep = z.output<typeof steps>;

export const scriptSchema = z.array(scriptStepSchema).min(1);
