import { z } from 'zod';
import { channelsOfView, monitorViews } from './monitor-words.ts';

export const monitorViewSchema = z
  .string()
  .refine((view) => channelsOfView(view) !== null)
  .describe(`${monitorViews.join(', ')}, or channels such as actions+tree`);
