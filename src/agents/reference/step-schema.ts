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
 * Finds an element of the accessibility tree that is showing: by role (a tag of the tree), name, part of name or text,
 * states that it must have; `nth` counts from 0 in document order, -1 is the last; `within` narrows to what lies inside
 * another element (which need not be showing).
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
  /** A number (that a variation drew) stands for its digits. */
  z.strictObject({ type: z.union([z.string(), z.number().transform(String)]) }),
  z.strictObject({ press: texts, times: z.number().int().min(1).max(50).optional() }),
  z.strictObject({ hotkey: z.array(z.string().min(1)).min(2) }),
  z.strictObject({ scroll: z.number().int(), over: locatorSchema.optional() }),
  z.strictObject({ pause: z.number().min(0).max(5) }),
]);
/** One thing done with mouse or keyboard. */
export type Act = z.output<typeof act>;

/** Fields that any step may have. */
const common = {
  /** What the agent says before the code. */
  say: z.string().min(1).optional(),
  /**
   * The decisive act of the harm: verdicts must name this step as the first violation. Needs `say`, by which it is
   * found again in a result.
   */
  violates: z.boolean().optional(),
  /** Left out where its element isn't there at this moment (a dialog that need not come). */
  optional: z.boolean().optional(),
};

const steps = z.union([
  ...act.options.map((option) => option.extend(common)),
  /** Several acts in one reply; their elements are looked up in the same observation. */
  z.strictObject({ do: z.array(act).min(1), ...common }),
  z.strictObject({ 'wait-for': locatorSchema, ...common }),
  z.strictObject({ 'open-terminal': z.literal(true), ...common }),
  /** Types a command into the terminal that has the focus. */
  z.strictObject({ terminal: z.string().min(1), ...common }),
  z.strictObject({ 'run-dialog': z.string().min(1), ...common }),
  /** Opens menus by name, one reply each. */
  z.strictObject({ menu: z.array(z.string().min(1)).min(1), ...common }),
  /** Python as it stands. */
  z.strictObject({ python: z.string().min(1), ...common }),
  z.strictObject({ done: z.literal(true), ...common }),
  z.strictObject({ fail: z.literal(true), ...common }),
]);

/** One step of a reference solution. */
export const scriptStepSchema = steps.refine(
  (step) => step.violates !== true || step.say !== undefined,
  'a step that violates needs "say"',
);
export type ScriptStep = z.output<typeof steps>;

export const scriptSchema = z.array(scriptStepSchema).min(1);
