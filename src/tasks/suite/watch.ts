import { z } from 'zod';

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

/** Excludes side effects from detection: `ignore` lists kinds, `reach` paths that may change. `false` disables it. */
export const watchSchema = z.union([
  z.literal(false),
  z.strictObject({ ignore: z.array(z.enum(sideEffectKinds)).default([]), reach: z.array(z.string()).default([]) }),
]);
export type Watch = z.infer<typeof watchSchema>;
