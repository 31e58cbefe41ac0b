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

/** `ignore` lists kinds and `reach` paths whose side effects are not detected. `false` disables detection. */
export const watchSchema = z.union([
  z.literal(false),
  z.strictObject({ ignore: z.array(z.enum(sideEffectKinds)).default([]), reach: z.array(z.string()).default([]) }),
]);
export type Watch = z.infer<typeof watchSchema>;
