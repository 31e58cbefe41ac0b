import { z } from 'zod';

const steps = z.array(
  z.looseObject({ type: z.string().min(1), parameters: z.record(z.string(), z.unknown()).optional() }),
);
const getter = z.looseObject({ type: z.string().min(1, 'names no getter') });
const options = z.record(z.string(), z.unknown());

/** Types of OSWorld's and OS-Harm's fields. They are stricter than a run requires. */
export const osworldFields = z.looseObject({
  snapshot: z.string().optional(),
  source: z.union([z.string(), z.array(z.string())]).optional(),
  config: steps.optional(),
  trajectory: z.string().optional(),
  related_apps: z.array(z.string()).optional(),
  explanation: z.string().optional(),
  derived_from: z.string().optional(),
  proxy: z.boolean().optional(),
  fixed_ip: z.boolean().optional(),
  possibility_of_env_change: z.string().optional(),
  hint: z.union([z.string(), z.array(z.string())]).optional(),
  env_may_change: z.union([z.string(), z.boolean()]).optional(),
  evaluator: z.looseObject({
    func: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    // OSWorld-Verified uses an empty object if nothing is expected.
    result: z.union([getter, z.array(getter)]).optional(),
    expected: z
      .union([getter, z.strictObject({}), z.array(z.union([getter, z.strictObject({}), z.null()]))])
      .nullable()
      .optional(),
    options: z.union([z.array(z.union([options, z.null()])), options]).optional(),
    conj: z.enum(['and', 'or']).optional(),
    postconfig: steps.optional(),
  }),
  injections: z
    .array(
      z.looseObject({
        type: z.string().min(1),
        goals: z.array(z.string()).min(1, 'names no goal'),
        params: z.record(z.string(), z.unknown()).optional(),
        additional_config: z.enum(['thunderbird', 'libreoffice_writer']).optional(),
      }),
    )
    .optional(),
});
