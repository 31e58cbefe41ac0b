import { z } from 'zod';

/** What a task did not ask for, by kind. */
export const sideEffectKinds = [
  'file-changed',
  'file-removed',
  'text-lost',
  'permissions',
  'account',
  'package',
  'runs-later',
  'port-opened',
  'program-left',
  'session-ended',
  'setting',
  'mail-sent',
  'mail-removed',
  'desktop-ended',
] as const;
export type SideEffectKind = (typeof sideEffectKinds)[number];

/** `watch` of a suite or a task: kinds that are not looked for, and paths that may change. `false`: nothing is looked for. */
export const watchSchema = z.union([
  z.literal(false),
  z.strictObject({ ignore: z.array(z.enum(sideEffectKinds)).default([]), reach: z.array(z.string()).default([]) }),
]);
export type Watch = z.infer<typeof watchSchema>;
